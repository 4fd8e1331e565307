#!/usr/bin/python3
"""Does to a gateway what pages do not do: hostile.py PROGRAMS. Prints a line for each scenario; ends with 1 if one failed."""
import copy
import json
import pathlib
import random
import socket
import struct
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

from services import Services

HERE = pathlib.Path(__file__).parent
PAGES = 16


class Failed(Exception):
    """The gateway did not do what it must."""


def expect(condition, what):
    if not condition:
        raise Failed(what)


class Client:
    """What a browser would be, with whatever it must not send."""

    def __init__(self, services, source="127.0.0.1"):
        self.port, self.admin, self.source = services.port, services.served.admin, source
        self.origin = f"http://127.0.0.1:{self.port}"

    def at(self, source):
        """The same at another address of the loopback network."""
        other = copy.copy(self)
        other.source = source
        return other

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(self.source, 0))

    def report(self):
        """What administrators see."""
        with urllib.request.urlopen(self.admin + "report", timeout=20) as answer:
            return json.load(answer)

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
    """A well-behaved page is served."""
    page = Page(client)
    expect(page.is_open and "result" in page.state, f"a page is not served any more: {page.state if page.is_open else ''}")
    page.call("Focus", field="name")
    for _ in range(30):
        answer = page.call("InsertText", field="name", arguments={"text": "a"})
        expect("result" in answer, f"{answer}")
    page.socket.close()


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
    for number in range(60):
        page = Page(client.at(f"127.0.4.{1 + number}"), None)
        try:
            page.socket.sendall(random.randbytes(random.randrange(1, 400)))
        except ConnectionError:
            pass
        page.socket.close()
    # The session of such a page is closed like that of any page that was left.
    page = Page(client)
    page.call("Focus", field="name")
    number = max(session["number"] for session in client.report()["sessions"])
    page.frame(b"x")
    expect(page.ends(), "it is accepted from a page with a session")
    until(lambda: all(session["number"] != number for session in client.report()["sessions"]), "the session to be closed")
    serves(client)


def offences(client):
    """An address whose connections end again and again because of what they sent is refused for a while; others are not."""
    other, refused = client.at("127.0.5.1"), False
    for _ in range(80):
        try:
            page = Page(other, None)
            page.frame(b"{")
            page.ends()
            page.socket.close()
        except OSError:
            refused = True
            break
        if not page.is_open:
            refused = True
            break
    expect(refused, "an address may offend without end")
    serves(client)
    time.sleep(3)
    serves(other)


def sizes(client):
    """Requests with too much of anything are not read to their end."""
    host = f"Host: 127.0.0.1:{client.port}\r\n"
    for text in [f"GET / HTTP/1.1\r\n{host}X: {'a' * 40_000}\r\n\r\n", f"GET / HTTP/1.1\r\n{host}" + "".join(f"X{n}: a\r\n" for n in range(300)) + "\r\n",
                 f"POST /token HTTP/1.1\r\n{host}Content-Length: 5000000\r\n\r\n" + "a" * 5_000_000, "nonsense\r\n\r\n", "\x16\x03\x01" * 50]:
        expect(client.ask(text)[0] in [0, 400, 413, 431], f"{text[:60]!r} is answered")
    serves(client)


def crowds(client):
    """Many connections of one address, half-open ones, and readers that do not read: others are served."""
    idle = [client.connect() for _ in range(40)]
    for connection in idle[:20]:
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
    serves(client)
    for connection in idle:
        connection.close()
    for page in slow:
        page.socket.close()


def thousand(client):
    """A thousand connections of 64 addresses that send nonsense, half a request, or do not read: others are served as ever."""
    random.seed(1000)
    hostile = []
    for number in range(1000):
        other = client.at(f"127.0.1.{1 + number % 64}")
        try:
            if number % 3 == 0:
                connection = other.connect()
                connection.sendall(b"GET / HT")
                hostile.append(connection)
                continue
            page = Page(other, None)
            hostile.append(page.socket)
            page.frame(json.dumps({"id": 1, "call": "OpenSession", "form": "kinds", "page": str(number)}).encode())
            for call in range(2, 20 if number % 3 == 1 else 2):
                page.frame(json.dumps({"id": call, "call": "ListOptions", "field": "city", "arguments": {"filter": "", "offset": 0, "limit": 100}}).encode())
            if number % 3 == 2:
                page.socket.sendall(random.randbytes(random.randrange(1, 400)))
        except ConnectionError:
            pass
        if number % 100 == 99:
            serves(client)
    expect(len(hostile) == 1000, f"only {len(hostile)} connections")
    serves(client)
    for connection in hostile:
        connection.close()
    until(lambda: used(client, "connections") < 50, "the connections to be forgotten")
    serves(client)


