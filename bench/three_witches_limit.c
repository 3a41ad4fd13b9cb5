/* The speed limit and the oracle: 3 Witches, uniform random games to 5 tokens, one core, plain C.
 *
 *   gcc -O3 -march=native -Wall -Wextra -Werror -o limit three_witches_limit.c
 *   ./limit --check [--games N] [--seed S]                              one line: totals and hashes of games 0..N-1
 *   taskset -c 0 ./limit [--games N] [--seed S] [--secs X] [--reps R]   speeds; first the modes must agree on N games
 *
 * Rules: RULES.md of 3 Witches (TW-...) with the deck three_witches.toml. Dice: ChaCha8 for seeds and deals.
 * A move is one bit: bits 0, 1, 2 = pass, bid 3, bid 4 (or raise to 4), bit 3 + c = card c. Its action number is the
 * bit's place if below 3, else that + 18 * kind. A decision: the mask of legal moves is known, the lot draws one of
 * them, it is applied. Decisions with one legal move count. Where several seats owe one, the lowest acts. Deals are
 * in the time, the trace is not: every mode is compiled with the trace and without.
 *   step       : state struct + legal(state) + apply(state, move); apply leaves the next legal mask in the state
 *   step+calls : the same through calls that are not inlined
 *   inline     : the whole round as straight-line code, hands in registers
 *   cheap dice : no ChaCha: deals and decisions start from one xorshift64* stream
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64;
#define INLINE static inline __attribute__((always_inline))
#define CALL static __attribute__((noipa))
#define PLACE(bit) __builtin_ctz(bit)
#define HASH 6364136223846793005ull
#ifdef __BMI2__
#include <immintrin.h>
INLINE u32 nth(u32 mask, u32 n) { return _pdep_u32(1u << n, mask); }      /* the n-th set bit, alone */
#else
INLINE u32 nth(u32 mask, u32 n) { while (n--) mask &= mask - 1; return mask & -mask; }
#endif

/* ------------------------------------------------------------------ the cards (TW-1, TW-2) */
enum { PASS = 1, BID3 = 2, BID4 = 4, CARD0 = 3, DECK = 0x3ffff << CARD0, ELIXIR = 1 << (CARD0 + 17) };
enum { GIVE, DISCARD, LEAD, CONCEAL, PLAY, RETURN, PROPOSE };             /* kinds of card actions */
static const u8 SUIT[18] = {0,0,0,0, 1,1,1,1, 2,2,2,2, 3,3,3, 4,4, 5};    /* Owl, Dog, Bat, Newt, Frog, Elixir */
static const u8 RANK[18] = {2,3,4,5, 2,3,4,6, 2,3,5,6, 2,3,4, 3,4, 0};
static u32 SUITMASK[32];                          /* by the card's place: all cards of its suit */
static u8 VALUE[32][32];                          /* by the two cards' places: TW-40, TW-41 */
static void tables(void) {
    for (int a = 0; a < 18; a++)
        for (int b = 0; b < 18; b++) {
            int v = RANK[a] > RANK[b] ? RANK[a] : RANK[b];
            if (SUIT[a] == SUIT[b] || RANK[a] == RANK[b]) v = RANK[a] + RANK[b];
            if (SUIT[a] == 5 || SUIT[b] == 5) v = 2 * (RANK[a] + RANK[b]);
            VALUE[CARD0 + a][CARD0 + b] = (u8)v;
            if (SUIT[a] == SUIT[b]) SUITMASK[CARD0 + a] |= 1u << (CARD0 + b);
        }
}

