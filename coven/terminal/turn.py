"""One person's turn: the table, the question, and everything you can type in answer."""

from __future__ import annotations

from typing import Protocol

from coven.engine.match import Action, IllegalAction, Match
from coven.engine.sentences import Cited
from coven.terminal.answers import find_action, keyed, why_not
from coven.terminal.minds import Beside, NoThought
from coven.terminal.rules import clause_text, page
from coven.terminal.screen import Screen, sentence
from coven.terminal.teller import Teller
from coven.worker import SearchRequest

HELP = {
    "a number": "choose from the list (Enter takes a lone choice); you can also type an action or a card",
    "? ACTION": 'why you may not do something, with the clause ("why ACTION" is the same)',
    "rules": 'all the rules; "rules CLAUSE" for one clause',
    "view": "show the whole table, your hand and the question again",
    "look": "look at everything else that lies open: stacks, earlier tricks, productions (l for short)",
    "log": "everything that has happened so far",
    "hint": "what a high witch would do, and your chance to win with each choice",
    "undo": "take back your last choice if nobody has seen it (u for short)",
    "say": "what you may say to the table now",
    "quit": "stop and save the game, to continue later (q for short)",
}

HINT_SEED = 0
"""The same question gets the same hint."""


def show_look(screen: Screen, teller: Teller) -> None:
    """What the reader may look through beyond the table."""
    lines = teller.look()
    screen.table(lines) if lines else screen.note("There is nothing more to look at than the table shows.")


class Quit(Exception):
    """Somebody has had enough for now."""


class Host(Protocol):
    """The game around the turn."""

    beside: Beside
    """Who thinks."""

    def listen(self) -> None:
        """Something has happened."""

    def step_back(self) -> None:
        """A choice was taken back."""

    def show_news(self, teller: Teller) -> None:
        """Show what the reader has not seen yet."""


class Turn:
    """A seat's turn at the keyboard; it ends with one decision, or one undo."""

    def __init__(self, match: Match, teller: Teller, screen: Screen, host: Host) -> None:
        self.match, self.teller, self.screen, self.host = match, teller, screen, host
        self.names = teller.names
        self.seat = teller.names.you
        self.choices = keyed(match.legal(self.seat))
        self._is_over = False
        self._commands = {
            "?": self._help, "help": self._help, "h": self._help, "why": self._why,
            "rules": self._rules, "view": self._view, "v": self._view, "log": self._log,
            "look": self._look, "l": self._look,
            "hint": self._hint, "undo": self._undo, "u": self._undo,
            "say": self._say, "quit": self._quit, "q": self._quit,
        }  # fmt: skip

    def take(self) -> None:
        """Ask until the seat has decided. Raises Quit, and EOFError at the end of the input."""
        self.host.show_news(self.teller)
        self._ask(self.teller.unseen())
        while not self._is_over:
            try:
                self._answer(self.screen.ask().strip())
            except IllegalAction as error:
                self.screen.refuse(sentence(str(error)))

    def _answer(self, text: str) -> None:
        words = text.lower().split()
        word, rest = (words[0], " ".join(words[1:])) if words else ("", "")
        if word.startswith("?") and word != "?":
            word, rest = "?", text[1:]
        action = self._chosen(text)
        if action:
            self._play(action.number)
        elif word in self._commands:
            self._commands[word](rest)
        elif not text:
            self.screen.note(f"Type {' or '.join(self.choices)}, or ? for help.")
        else:
            self._play(find_action(self.match, self.seat, text))

    def _chosen(self, text: str) -> Action | None:
        """The choice with that key; 1 is always the first, and Enter is enough if there is only one."""
        if text == "1" or (not text and len(self.choices) == 1):
            return self.choices.get("1") or next(iter(self.choices.values()))
        return self.choices.get(text)

    def _play(self, action: int) -> None:
        refusal = why_not(self.match, self.seat, action, self.names)
        if refusal:
            raise IllegalAction(refusal)
        self.match.act(self.seat, action)
        self.host.listen()
        self._is_over = True

    def _view(self, _: str) -> None:
        self._ask(self.teller.table()[1:])

    def _ask(self, table: list[str]) -> None:
        """What is new on the table, or all of it, and the question."""
        self.screen.table(table)
        question = self._question()
        self.screen.question(sentence(str(question)), {key: action.label for key, action in self.choices.items()})
        extras = ["u to take back your last choice"] if self.match.can_undo(self.seat) else []
        extras += ["say for table talk"] if self.match.phrases(self.seat) else []
        if extras:
            self.screen.note(f"Or: {', '.join(extras)}, ? for help.")

    def _question(self) -> Cited:
        match = self.match
        return match.game.texts.question(match.deck, self.teller.view(), self.seat, self.names)

    def _help(self, rest: str) -> None:
        if rest.strip():
            self._why(rest)
            return
        self.screen.note("You may type:")
        self.screen.table([f"{what}: {does}" for what, does in HELP.items()])

    def _why(self, rest: str) -> None:
        """Why an action is not allowed; without one, the clause of the question."""
        if not rest.strip():
            question = self._question()
            self._rules(question.clause) if question.clause else self.screen.note(sentence(question.text))
            return
        action = find_action(self.match, self.seat, rest)
        refusal = why_not(self.match, self.seat, action, self.names)
        if refusal:
            self.screen.refuse(sentence(str(refusal)))
        else:
            self.screen.note(f'"{self.match.text(action)}" is allowed now.')

    def _rules(self, rest: str) -> None:
        text = self.match.game.rules_text
        if not rest:
            page(self.screen, text)
            return
        clause = clause_text(text, rest)
        if clause:
            self.screen.note(clause)
        else:
            self.screen.refuse(f'The rules have no clause "{rest}".')

    def _log(self, _: str) -> None:
        self.screen.news(self.teller.lines)

    def _look(self, _: str) -> None:
        show_look(self.screen, self.teller)

    def _hint(self, _: str) -> None:
        """What a high witch would do, from this seat's view; the same each time you ask."""
        match = self.match
        try:
            request = SearchRequest.of(match.game, match.deck, self.teller.view(), match.numbers(self.seat))
            choices = self.host.beside.advise(request, HINT_SEED)
        except NoThought as error:
            self.screen.note(f"The high witch cannot answer until {error}: ask again in a moment.")
            return
        labels = {action.number: (key, action.label) for key, action in self.choices.items()}
        best = labels[choices[0].action][1]
        self.screen.note(f"A high witch would: {best}. Your chances to win as she sees them, the roughest last:")
        rows = [(*labels[choice.action], choice.chance) for choice in choices]
        self.screen.chances(rows)

    def _undo(self, _: str) -> None:
        self.match.undo(self.seat)
        self.host.step_back()
        self.screen.note("You take back your last choice.")
        self._is_over = True

    def _say(self, rest: str) -> None:
        """Say the phrase of that number or key; without one, list them."""
        phrases = {str(number): key for number, key in enumerate(self.match.phrases(self.seat), 1)}
        chosen = phrases.get(rest, rest)
        if chosen and chosen in phrases.values():
            self.match.say(self.seat, chosen)
            self.host.listen()
            self.host.show_news(self.teller)
        elif not phrases:
            self.screen.note("You have nothing to say to the table now.")
        else:
            self.screen.note("You may say, for all to hear:")
            phrase_text = self.match.game.talk.text
            self.screen.table([f'say {number}: "{phrase_text(key)}"' for number, key in phrases.items()])

    def _quit(self, _: str) -> None:
        raise Quit
