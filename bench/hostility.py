"""Hostile input: strange requests, socket messages and broken frames. The same seed gives the same input."""

from __future__ import annotations

import json
import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

TEXT, BINARY, CONTINUED, CLOSE, PING = 1, 2, 0, 8, 9
FINAL, MASKED = 0x80, 0x80
COMPRESSED = 0x40
BOMB = zlib.compress(bytes(20_000_000), wbits=-15)
"""A few thousand bytes that become millions."""
JSON = ["Content-Type: application/json"]
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def frame(data: bytes, kind: int = TEXT, *, is_final: bool = True, first: int = 0) -> bytes:
    """A frame of a socket, masked with zeros; `first`: more bits of its first byte."""
    head = bytes([(FINAL if is_final else 0) | kind | first])
    if len(data) < 126:
        head += bytes([MASKED | len(data)])
    elif len(data) < 1 << 16:
        head += struct.pack(">BH", MASKED | 126, len(data))
    else:
        head += struct.pack(">BQ", MASKED | 127, len(data))
    return head + bytes(4) + data


@dataclass
class Hostility:
    """One stranger's input, for a server called `host` where others play at `table`."""

    rng: random.Random
    host: str
    table: str

    def request(self, number: int, headers: list[str]) -> bytes:
        """A strange request; `number` chooses the kind, so that every kind comes up."""
        kinds: list[Callable[[list[str]], bytes]] = [
            self._path, self._header, self._body, self._path, self._header, self._body,
            self._method, self._handshake, self._junk, self._opening, self.key,
        ]  # fmt: skip
        return kinds[number % len(kinds)](headers)

    def said(self, method: str, path: str | bytes, headers: list[str], body: bytes | None = None) -> bytes:
        """A request as it goes over the line."""
        target = path.encode("latin-1") if isinstance(path, str) else path
        lines = [*headers, *([] if body is None else [f"Content-Length: {len(body)}"])]
        if not any(line.lower().startswith("host:") for line in headers):
            lines.insert(0, f"Host: {self.host}")
        if not any(line.lower().startswith(("connection:", "upgrade:")) for line in headers):
            lines.append("Connection: close")
        head = b"\r\n".join(line.encode("latin-1") for line in lines)
        return method.encode("latin-1") + b" " + target + b" HTTP/1.1\r\n" + head + b"\r\n\r\n" + (body or b"")

    def posted(self, path: str, headers: list[str], body: bytes) -> bytes:
        """A request from one of the server's pages, with a body of JSON, or something like it."""
        return self.said("POST", path, [*headers, f"Origin: http://{self.host}", *JSON], body)

    def _path(self, headers: list[str]) -> bytes:
        size = self.rng.randrange(900, 60_000)
        table = f"/api/tables/{self.table}"
        paths: list[str | bytes] = [
            "/" + "a" * size, "/" + "a/" * (size // 2), "/assets/" + "../" * (size // 3), "/../../etc/passwd",
            "//evil/x",
            "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fserver.secret", "/%00", "/assets/x%00.js", "/%ff%fe%c0%80",
            b"/\xff\xfe\x00", b"/a b c", "/\\..\\..\\x", "http://evil.example/", "*", "?", "/?" + "a=b&" * (size // 4),
            "/api/tables/%00/socket?seat=0", "/api/tables/..%2f..", f"{table}/record?seat=" + "9" * (size % 6000),
            f"{table}/record?seat=-1", f"{table}/record?seat=0", f"{table}/glance?seat=0",
            f"{table}/glance", f"{table}/socket?seat=x", table, f"{table}/",
            "/healthz/..",
            f"{table}/record", "/api/games/%2e%2e/rules", "/api/games/" + "x" * 199 + "/rules", "/table/" + "%F0" * 60,
            f"{table}/watch", f"{table}/watch/socket", f"{table}/watch/x", f"{table}/deal/results?seat=0",
            f"{table}/deal/results?seat=-1", f"{table}/replay?seat=0&reader=0&is_open=true",
            f"{table}/replay?seat=-1&reader=-1&is_open=false&first=" + "9" * 30, f"{table}/replay?seat=x",
            "/table/x/replay/..", "/replay?at=" + "9" * 99, "/history/",
            "/%", "/%u0000", "/;/", "/index.html/", "/api/tables/" + "-" * 200, "/" + "\u00ff" * 300,
        ]  # fmt: skip
        return self.said(self.rng.choice(["GET", "GET", "HEAD"]), self.rng.choice(paths), headers)

    def _method(self, headers: list[str]) -> bytes:
        named = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "G"]
        methods = [*named, "G E T", "X" * 5000, "", "\xff"]
        paths = ["/", "/api/tables", f"/api/tables/{self.table}", "/api/games", "*", "/healthz", "/metrics", "/assets/"]
        body = self.rng.choice([None, b"", b"{}", bytes(3000)])
        return self.said(self.rng.choice(methods), self.rng.choice(paths), headers, body)

    def _header(self, headers: list[str]) -> bytes:
        size = self.rng.randrange(10, 3000)
        odd = [
            ["Host: evil.example"], [f"Host: {self.host}", f"Host: {self.host}"], ["Host: "], ["Host: [::1"],
            ["Host: \xff"],
            ["Host: " + "a" * size], ["Origin: null"], ["Origin: http://["], ["Origin: http://evil.example:99999"],
            ["X: " + "a" * size * 40], [f"X-{each}: y" for each in range(size)], ["X y: z"], ["X\0: z"], ["X: \0"],
            [": x"],
            ["no colon"], [" folded"], ["X: \xff\xfe"], ["Content-Length: -1"], ["Content-Length: 1e9"],
            ["Content-Length: +5"],
            ["Content-Length: " + "9" * 30], ["Content-Length: 1", "Content-Length: 2"], ["Transfer-Encoding: chunked"],
            ["Transfer-Encoding: gzip, chunked", "Content-Length: 5"], ["Expect: 100-continue", "Content-Length: 9"],
            ["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABk"],
            ["Range: bytes=-99999999999"],
            ["Range: bytes=" + ",".join(f"{each}-{each}" for each in range(size))], ["Range: lines=x"],
            ["If-Modified-Since: Thu, 99 Foo 99999"], ["If-None-Match: " + '"' * size], ["Accept-Encoding: \xff;q=nan"],
            ["Content-Encoding: gzip", "Content-Length: 0"], ["Forwarded: for=" + '"' * size],
            ["X-Forwarded-For: , ,,x,\xff"],
            ["Cookie: coven-seat-0=" + "x" * size], ["Cookie: " + ";" * size], ["Cookie: coven-browser=\xff\xfe; ="],
            ["Cookie: " + "; ".join(f"coven-seat-{each}=a.b" for each in range(size))],
            ["Cookie: coven-seat-0=\u00e9.\u00e9"],
            ['Cookie: coven-seat-0="\\"\\101;"; $Version=1; coven-seat-0=.'], ["Accept: " + "*/*," * size],
            ["Connection: \xff"],
        ]  # fmt: skip
        path = self.rng.choice(["/", "/index.html", "/api/games", f"/api/tables/{self.table}", "/manifest.webmanifest"])
        return self.said(self.rng.choice(["GET", "GET", "POST"]), path, [*self.rng.choice(odd), *headers])

    def _body(self, headers: list[str]) -> bytes:
        size = self.rng.randrange(100, 50_000)
        bodies = [
            b"x" * 1_000_000, b"[" * size, b'{"a":' * (size // 5), b'{"game": "' + b"[" * size, b"\xff\xfe", b"",
            b"null", b"[]",
            b'{"game": "\\ud800", "players": 3}', b'{"token": "\\u0000"}', b'{"token": NaN}', b'{"token": 1e999}',
            b"{" + b" " * size,
            b'{"token": "x", "token": "y"}', b'{"token": "' + b"x" * size + b'"}', b'{"players": ' + b"9" * size + b"}",
            json.dumps({"seat": -1, "nonce": "0" * 32}).encode(), json.dumps({"seat": 1 << 70, "nonce": ""}).encode(),
            json.dumps({"name": "\u202e\u0000\u3164" * 9, "nonce": "0" * 32}).encode(),
            b"--x\r\nContent-Disposition: form-data\r\n",
            self._record(), self._record(), json.dumps({"seat": 1, "nonce": "0" * 32, "token": "\u00e9" * 32}).encode(),
        ]  # fmt: skip
        body = self.rng.choice(bodies)
        table = f"/api/tables/{self.table}"
        seats = ["/seats/0", "/seats/-1", f"/seats/{'9' * 400}", "/seats/1/link"]
        places = ["", "/enter", "/look", *seats, "/again", "/invitation", "/watch", "/watch/link"]
        places += ["/deal", "/deal/look", "/deal/link?seat=0", "/deal/link?seat=-1"]
        path = self.rng.choice(["/api/tables", "/api/replay", *(table + place for place in places)])
        turn = self.rng.randrange(4)
        if turn == 0:  # half of it
            return self.posted(path, headers, body + bytes(100))[:-100]
        if turn == 1:
            kinds = [
                "text/plain",
                "multipart/form-data; boundary=x",
                "application/json; charset=\xff",
                "application/x",
                "",
            ]
            kind = self.rng.choice(kinds)
            return self.said("POST", path, [*headers, f"Content-Type: {kind}"], body)
        if turn == 2:
            chunks = [b"zz\r\n", b"-1\r\nx\r\n", b"5\r\nab", b"FFFFFFFFFFFFFFFF\r\nx", b"1;" + b"x" * size]
            return self.said("POST", path, [*headers, "Transfer-Encoding: chunked", *JSON]) + self.rng.choice(chunks)
        return self.posted(path, headers, body)

    def _record(self) -> bytes:
        """Asks for the replay of something that is no record, or hardly one."""
        size = self.rng.randrange(100, 20_000)
        head: dict[str, object] = {"format": "coven-record", "format_version": 2, "game": "midnight", "edition": "x"}
        more: dict[str, object] = {
            "rules_version": 1, "players": 3, "names": ["\u202e" * 99], "seed": "f" * 32, "deck": {}, "deck_hash": "",
            "options": {}, "acts": [[0, "draw"]] * 2000, "phrases": [], "result": None, "state_hash": "", "digest": "",
        }  # fmt: skip
        odd: dict[str, object] = {
            self.rng.choice(list(more)): self.rng.choice([None, -1, 1 << 70, "x", [[]], {"x": 1}])
        }
        texts = ["", "[" * size, "{}", json.dumps(head), json.dumps({**head, **more, **odd}), "\0" * size, "\ud800"]
        wish = {"record": self.rng.choice(texts), "reader": self.rng.choice([-1, 0, 99, -(1 << 40)]), "is_open": True}
        return json.dumps({**wish, "first": self.rng.choice([0, -5, 1 << 50])}).encode()

    def _handshake(self, headers: list[str]) -> bytes:
        odd = [
            ["Sec-WebSocket-Version: 8"], ["Sec-WebSocket-Version: \xff"], ["Sec-WebSocket-Key: short"],
            ["Sec-WebSocket-Key: \xff"],
            ["Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99"],
            ["Sec-WebSocket-Protocol: \xff, ,"],
            ["Sec-WebSocket-Extensions: " + "x;" * 3000], ["Origin: null"], ["Origin: http://evil.example"],
            ["Cookie: \xff"],
        ]  # fmt: skip
        table = self.rng.choice([self.table, "none", "%00", "x" * 64])
        seat = self.rng.choice(["0", "-1", "9" * 30, "x", "", "0&seat=1"])
        way = self.rng.choice([f"socket?seat={seat}", f"socket?seat={seat}", "watch/socket"])
        return self.handshake(f"/api/tables/{table}/{way}", [*self.rng.choice(odd), *headers])

    def handshake(self, path: str, headers: list[str]) -> bytes:
        """Asks for a socket."""
        usual = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY,
            "Origin": f"http://{self.host}",
        }  # fmt: skip
        named = {line.partition(":")[0] for line in headers}
        more = [f"{name}: {text}" for name, text in usual.items() if name not in named]
        return self.said("GET", path, [*headers, *more])

    def _junk(self, headers: list[str]) -> bytes:
        good = self.said("GET", "/api/games", [*headers, "Connection: keep-alive"])
        return self.rng.choice([
            bytes.fromhex("16030100c8010000c40303") + self.rng.randbytes(200),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(50),
            self.rng.randbytes(self.rng.randrange(1, 3000)), b"\r\n" * 1000, b"GET / HTTP/9.9\r\n\r\n",
            b"GET /\r\n\r\n", b"\0",
            good * 50, good[:-30], good[:-2], b"", b"GET / HTTP/1.0\r\n\r\n", good.replace(b"\r\n", b"\n"),
            good + bytes(5000),
        ])  # fmt: skip

    def _opening(self, headers: list[str]) -> bytes:
        odd: list[dict[str, object]] = [
            {}, {"name": "A\u0300" * 200}, {"bots": ["random"] * 40}, {"deck": "x" * 30_000}, {"players": 1 << 65},
            {"game": "../x"},
            {"nonce": "f" * 32}, {"name": "\ud800"}, {"deck": "[[" * 900}, {"more": {}},
        ]  # fmt: skip
        return self.opening(headers, **self.rng.choice(odd))

    def opening(self, headers: list[str], **changes: object) -> bytes:
        """Opens a table, or tries to."""
        wanted: dict[str, object] = {"game": "three-witches", "players": 3, "name": "Eve", "bots": ["thumb"] * 2}
        wanted["nonce"] = self.rng.randbytes(16).hex()
        return self.posted("/api/tables", headers, json.dumps({**wanted, **changes}).encode())

    def key(self, headers: list[str]) -> bytes:
        """Tries an invented key at somebody else's table."""
        token = self.rng.choice([self.rng.randbytes(24).hex()[:32], "\u0000", "x" * 3000, ""])
        cookie = f"Cookie: coven-seat-0={self.rng.randbytes(16).hex()}.{self.rng.randbytes(10).hex()}"
        body = json.dumps({"token": token, "nonce": self.rng.choice(["", "0" * 32, "x"])}).encode()
        table = self.rng.choice([self.table, self.rng.randbytes(12).hex()])
        place = self.rng.choice(["enter", "look", "seats/1", "watch", "watch/link"])
        return self.posted(f"/api/tables/{table}/{place}", [cookie, *headers], body)

    def message(self) -> bytes:
        """The frame of a seat's message: most look legal, and are for other seats, other questions, other moments."""
        if self.rng.random() < 0.1:
            return self._odd_message()
        rng, name = self.rng, self.rng.randbytes(6).hex()
        question = f"{rng.randrange(3)}.{rng.randrange(12)}"
        asked: dict[str, object] = rng.choice([
            {"type": "act", "question": question, "action": rng.randrange(-2, 120)},
            {"type": "act", "question": question, "action": rng.randrange(60),
            "then": [rng.randrange(60)] * rng.randrange(18)},
            {"type": "act", "question": question, "action": 0, "seat": rng.randrange(3)},
            {"type": "undo", "question": question, "steps": rng.randrange(-1, 20)}, {"type": "say", "phrase": "hello"},
            {"type": "bot", "seat": rng.randrange(-1, 4), "level": "thumb"}, {"type": "free", "seat": rng.randrange(4)},
            {"type": "away", "seat": rng.randrange(4)}, {"type": "start"}, {"type": "take"}, {"type": "lesson"},
            {"type": "advise", "question": "9.9"}, {"type": "log", "last": rng.choice([-1, 7, 1 << 62])},
            {"type": "emote", "emote": rng.choice(["laugh", "", "<b>", 7, None])},
            {"type": "agree", "options": {"x": 1 << 62}}, {"type": "name", "name": "\u202e\u3164Anna"}, {"type": "fly"},
            {"type": "watch", "how": self.rng.choice(["off", "public", "all", None])},
            {"type": "invite", "is_open": True}, {"type": "end", "wants": False},
            {"type": "name", "name": f"Eve {name}"},
        ])  # fmt: skip
        return frame(json.dumps({"id": name, **asked}).encode())

    def _odd_message(self) -> bytes:
        size = self.rng.randrange(10, 3000)
        odd = [
            b"", b"{", b"[]", b"null", b"17", b'"x"', b"[" * 20_000, b'{"type": "act"}', b"x" * 60_000, b"\0" * size,
            b'{"id": 1e999}',
            json.dumps({"type": "start", "id": "x" * size}).encode(),
            json.dumps({"type": "x" * size, "id": "1"}).encode(),
            b'{"type": "act", "id": "\\ud800", "question": "0.0", "action": 1e400}',
            b'{"type": "name", "id": "1", "name": "\\u0000"}',
        ]  # fmt: skip
        kind = self.rng.choice([TEXT, TEXT, TEXT, BINARY])
        return frame(self.rng.choice(odd), kind)

    def broken(self) -> bytes:
        """Input that ends a socket: broken frames, or too many."""
        if self.rng.random() < 0.2:
            return frame(BOMB, first=COMPRESSED)
        return self.rng.choice([
            frame(b"x" * 70_000), frame(b"x" * 1_200_000), frame(b"\xff\xfe"), frame(b"x", first=0x70), frame(b"x", 5),
            frame(b"x", CONTINUED), frame(b"x" * 126, PING), frame(b"\x00", CLOSE), frame(b"\x03\xe7\xff", CLOSE),
            b"\x81\x01x",
            struct.pack(">BBQ", 0x81, 0xFF, 1 << 62), struct.pack(">BBQ", 0x81, 0xFF, 1 << 63), self.rng.randbytes(500),
            frame(b"x", is_final=False) + frame(b"y"),
            (frame(b"x" * 1000, is_final=False) + frame(b"x", CONTINUED, is_final=False)) * 100,
            frame(b"ping", PING) * 500, frame(b"x" * 5000)[:-100], b"GET / HTTP/1.1\r\n\r\n",
        ])  # fmt: skip