/* ------------------------------------------------------------------ dice */
typedef u32 V __attribute__((vector_size(32)));   /* one word of 8 blocks */
typedef struct {
    V words[16];                  /* lanes 0..6: deals of rounds 1..7 (TW-52: no more); lane 7: the next game's seed */
    u32 master[4], seed[4], game;
    u64 cheap;                                    /* xorshift64* state */
    struct { u64 games, decisions, longest, rounds, tokens_hash, trace, sixths[3]; } sum;     /* sixths of wins */
} Run;
typedef struct { u64 x, trace; u32 n; } Rng;     /* one generator a game; its decisions so far */
#define ROT(x, k) ((x) << (k) | (x) >> (32 - (k)))
#define HALF(a, b, c, d, j, k) (a += b, d ^= a, d = ROT(d, j), c += d, b ^= c, b = ROT(b, k))
#define QUARTER(a, b, c, d) (HALF(a, b, c, d, 16, 12), HALF(a, b, c, d, 8, 7))
/* Eight ChaCha8 blocks side by side: `counter` of the deals of this game's rounds 1..7, and the next game's seed */
static __attribute__((noinline)) void blocks(const Run *r, u32 counter, V out[16]) {
    static const u32 C[4] = {0x61707865, 0x3120646e, 0x79622d36, 0x6b206574};
    V x[16], in[16] = {
        [12] = (V){0} + counter,
        [13] = {1, 1, 1, 1, 1, 1, 1, 0},                          /* purpose */
        [14] = {1, 2, 3, 4, 5, 6, 7, r->game + 1}};               /* index */
    for (int j = 0; j < 4; j++) {
        in[j] = (V){0} + C[j];
        in[4 + j] = (V){0} + r->seed[j];
        in[4 + j][7] = r->master[j];
        in[8 + j] = in[4 + j];
    }
    for (int j = 0; j < 16; j++) x[j] = in[j];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) QUARTER(x[j], x[4 + j], x[8 + j], x[12 + j]);
        for (int j = 0; j < 4; j++) QUARTER(x[j], x[4 + (j + 1) % 4], x[8 + (j + 2) % 4], x[12 + (j + 3) % 4]);
    }
    for (int j = 0; j < 16; j++) out[j] = x[j] + in[j];
}
static void start_run(Run *r, u64 seed) {
    *r = (Run){.master = {(u32)seed, (u32)(seed >> 32)}};
    r->cheap = seed * 2 + 88172645463325253ull;   /* odd, so never 0 */
    r->game = UINT32_MAX; blocks(r, 0, r->words); /* lane 7: the seed of game 0 */
}
INLINE u32 xorshift(Run *r) {
    r->cheap ^= r->cheap >> 12; r->cheap ^= r->cheap << 25; r->cheap ^= r->cheap >> 27;
    return (u32)((r->cheap * 0x2545F4914F6CDD1Dull) >> 32);
}
INLINE Rng start_game(Run *r, const int cheap) {
    u32 hi = cheap ? xorshift(r) : r->words[4][7], lo = cheap ? xorshift(r) : r->words[5][7];
    Rng l = {((u64)(hi >> 3) << 32 | lo) | 1, r->sum.trace, 0};
    if (cheap) return l;
    for (int j = 0; j < 4; j++) r->seed[j] = r->words[j][7];
    r->game++; blocks(r, 0, r->words);
    return l;
}
/* word j of the stream of a round's deal; past the first block only after five words were refused */
INLINE u32 word(Run *r, u32 round, u32 j, const int cheap) {
    if (cheap) return xorshift(r);
    if (__builtin_expect(j < 16, 1)) return r->words[j][round - 1];
    V more[16];
    blocks(r, j / 16, more);
    return more[j % 16][round - 1];
}
INLINE u32 below(Run *r, u32 round, u32 *j, u32 n, const int cheap) {
    for (;;) {
        u64 m = (u64)word(r, round, (*j)++, cheap) * n;
        if (__builtin_expect((u32)m >= n, 1) || (u32)m >= (0u - n) % n) return (u32)(m >> 32);
    }
}
INLINE void deal(Run *r, u32 hand[3], u32 round, const int cheap) {       /* TW-4 */
    u32 left = DECK, half = 0, j = 0;
    for (u32 i = 0; i < 12; i++) {
        left ^= nth(left, below(r, round, &j, 18 - i, cheap));
        if (i == 5) half = left;
    }
    hand[0] = DECK ^ half; hand[1] = half ^ left; hand[2] = left;
}
INLINE u32 pick(Rng *l, u32 legal, int seat, int kind, const int traced) {
    u32 n = (u32)__builtin_popcount(legal);
    l->x = 698769069ull * (u32)l->x + (l->x >> 32);
    u32 out = (u32)l->x ^ (u32)(l->x >> 32);
    u32 move = nth(legal, (u32)((u64)out * n >> 32));
    l->n++;
    int action = PLACE(move) < CARD0 ? PLACE(move) : PLACE(move) + 18 * kind;
    if (traced) l->trace = l->trace * HASH + (u64)(action * 4 + seat + 1);
    return move;
}

