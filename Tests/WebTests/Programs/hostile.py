#!/usr/bin/python3
"""Does to a gateway what pages do not do: hostile.py PROGRAMS. Prints a line for each scenario; ends with 1 if one failed."""
import base64
import json
import os
import pathlib
import random
import socket
import struct
import sys
import tempfile
import time
import traceback

from services import Services

HERE = pathlib.Path(__file__).parent
PAGES = 40


class Failed(Exception):
    """The gateway did not do what it must."""


def expect(condition, what):
    if not condition:
        raise Failed(what)


class Client:
    """What a browser would be, with whatever it must not send."""

    def __init__(self, services):
        self.port = services.port
        self.origin = f"http://127.0.0.1:{self.port}"

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def ask(self, text):
        """Sends a request and reads until the end. Returns the status, the headers and the body."""
        with self.connect() as connection:
            answer = b""
            try:
                connection.sendall(text.encode() if isinstance(text, str) else text)
                while chunk := connection.recv(65536):
                    answer += chunk
                    if b"101 Switching" in answer:
                        break
            except ConnectionError:
                pass
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0
        return status, {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines[1:]}, body

    def request(self, method, path, **headers):
        headers = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.ask(f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None) + "\r\n")

    def token(self):
        return self.request("POST", "/token", Origin=self.origin)[2].decode()

    def upgrade(self, token, **headers):
        return self.request("GET", "/socket", **{
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec_WebSocket_Protocol": f"formd.1, token.{token}", "Origin": self.origin, **headers})[0]


class Page:
    """A WebSocket of its own making."""

    def __init__(self, client, form="kinds"):
        self.socket, self.unread, self.number = client.connect(), b"", 0
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall((f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                             f"Sec-WebSocket-Protocol: formd.1, token.{client.token()}\r\nOrigin: {client.origin}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.unread:
            chunk = self.socket.recv(65536)
            if not chunk:
                break
            self.unread += chunk
        head, _, self.unread = self.unread.partition(b"\r\n\r\n")
        self.is_open = b" 101 " in head.split(b"\r\n")[0] + b" "
        if self.is_open and form:
            self.state = self.call("OpenSession", form=form, page="p%d" % random.randrange(10**9))

    def frame(self, data, opcode=1, fin=True):
        length = len(data)
        size = bytes([128 | length]) if length < 126 else struct.pack(">BH", 254, length) if length < 65536 else struct.pack(">BQ", 255, length)
        self.socket.sendall(bytes([(128 if fin else 0) | opcode]) + size + b"\0\0\0\0" + data)

    def read(self):
        """The next frame's opcode and data; None at the end."""
        def enough():
            if len(self.unread) < 2:
                return 0
            short = self.unread[1] & 127
            start = {126: 4, 127: 10}.get(short, 2)
            if len(self.unread) < start:
                return 0
            length = short if short < 126 else int.from_bytes(self.unread[2:start], "big")
            return start + length if len(self.unread) >= start + length else 0
        while not (end := enough()):
            try:
                chunk = self.socket.recv(1 << 20)
            except ConnectionError:
                return None
            if not chunk:
                return None
            self.unread += chunk
        frame, self.unread = self.unread[:end], self.unread[end:]
        return frame[0] & 15, frame[{126: 4, 127: 10}.get(frame[1] & 127, 2):]

    def call(self, name, /, **members):
        self.number += 1
        self.frame(json.dumps({"id": self.number, "call": name, **members}).encode())
        while frame := self.read():
            if frame[0] == 1 and (message := json.loads(frame[1])).get("id") == self.number:
                return message
        return None

    def ends(self):
        """Whether the gateway ends the connection."""
        while frame := self.read():
            if frame[0] == 8:
                return True
        return True


def serves(client):
    """A well-behaved page is served: the time of a key in milliseconds."""
    page = Page(client)
    expect(page.is_open and "result" in page.state, "a page is not served any more")
    page.call("Focus", field="name")
    times = []
    for _ in range(30):
        began = time.monotonic()
        answer = page.call("InsertText", field="name", arguments={"text": "a"})
        times.append((time.monotonic() - began) * 1000)
        expect("result" in answer, f"{answer}")
    page.socket.close()
    return sorted(times)[-1]


# --- Scenarios

HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}


def headers(client):
    """Every answer has the security headers, and names neither the server nor a path of the machine."""
    for status, method, path, more in [(200, "GET", "/", {}), (404, "GET", "/../etc/passwd", {}), (403, "POST", "/token", {}), (405, "PUT", "/", {})]:
        found, given, body = client.request(method, path, **more)
        expect(found == status, f"{method} {path}: {found}")
        for name, value in HEADERS.items():
            expect(given.get(name) == value, f"{path}: {name} is {given.get(name)!r}")
        expect("server" not in given and b"/usr" not in body and b"/tmp" not in body, f"{given} {body}")
    page = client.request("GET", "/")[2]
    expect(b"<script>" not in page and b"style=" not in page and b"http:" not in page, "the page has something inline or foreign")


def doors(client):
    """Another host, another origin, no token, a used token and another version are refused before any frame."""
    for name in ["evil.example", f"evil.example:{client.port}", "", None]:
        expect(client.request("GET", "/", Host=name)[0] in [400, 403], f"the host {name}")
    for origin in ["http://evil.example", "null", f"https://127.0.0.1:{client.port}", None]:
        expect(client.request("POST", "/token", Origin=origin)[0] == 403, f"a token for the origin {origin}")
        expect(client.upgrade(client.token(), Origin=origin) == 403, f"a socket for the origin {origin}")
    token = client.token()
    expect(client.upgrade(token) == 101, "a token is refused")
    expect(client.upgrade(token) == 403, "a token can be used twice")
    expect(client.upgrade("0" * 32) == 403, "a guessed token")
    expect(client.upgrade("x", Sec_WebSocket_Protocol="formd.1") == 403, "no token")
    expect(client.upgrade("x", Sec_WebSocket_Protocol=f"formd.2, token.{client.token()}") == 403, "another version")


def rights(client):
    """A page does what a person does: no program's methods, no other form, no other session."""
    page = Page(client)
    for name, field, arguments in [("Reveal", "secret", {}), ("SetText", "name", {"text": "x", "options": {}}), ("SetError", "name", {"message": "x"}),
                                   ("Configure", "name", {"definition": "{}"}), ("Grant", None, {"uid": 0, "role": "owner"}), ("Explain", None, {}),
                                   ("GetDefinition", None, {}), ("SetValues", None, {"values": {}}), ("Nonsense", None, {})]:
        given = {"arguments": arguments, **({"field": field} if field is not None else {})}
        expect(page.call(name, **given).get("error", {}).get("name") == "AccessDenied", f"{name} is granted")
    for arguments in [{"property": "Fields", "value": "x"}, {"property": "Locale", "value": 3}, {}]:
        expect(page.call("Set", arguments=arguments)["error"]["name"] == "InvalidArgument", f"Set {arguments}")
    for arguments in [{}, {"text": 3}, {"text": None}]:
        expect(page.call("InsertText", field="name", arguments=arguments)["error"]["name"] == "InvalidArgument", f"InsertText {arguments}")
    for field in ["nothing", "../../..", "a/b", "x" * 5000]:
        expect("error" in (page.call("InsertText", field=field, arguments={"text": "x"}) or {}), f"the field {field[:20]!r}")
    for form in ["order2", "/etc/passwd", "../kinds"]:
        answer = Page(client, None).call("OpenSession", form=form, page="p")
        expect(answer["error"]["name"] == "UnknownForm" and "/" not in answer["error"]["message"], f"{answer}")
    for key in ["a" * 32, "till", "../../1000/till", ""]:
        answer = Page(client, None).call("Follow", session=key, page="p")
        expect(answer["error"]["name"] == "UnknownSession", f"the session {key}: {answer}")
    key = page.state["result"]["session"]
    expect("result" in Page(client, None).call("Follow", session=key, page="q"), "its own session is refused")
    expect(all("/" not in name for name in page.state["result"]["changes"][""]["Fields"]), "a page learns paths")


def frames(client):
    """Malformed, huge and endless frames end the connection that sent them, and no other."""
    random.seed(38)
    bad = [
        lambda page: page.frame(b"\xff\xfe"), lambda page: page.frame(b"{"), lambda page: page.frame(b"[]"), lambda page: page.frame(b'{"id":0}'),
        lambda page: page.frame(b"[" * 100_000), lambda page: page.frame(b"x", opcode=2), lambda page: page.frame(b"x", opcode=5),
        lambda page: page.frame(b"a" * (600 << 10)), lambda page: page.socket.sendall(b"\x81\xff" + b"\xff" * 8 + b"\0" * 4),
        lambda page: [page.frame(b"a", opcode=0 if number else 1, fin=False) for number in range(200)],
        lambda page: page.socket.sendall(b"\x81\x05hello"),
        lambda page: page.frame(json.dumps({"id": 9, "call": "OpenSession", "form": "kinds"}).encode()),
    ]
    for number, send in enumerate(bad):
        page = Page(client)
        try:
            send(page)
        except ConnectionError:
            pass
        expect(page.ends(), f"frame {number} is accepted")
        page.socket.close()
    for _ in range(60):
        page = Page(client, None)
        try:
            page.socket.sendall(random.randbytes(random.randrange(1, 400)))
        except ConnectionError:
            pass
        page.socket.close()
    serves(client)


def sizes(client):
    """Requests with too much of anything are not read to their end."""
    host = f"Host: 127.0.0.1:{client.port}\r\n"
    for text in [f"GET / HTTP/1.1\r\n{host}X: {'a' * 40_000}\r\n\r\n", f"GET / HTTP/1.1\r\n{host}" + "".join(f"X{n}: a\r\n" for n in range(300)) + "\r\n",
                 f"POST /token HTTP/1.1\r\n{host}Content-Length: 5000000\r\n\r\n" + "a" * 5_000_000, "nonsense\r\n\r\n", "\x16\x03\x01" * 50]:
        expect(client.ask(text)[0] in [0, 400, 413, 431], f"{text[:60]!r} is answered")
    serves(client)


def crowds(client):
    """Many connections of one address, half-open ones, and readers that do not read: others are served as before."""
    before = serves(client)
    idle = [client.connect() for _ in range(100)]
    for connection in idle[:50]:
        connection.sendall(b"GET / HT")
    slow = [Page(client) for _ in range(5)]
    for page in slow:
        page.call("Focus", field="about")
        page.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page.socket.settimeout(0.2)
        try:
            for number in range(400):
                page.frame(json.dumps({"id": 1000 + number, "call": "ListOptions", "field": "place", "arguments": {"filter": "", "offset": 0, "limit": 100}}).encode())
        except TimeoutError:
            pass
    during = serves(client)
    expect(during < max(20 * before, 500), f"a key takes {during:.0f} ms beside them, {before:.0f} ms without")
    for connection in idle:
        connection.close()
    for page in slow:
        page.socket.close()


def many(client):
    """An address has so many pages and no more, and has them again when they are closed."""
    pages, last = [], None
    deadline = time.monotonic() + 20
    while len(pages) < PAGES and time.monotonic() < deadline:
        last = Page(client, None)
        if last.is_open and last.call("OpenSession", form="kinds", page="p"):
            pages.append(last)
    expect(len(pages) == PAGES, f"only {len(pages)} pages")
    last = Page(client, None)
    expect(not last.is_open or last.ends(), "a page too many")
    for page in pages:
        page.socket.close()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        page = Page(client, None)
        if page.is_open and page.call("OpenSession", form="kinds", page="p"):
            return
    raise Failed("its places are not free again")


def late(client):
    """A request that does not end is given up."""
    client.slow.settimeout(25)
    try:
        expect(client.slow.recv(1000) == b"" or client.slow.recv(1) == b"", "it is waited for")
    except ConnectionError:
        pass
    serves(client)


SCENARIOS = [headers, doors, rights, frames, sizes, crowds, many, late]


def main():
    has_failed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        services = Services(sys.argv[1], folder, "--form", "kinds", "--pages-per-address", str(PAGES), forms=str(HERE.parent / "Forms"))
        client = Client(services)
        client.slow = client.connect()
        client.slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        try:
            for scenario in [one for one in SCENARIOS if not sys.argv[2:] or one.__name__ in sys.argv[2:]]:
                try:
                    scenario(client)
                    print(f"ok {scenario.__name__}", flush=True)
                except Exception as failure:
                    has_failed = True
                    trace = "".join(traceback.format_tb(failure.__traceback__)[-2:])
                    print(f"FAILED {scenario.__name__}: {scenario.__doc__}\n{failure!r}\n{trace}", flush=True)
        finally:
            services.close()
    return has_failed


if __name__ == "__main__":
    sys.exit(main())