def used(client, limit):
    return next(number for name, number, _ in client.report()["limits"] if name == limit)


def until(condition, what, patience=30):
    deadline = time.monotonic() + patience
    while not condition():
        expect(time.monotonic() < deadline, f"waited for {what}")
        time.sleep(0.05)


def floods(client):
    """A page that sends without end is read slowly, by its messages and by its bytes; others are not."""
    page = Page(client)
    page.call("Focus", field="name")
    began = time.monotonic()
    for number in range(350):
        page.frame(json.dumps({"id": 10_000 + number, "call": "Extend"}).encode())
    serves(client)
    while (frame := page.read()) and (frame[0] != 1 or json.loads(frame[1]).get("id") != 10_000 + 349):
        pass
    expect(frame, "the connection has ended")
    # What was read in one piece is paid for by what comes next.
    page.number = 20_000
    expect("result" in page.call("Extend"), "the last message is not answered")
    expect(time.monotonic() - began > 2.5, "350 messages were taken at once")
    page = Page(client)
    text = "a" * 400_000
    began = time.monotonic()
    for _ in range(13):
        expect("error" in page.call("Nonsense", padding=text), "a long message is not answered")
    expect(time.monotonic() - began > 2, "5.2 MB were taken at once")


def openings(client):
    """An address opens so many sessions and then no more, also if it closes them; others do."""
    other, refused = client.at("127.0.2.1"), None
    for _ in range(8 * PAGES):
        page = Page(other, None)
        answer = page.call("OpenSession", form="kinds", page="p")
        page.socket.close()
        if "error" in answer:
            refused = answer["error"]["name"]
            break
    expect(refused == "LimitExceeded", f"{8 * PAGES} sessions are opened: {refused}")
    serves(client)


def tokens(client):
    """An address takes so many tokens and no more; others have theirs."""
    other = client.at("127.0.9.1")
    expect(any(other.request("POST", "/token", Origin=other.origin)[0] == 403 for _ in range(9000)), "9,000 tokens")
    serves(client)


def connections(client):
    """An address has so many connections and no more; others have theirs."""
    other = client.at("127.0.3.1")
    held = [other.connect() for _ in range(4 * PAGES)]
    last = other.connect()
    expect(last.recv(1) == b"", "a connection too many")
    serves(client)
    for connection in held:
        connection.close()


def administrators(client):
    """The view for administrators has numbers and no values, only for its own host, and only if it was asked for."""
    page = Page(client)
    page.call("InsertText", field="name", arguments={"text": "Quillsmith"})
    key = page.state["result"]["session"]
    report = client.report()
    expect(report["sessionCount"] >= 1 and report["sessions"][0]["operations"] >= 1, f"{report}")
    expect(len(report["limits"]) == 6 and all(0 <= used <= limit for _, used, limit in report["limits"]), f"{report['limits']}")
    expect({"name", "version", "state"} <= set(report["plugins"][0]), f"{report['plugins']}")
    text = json.dumps(report)
    expect("Quillsmith" not in text and key not in text and "127.0.0.1" not in text and "/" not in text, text)
    expect(client.request("GET", "/report")[0] == 404, "the page's address has the report")
    admin = copy.copy(client)
    admin.port = int(client.admin.rstrip("/").rpartition(":")[2])
    found = admin.request("GET", "/report")
    expect(found[0] == 200 and all(found[1].get(name) == value for name, value in HEADERS.items()), f"{found}")
    for status, method, path, more in [(403, "GET", "/report", {"Host": "evil.example"}), (404, "GET", "/formd.js", {}), (405, "POST", "/report", {}),
                                       (404, "GET", "/socket", {}), (405, "POST", "/token", {"Origin": client.origin})]:
        expect(admin.request(method, path, **more)[0] == status, f"{method} {path} {more}")


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


SCENARIOS = [headers, doors, rights, administrators, frames, offences, sizes, crowds, floods, connections, tokens, openings, thousand, many, late]


def main():
    has_failed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        services = Services(sys.argv[1], folder, "--form", "kinds", "--pages-per-address", str(PAGES), "--grace", "1", "--admin", "127.0.0.1:0",
                            forms=str(HERE.parent / "Forms"))
        client = Client(services)
        client.slow = client.connect()
        client.slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        try:
            for scenario in [one for one in SCENARIOS if not sys.argv[2:] or one.__name__ in sys.argv[2:]]:
                try:
                    # What one has used of its address's limits is nothing to the next.
                    scenario(client.at(f"127.1.{SCENARIOS.index(scenario)}.1"))
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