/* ------------------------------------------------------------------ what all engines share */
INLINE int left_of(int p) { return p == 2 ? 0 : p + 1; }
INLINE int holder(const u32 hand[3]) { return hand[0] & ELIXIR ? 0 : hand[1] & ELIXIR ? 1 : 2; }      /* TW-5 */
INLINE int lower(int lead) { return lead == 0; }                  /* the Lesser Witch with the lower seat number */
INLINE int higher(int lead) { return lead == 2 ? 1 : 2; }
INLINE u32 follow(u32 hand, u32 up, u32 pass) {                   /* TW-34; with PASS TW-32, TW-33 */
    return hand & SUITMASK[PLACE(up)] ? hand & SUITMASK[PLACE(up)] : hand | pass;
}
INLINE u32 bids(int passings, int count) {                        /* TW-11; TW-18: the holder must bid at last */
    return passings == 3 && count == 2 ? BID3 | BID4 : PASS | BID3 | BID4;
}
INLINE void hand_on(u32 hand[3], const u32 given[3]) {            /* TW-15, TW-17 */
    for (int i = 0; i < 3; i++) hand[i] = (hand[i] & ~given[i]) | given[i == 0 ? 2 : i - 1];
}
INLINE int lead_wins(u32 up, u32 down, u32 a, u32 b) {            /* TW-42 */
    return VALUE[PLACE(up)][PLACE(down)] >= VALUE[PLACE(a)][PLACE(b)];
}
INLINE void score(u8 tok[3], int lead, int won, int bid) {        /* TW-50 */
    for (int i = 0; i < 3; i++) tok[i] = (u8)(tok[i] + (i == lead ? 2 * (won == bid) : won != bid));
}
INLINE int open(const u8 tok[3]) { return tok[0] < 5 && tok[1] < 5 && tok[2] < 5; }               /* TW-51 */
INLINE void end_game(Run *r, const Rng *l, const u8 tok[3], u32 rounds) {
    u32 winners = (u32)(tok[0] >= 5) + (tok[1] >= 5) + (tok[2] >= 5);
    for (int i = 0; i < 3; i++) r->sum.sixths[i] += tok[i] >= 5 ? 6 / winners : 0;
    r->sum.tokens_hash = r->sum.tokens_hash * HASH + (u64)(tok[0] + 8 * tok[1] + 64 * tok[2] + 1);
    r->sum.trace = l->trace;
    if (l->n > r->sum.longest) r->sum.longest = l->n;
    r->sum.decisions += l->n; r->sum.rounds += rounds; r->sum.games++;
}

