"""The front of several workers: one nginx, whose configuration is made here.

A request for a table goes to any worker first, without its body, which names the table's owner (see `directory`); then
nginx hands the request over to that. A socket stays there until it closes. Everything else is answered by any worker.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from coven.server.directory import AWAY, place
from coven.server.errors import MOVING
from coven.server.replay_api import MOST_RECORD

PULSE = 2.5
"""Seconds between two pulses that a worker sends over a socket: what says less for SILENCE is dead."""
SILENCE = 6
ASKING, SEEKING, REACHING, PAGE, ANSWERING = 2, 5, 1, 10, 60
"""Seconds: for saying who owns a table, at one worker and at all; for taking up a connection; for a file of the page;
for any other answer."""
REST = 3
"""Seconds in which a worker that did not answer is asked nothing but who owns a table. That it is asked all the same:
when pages come back all at once, it may only be slow, and if all workers rested, nobody would come in."""

UPSTREAM = "coven"
ASKED = "coven-asked"

CONFIGURATION = """\
# Made by `coven front`: the front of {count} workers.
upstream {upstream} {{
    zone {upstream} 64k;
{any_worker}
}}
upstream {asked} {{
    zone {asked} 64k;
{asked_worker}
}}
{upstreams}
map $http_upgrade $coven_connection {{ "" ""; default upgrade; }}
map $http_x_forwarded_proto $coven_scheme {{ "" $scheme; default $http_x_forwarded_proto; }}
server {{
    listen {listen};
    client_max_body_size {body};
    client_header_timeout 10s;
    client_body_timeout 10s;
    proxy_http_version 1.1;
    proxy_buffering off;
    proxy_connect_timeout {reaching}s;
    proxy_read_timeout {answering}s;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $coven_scheme;
    proxy_set_header Connection "";
    proxy_set_header Coven-Front "";
    error_page 502 504 = @{away};

    location / {{
        proxy_pass http://{upstream};
        proxy_next_upstream error timeout http_502;
        proxy_read_timeout {page}s;
    }}
    location ~ /api/replay$ {{
        proxy_pass http://{upstream};
    }}
    location ~ /api/tables$ {{
        proxy_pass http://{upstream};
        proxy_next_upstream error timeout http_502;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $coven_scheme;
        proxy_set_header Connection "";
        proxy_set_header Coven-Front ask;
    }}
    location ~ /api/tables/[\\w-]+(/|$) {{
        proxy_pass http://{asked};
        proxy_next_upstream error timeout http_502 non_idempotent;
        proxy_next_upstream_timeout {seeking}s;
        proxy_read_timeout {asking}s;
        proxy_pass_request_body off;
        proxy_set_header Content-Length "";
        proxy_set_header Connection "";
        proxy_set_header Coven-Front ask;
    }}
{places}
    location @{away} {{
        default_type application/json;
        return 503 '{problem}';
    }}
}}
"""
ONE = "upstream {upstream}-{number} {{ server {at} max_fails=0; }}"
PLACES = """\
    location @{requests} {{
        proxy_pass http://{upstream}-{number};
    }}
    location @{sockets} {{
        proxy_pass http://{upstream}-{number};
        proxy_read_timeout {silence}s;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $coven_scheme;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $coven_connection;
        proxy_set_header Coven-Front "";
    }}"""


def configuration(workers: Mapping[int, str], listen: str) -> str:
    """nginx's configuration, to be included in its `http` block. `workers`: by number, the addresses at which they
    listen; `listen`: the address at which nginx does."""
    problem = json.dumps({"type": "error", "code": "elsewhere", "text": MOVING})
    return CONFIGURATION.format(
        upstream=UPSTREAM, asked=ASKED, count=len(workers), listen=listen, body=MOST_RECORD, away=AWAY, problem=problem,
        reaching=REACHING, answering=ANSWERING, asking=ASKING, seeking=SEEKING, page=PAGE,
        any_worker="\n".join(f"    server {at} max_fails=1 fail_timeout={REST}s;" for at in workers.values()),
        asked_worker="\n".join(f"    server {at} max_fails=0;" for at in workers.values()),
        upstreams="\n".join(ONE.format(upstream=UPSTREAM, number=number, at=at) for number, at in workers.items()),
        places="\n".join(map(_places, workers)),
    )  # fmt: skip


def _places(number: int) -> str:
    names = {kind: place(kind, number) for kind in ("requests", "sockets")}
    return PLACES.format(upstream=UPSTREAM, number=number, silence=SILENCE, **names)