/* ------------------------------------------------------------------ inline */
INLINE int bid_inline(Rng *l, const u32 hand[3], int passings, int *bid, const int traced) {   /* Lead or -1 */
    *bid = 4;
    for (int k = 0, p = left_of(holder(hand)); k < 3; k++, p = left_of(p)) {      /* TW-10 */
        u32 move = pick(l, bids(passings, k), p, 0, traced);
        if (move == BID4) return p;                                               /* TW-12 */
        if (move == PASS) continue;
        for (int i = 0, q = left_of(p); i < 3; i++, q = left_of(q))               /* TW-13, TW-14 */
            if (pick(l, PASS | BID4, q, 0, traced) == BID4) return q;
        *bid = 3;
        return p;
    }
    return -1;
}
INLINE void pass_inline(Rng *l, u32 hand[3], const int traced) {                 /* TW-15, TW-16 */
    u32 given[3];
    for (int i = 0; i < 3; i++) {
        given[i] = pick(l, hand[i] & ELIXIR ? ELIXIR : hand[i], i, GIVE, traced);
        given[i] |= pick(l, hand[i] ^ given[i], i, GIVE, traced);
    }
    hand_on(hand, given);
}
INLINE u32 return_inline(Rng *l, u32 up, u32 down, int won, int lead, int trick, const int traced) {
    if (won) return down == ELIXIR ? up : pick(l, up | down, lead, RETURN, traced);       /* TW-44, TW-45 */
    u32 a = pick(l, up | down, lower(lead), PROPOSE, traced), b = pick(l, up | down, higher(lead), PROPOSE, traced);
    return (lead == 1) ^ (trick & 1) ? b : a;     /* TW-46; the First is the higher seat where the Lead is seat 1 */
}
INLINE void round_inline(Run *r, Rng *l, u8 tok[3], u32 round, const int traced) {
    u32 hand[3]; int lead, bid, won = 0;
    deal(r, hand, round, 0);
    for (int k = 0; (lead = bid_inline(l, hand, k, &bid, traced)) < 0; k++) pass_inline(l, hand, traced);
    int lo = lower(lead), hi = higher(lead), first = left_of(lead), second = left_of(first);
    hand[lo] ^= pick(l, hand[lo], lo, DISCARD, traced);                           /* TW-20 */
    hand[hi] ^= pick(l, hand[hi], hi, DISCARD, traced);
    u32 L = hand[lead], P = hand[first], Q = hand[second];
#pragma GCC unroll 5
    for (int trick = 0; trick < 5; trick++) {                                     /* TW-47, TW-48 */
        u32 up = pick(l, L & ~ELIXIR, lead, LEAD, traced);                        /* TW-30, TW-31 */
        u32 down = pick(l, L ^ up, lead, CONCEAL, traced);
        u32 a = pick(l, follow(P, up, PASS), first, PLAY, traced);
        u32 b = pick(l, follow(Q, up, 0), second, PLAY, traced);
        if (a == PASS) a = pick(l, P, first, PLAY, traced);                       /* TW-35 */
        int w = lead_wins(up, down, a, b);
        won += w;
        P ^= a; Q ^= b; L ^= up | down;
        if (trick < 4) L |= return_inline(l, up, down, w, lead, trick, traced);   /* TW-43 */
    }
    score(tok, lead, won, bid);
}
INLINE void games_inline(Run *r, u32 games, const int traced) {
    while (games--) {
        u8 tok[3] = {0, 0, 0};
        Rng l = start_game(r, 0);
        u32 round = 0;
        do round_inline(r, &l, tok, ++round, traced); while (open(tok));
        end_game(r, &l, tok, round);
    }
}

/* ------------------------------------------------------------------ step */
enum { BID, RAISE, GIVE1, GIVE2, DISCARD1, DISCARD2, UP, DOWN, FIRST, SECOND, LATE, BACK, PROPOSE1, PROPOSE2, SCORED };
static const u8 KIND[SCORED] = {
    0, 0, GIVE, GIVE, DISCARD, DISCARD, LEAD, CONCEAL, PLAY, PLAY, PLAY, RETURN, PROPOSE, PROPOSE};
typedef struct {
    u32 hand[3], given[3], legal, up, down, a, b, proposed;
    u8 phase, turn, count, passings, bid, lead, first, second, won, trick, tok[3];
} State;
INLINE u32 options(const State *s) {
    u32 hand = s->hand[s->turn];
    switch (s->phase) {
    case BID: return bids(s->passings, s->count);
    case RAISE: return PASS | BID4;
    case GIVE1: return hand & ELIXIR ? ELIXIR : hand;             /* TW-16 */
    case GIVE2: return hand & ~s->given[s->turn];
    case UP: return hand & ~ELIXIR;                               /* TW-31 */
    case FIRST: return follow(hand, s->up, PASS);
    case SECOND: return follow(hand, s->up, 0);
    case BACK: case PROPOSE1: case PROPOSE2: return s->up | s->down;
    default: return hand;                                         /* DISCARD1, DISCARD2, DOWN, LATE */
    }
}
/* the next legal mask is made here, where the compiler knows the phase: no second dispatch on it */
INLINE void turn_to(State *s, int seat, int phase) { s->turn = (u8)seat; s->phase = (u8)phase; s->legal = options(s); }
INLINE u32 legal(const State *s) { return s->legal; }
INLINE void start_bidding(State *s) { s->count = 0; turn_to(s, left_of(holder(s->hand)), BID); }  /* TW-10 */
INLINE void set_lead(State *s, int seat, int bid) {
    s->lead = (u8)seat; s->bid = (u8)bid;
    s->first = (u8)left_of(seat); s->second = (u8)left_of(s->first);
    turn_to(s, lower(seat), DISCARD1);                            /* TW-20 */
}
INLINE void give_back(State *s, u32 card) {                       /* TW-43 */
    s->hand[s->lead] |= card; s->trick++;
    turn_to(s, s->lead, UP);
}
INLINE void resolve(State *s) {
    int w = lead_wins(s->up, s->down, s->a, s->b);
    s->won = (u8)(s->won + w);
    if (s->trick == 4) { score(s->tok, s->lead, s->won, s->bid); s->phase = SCORED; }
    else if (!w) turn_to(s, lower(s->lead), PROPOSE1);            /* TW-46 */
    else if (s->down == ELIXIR) give_back(s, s->up);              /* TW-45 */
    else turn_to(s, s->lead, BACK);                               /* TW-44 */
}
INLINE void apply_bid(State *s, u32 move, int phase) {
    if (move == BID4) { set_lead(s, s->turn, 4); return; }        /* TW-12, TW-14 */
    int next = left_of(s->turn);
    if (move == BID3) { s->lead = s->turn; s->count = 0; turn_to(s, next, RAISE); }               /* TW-13 */
    else if (++s->count < 3) turn_to(s, next, phase);
    else if (phase == RAISE) set_lead(s, s->lead, 3);
    else turn_to(s, 0, GIVE1);                                    /* TW-15 */
}
INLINE void apply_give2(State *s, u32 move) {
    s->given[s->turn] |= move;
    if (s->turn < 2) { turn_to(s, s->turn + 1, GIVE1); return; }
    hand_on(s->hand, s->given); s->passings++; start_bidding(s);  /* TW-17 */
}
INLINE void apply(State *s, u32 move) {
    u32 *hand = &s->hand[s->turn];
    switch (s->phase) {
    case BID: apply_bid(s, move, BID); return;
    case RAISE: apply_bid(s, move, RAISE); return;
    case GIVE1: s->given[s->turn] = move; turn_to(s, s->turn, GIVE2); return;
    case GIVE2: apply_give2(s, move); return;
    case DISCARD1: *hand ^= move; turn_to(s, higher(s->lead), DISCARD2); return;
    case DISCARD2: *hand ^= move; turn_to(s, s->lead, UP); return;
    case UP: *hand ^= move; s->up = move; turn_to(s, s->turn, DOWN); return;
    case DOWN: *hand ^= move; s->down = move; turn_to(s, s->first, FIRST); return;
    case FIRST: *hand &= ~move; s->a = move; turn_to(s, s->second, SECOND); return;               /* TW-33 */
    case SECOND: *hand ^= move; s->b = move; if (s->a != PASS) resolve(s); else turn_to(s, s->first, LATE); return;
    case LATE: *hand ^= move; s->a = move; resolve(s); return;                                    /* TW-35 */
    case BACK: give_back(s, move); return;
    case PROPOSE1: s->proposed = move; turn_to(s, higher(s->lead), PROPOSE2); return;
    case PROPOSE2: give_back(s, s->turn == (s->trick & 1 ? s->second : s->first) ? move : s->proposed);  /* TW-46 */
    }
}
CALL u32 legal_call(const State *s) { return legal(s); }
CALL void apply_call(State *s, u32 move) { apply(s, move); }
INLINE void games_step(Run *r, u32 games, const int cheap, const int traced, const int calls) {
    while (games--) {
        State s = {0};
        Rng l = start_game(r, cheap);
        u32 round = 0;
        do {                                                      /* TW-3 */
            deal(r, s.hand, ++round, cheap);
            s.passings = s.won = s.trick = 0;
            start_bidding(&s);
            do {
                u32 move = pick(&l, calls ? legal_call(&s) : legal(&s), s.turn, KIND[s.phase], traced);
                if (calls) apply_call(&s, move); else apply(&s, move);
            } while (s.phase != SCORED);
        } while (open(s.tok));
        end_game(r, &l, s.tok, round);
    }
}

/* ------------------------------------------------------------------ modes */
#define MODE(name, call) \
    CALL void name##_fast(Run *r, u32 n) { const int traced = 0; call; } \
    CALL void name##_traced(Run *r, u32 n) { const int traced = 1; call; }
MODE(step, games_step(r, n, 0, traced, 0))
MODE(step_cheap, games_step(r, n, 1, traced, 0))
MODE(step_calls, games_step(r, n, 0, traced, 1))
MODE(inline, games_inline(r, n, traced))
static const struct { const char *name; int cheap; void (*fast)(Run *, u32), (*traced)(Run *, u32); } MODE[] = {
    {"step", 0, step_fast, step_traced}, {"step, cheap dice", 1, step_cheap_fast, step_cheap_traced},
    {"step+calls", 0, step_calls_fast, step_calls_traced}, {"inline", 0, inline_fast, inline_traced}};
enum { MODE_COUNT = sizeof MODE / sizeof *MODE, MAX_REPS = 1000 };
static double now(void) {                         /* CPU seconds of this process: the machine is shared */
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static int by_size(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static void check(u64 games, u64 seed) {
    static Run r;
    start_run(&r, seed); step_traced(&r, (u32)games);
    printf("{\"games\": %" PRIu64 ", \"decisions\": %" PRIu64 ", \"longest\": %" PRIu64 ", \"rounds\": %" PRIu64
        ", \"tokens_hash\": \"%016" PRIx64 "\", \"trace_hash\": \"%016" PRIx64 "\", \"payoffs\": [%.6f, %.6f, %.6f]}\n",
        r.sum.games, r.sum.decisions, r.sum.longest, r.sum.rounds, r.sum.tokens_hash, r.sum.trace,
        (double)r.sum.sixths[0] / 6, (double)r.sum.sixths[1] / 6, (double)r.sum.sixths[2] / 6);
}
static int agree(u64 games, u64 seed) {           /* modes with the same dice play the same games, traced or not */
    static Run want[2], got;
    for (int m = 0; m < 2 * MODE_COUNT; m++) {
        int cheap = MODE[m / 2].cheap, fast = m & 1;
        start_run(&got, seed);
        (fast ? MODE[m / 2].fast : MODE[m / 2].traced)(&got, (u32)games);
        if (!want[cheap].sum.games) want[cheap] = got;
        if (fast) got.sum.trace = want[cheap].sum.trace;
        if (memcmp(&got.sum, &want[cheap].sum, sizeof got.sum) == 0) continue;
        return printf("{\"agree\": false, \"mode\": \"%s\"}\n", MODE[m / 2].name), 0;
    }
    printf("{\"agree\": true, \"games\": %" PRIu64 ", \"state_bytes\": %zu, \"decisions_per_game\": %.2f}\n",
        games, sizeof(State), (double)want[0].sum.decisions / (double)games);
    return 1;
}
static void measure(int m, u64 seed, double secs, int reps) {
    static Run r;
    double d[MAX_REPS], la = 0;
    start_run(&r, seed);
    for (int i = 0; i < reps; i++) {
        u64 before = r.sum.decisions;
        double t0 = now(), dt;
        do { MODE[m].fast(&r, 2000); dt = now() - t0; } while (dt < secs);
        d[i] = (double)(r.sum.decisions - before) / dt;
    }
    qsort(d, (size_t)reps, sizeof *d, by_size);
    if (getloadavg(&la, 1) < 1) la = -1;
    double speed = d[reps / 2], games = speed * (double)r.sum.games / (double)r.sum.decisions;
    printf("{\"peer\": \"C limit\", \"game\": \"3 Witches\", \"mode\": \"%s\", \"moves_s\": %.0f, \"lo\": %.0f, "
        "\"hi\": %.0f, \"games_s\": %.0f, \"ns_per_decision\": %.2f, \"load\": %.2f}\n",
        MODE[m].name, speed, d[0], d[reps - 1], games, 1e9 / speed, la);
    fflush(stdout);
}
int main(int argc, char **argv) {
    u64 games = 20000, seed = 1; double secs = 1; int reps = 7, checking = 0, bad = 0;
    for (int i = 1; i < argc && !bad; i++) {
        if (!strcmp(argv[i], "--check")) { checking = 1; continue; }
        char *o = argv[i], *v = ++i < argc ? argv[i] : o, *end = v;
        if (!strcmp(o, "--games")) games = strtoull(v, &end, 10);
        if (!strcmp(o, "--seed")) seed = strtoull(v, &end, 10);
        if (!strcmp(o, "--secs")) secs = strtod(v, &end);
        if (!strcmp(o, "--reps")) reps = (int)strtol(v, &end, 10);
        bad = end == v || *end;
    }
    if (bad || !games || games > UINT32_MAX || reps < 1 || reps > MAX_REPS)
        return fputs("usage: limit [--games N] [--seed S] [--check] [--secs X] [--reps R]\n", stderr), 2;
    tables();
    if (checking) { check(games, seed); return 0; }
    if (!agree(games, seed)) return 1;
    for (int m = 0; m < MODE_COUNT; m++) measure(m, seed, secs, reps);
    return 0;
}
