#!/usr/bin/python3
"""Plays vectors to a front end: play.py [--patience SECONDS] VECTOR... -- PROGRAM [ARGUMENT...]

A vector is what formd sends, and what a front end must then show and send. A fake formd plays it on a bus of its own to
`PROGRAM ARGUMENT... ADDRESS FORM`. The article "Vectors for clients" of FormClient explains the format. Prints a line for
each vector, and ends with 1 if one has failed. Needs python3-gi and dbus-daemon."""
import argparse
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from gi.repository import Gio, GLib

NAME, ROOT = "org.formd.Forms1", "/org/formd/Forms1"
CLEAR = "\x1b[H\x1b[J"
CONTRACT = pathlib.Path(__file__).parent.parent / "FormBusTests/Contract/org.formd.Forms1.xml"
NODE = Gio.DBusNodeInfo.new_for_xml(CONTRACT.read_text(encoding="utf-8"))
INTERFACES = {short: NODE.lookup_interface(f"{NAME}.{short}") for short in ["Manager", "Session", "Field"]}
PROPERTIES = {short: {property.name: property.signature for property in INTERFACES[short].properties}
              for short in ["Session", "Field"]}
# Calls that are part of following a session, which clients make at different times.
FOLLOWING = ["OpenSession", "Follow", "Unsubscribe"]
BUS = """<busconfig><type>session</type><listen>unix:path={0}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
{1}</busconfig>"""
LIMITS = ["max_message_size", "max_incoming_bytes", "max_outgoing_bytes"]


class Failed(Exception):
    """The front end did not do what the vector says."""


# --- Values

def value(signature, given):
    """What JSON cannot say is {"gvariant": TEXT}, or {"text": TEXT, "times": COUNT} for a long text."""
    if isinstance(given, dict) and "gvariant" in given:
        return GLib.Variant.parse(None, given["gvariant"], None, None)
    return GLib.Variant(signature, plain(signature, given))


def plain(signature, given):
    if signature == "v":
        kinds = {bool: "b", int: "u", str: "s", list: "as"}
        return value(kinds.get(type(given), "v"), given)
    if isinstance(given, dict) and "times" in given:
        return given["text"] * given["times"]
    if signature.startswith("("):
        return tuple(map(plain, GLib.Variant.split_signature(signature), given))
    if signature.startswith("a{"):
        return {key: plain(signature[3:-1], item) for key, item in given.items()}
    if signature.startswith("a"):
        return [plain(signature[1:], item) for item in given]
    return given


def nothing(signature):
    if signature.startswith("("):
        return list(map(nothing, GLib.Variant.split_signature(signature)))
    return {"s": "", "o": "/", "b": False, "d": 0.0, "a": {} if signature.startswith("a{") else []}.get(signature[0], 0)


# --- The daemon

class Connection:
    """A connection to a bus that does nothing by itself: messages are read in order, and whatever is given is sent."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(address.partition("unix:path=")[2])
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while not self.socket.recv(1).endswith(b"\n"):
            pass
        self.socket.sendall(b"BEGIN\r\n")
        self.unread, self.serial = b"", 0
        self.call_bus("Hello", None)

    def send(self, message):
        self.serial += 1
        message.set_serial(self.serial)
        self.socket.sendall(message.to_blob(Gio.DBusCapabilityFlags.NONE))
        return self.serial

    def call_bus(self, method, arguments):
        name = "org.freedesktop.DBus"
        message = Gio.DBusMessage.new_method_call(name, "/org/freedesktop/DBus", name, method)
        if arguments:
            message.set_body(arguments)
        serial = self.send(message)
        while (reply := self.receive()) is None or reply.get_reply_serial() != serial:
            time.sleep(0.001)

    def emit(self, destination, path, interface, name, arguments):
        message = Gio.DBusMessage.new_signal(path, interface, name)
        message.set_destination(destination)
        message.set_body(arguments)
        self.send(message)

    def receive(self):
        """The next message; None if there is none yet."""
        if select.select([self.socket], [], [], 0)[0]:
            self.unread += self.socket.recv(1 << 20)
        if len(self.unread) < 16 or len(self.unread) < Gio.DBusMessage.bytes_needed(self.unread[:16]):
            return None
        length = Gio.DBusMessage.bytes_needed(self.unread[:16])
        message, self.unread = self.unread[:length], self.unread[length:]
        return Gio.DBusMessage.new_from_blob(message, Gio.DBusCapabilityFlags.NONE)


class Formd:
    """A formd with one session, which knows nothing of forms."""

    def __init__(self, address, state, path=None):
        self.connection, self.path, self.exists = Connection(address), path, path is not None
        self.held, self.calls, self.answers = None, [], {}
        self.followers, self.is_followed = [], False
        self.revision, self.objects = state.get("revision", 1), {}
        self.apply(state)

    def take_name(self):
        self.connection.call_bus("RequestName", GLib.Variant("(su)", (NAME, 4)))

    def serve(self):
        while message := self.connection.receive():
            if message.get_message_type() == Gio.DBusMessageType.METHOD_CALL:
                self.called(message)

    def called(self, message):
        method, body = message.get_member(), message.get_body()
        if method not in FOLLOWING:
            target = "" if message.get_interface() == f"{NAME}.Session" else message.get_path().rpartition("/")[2]
            self.calls.append([target, method, *json.loads(json.dumps(body.unpack() if body else []))])
        if self.held is not None and method not in FOLLOWING:
            self.held.append(message)
        else:
            self.answer(message)

    def answer(self, call):
        method, path = call.get_member(), call.get_path()
        given = self.answers.get(method, {})
        if "times" in given:
            given["times"] -= 1
            if given["times"] == 0:
                self.answers.pop(method)
        if "error" not in given and method == "OpenSession":
            token = call.get_body().unpack()[1].get("token", "vector")
            self.path, self.exists = f"{ROOT}/session/{os.getuid()}/{token}", True
        if "error" not in given and path != ROOT and not self.exists:
            given = {"error": ["UnknownSession", "there is no such session"]}
        if "error" in given:
            name, text = given["error"]
            reply = Gio.DBusMessage.new_method_error_literal(call, f"{NAME}.Error.{name}", text)
        else:
            reply = Gio.DBusMessage.new_method_reply(call)
            reply.set_body(self.result(method, path, given))
            if method == "Follow":
                self.followers, self.is_followed = list({*self.followers, call.get_sender()}), True
        if not call.get_flags() & Gio.DBusMessageFlags.NO_REPLY_EXPECTED:
            self.connection.send(reply)

    def result(self, method, path, given):
        if "gvariant" in given:
            return value(None, given)
        if method == "OpenSession":
            return GLib.Variant("(o)", (self.path,))
        if method == "Follow":
            objects = [(name, {property: self.typed(name, property, item) for property, item in properties.items()})
                       for name, properties in self.objects.items()]
            return GLib.Variant("(ta(sa{sv})as)", (self.revision, objects, []))
        kind = "Session" if path == self.path else "Field"
        results = [argument.signature for argument in INTERFACES[kind].lookup_method(method).out_args]
        values = given.get("values", list(map(nothing, results)))
        return value("(" + "".join(results) + ")", values)

    # --- Changes

    def apply(self, change):
        """Takes a change into the state, which the next Follow returns. A field that is added gets every property."""
        for name in change.get("removed", []):
            self.objects.pop(name, None)
        for name, properties in {"": change.get("session", {}), **change.get("fields", {})}.items():
            known = self.objects.get(name)
            if known is None:
                kind = "Field" if name else "Session"
                known = {property: nothing(signature) for property, signature in PROPERTIES[kind].items()}
                known.update({"Visible": True, "Enabled": True, "Valid": True} if name else {"Title": "Form"})
                self.objects[name] = known
            known.update(properties)
        if not change.get("session", {}).get("Fields"):
            self.objects[""]["Fields"] = list(filter(None, self.objects))

    def typed(self, name, property, given):
        signature = PROPERTIES["Field" if name else "Session"].get(property, "v")
        if signature == "ao" and isinstance(given, list):
            given = [f"{self.path}/field/{field}" for field in given]
        item = value(signature, given)
        return item.get_variant() if signature == "v" and item.get_type_string() == "v" else item

    def changed(self, change):
        before = set(self.objects)
        self.apply(change)
        self.revision = change.get("revision", self.revision + 1)
        changes = {"": dict(change.get("session", {})), **change.get("fields", {})}
        changes.update((name, self.objects[name]) for name in self.objects if name not in before)
        if set(self.objects) != before or change.get("removed"):
            changes[""]["Fields"] = self.objects[""]["Fields"]
        self.announce(change, changes)

    def announce(self, change, changes):
        if not self.is_followed:
            return None
        if "gvariant" in change:
            return self.tell("Changed", value(None, change))
        changes = [(name, {property: self.typed(name, property, item) for property, item in properties.items()})
                   for name, properties in changes.items() if properties]
        events = [(event, plain("a{sv}", arguments)) for event, arguments in change.get("events", [])]
        signal = (change.get("revision", self.revision), changes, change.get("removed", []), events)
        self.tell("Changed", GLib.Variant("(ta(sa{sv})asa(sa{sv}))", signal))

    def tell(self, name, arguments):
        for follower in self.followers:
            self.connection.emit(follower, self.path, f"{NAME}.Session", name, arguments)


# --- The front end

class FrontEnd:
    """The program, and what it has printed line by line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines, self.rest, self.errors = [], b"", b""
        for stream in [self.process.stdout, self.process.stderr]:
            os.set_blocking(stream.fileno(), False)

    def read(self):
        *lines, self.rest = (self.rest + (self.process.stdout.read() or b"")).split(b"\n")
        self.lines += [line.decode(errors="replace") for line in lines]
        self.errors += self.process.stderr.read() or b""

    def type(self, keys):
        self.process.stdin.write(keys.encode())
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        for stream in [self.process.stdin, self.process.stdout, self.process.stderr]:
            stream.close()
        self.process.wait()


class Player:
    def __init__(self, vector, address, command, patience):
        self.vector, self.address, self.patience = vector, address, patience
        self.formd = Formd(address, vector["state"])
        self.formd.answers = dict(vector.get("answers", {}))
        self.formd.take_name()
        self.front_end = FrontEnd([*command, address, "form"])
        self.shown, self.is_lenient, self.is_away = [], False, False

    def play(self):
        try:
            for number, step in enumerate(self.vector["steps"]):
                (action, argument), = step.items()
                try:
                    getattr(self, action)(argument)
                except (Failed, OSError, GLib.Error) as failure:
                    raise Failed(f"step {number + 1}, {json.dumps(step, ensure_ascii=False)[:300]}: {failure}") from None
            if "ends" not in self.vector["steps"][-1]:
                self.finish()
            printed = self.shown + self.front_end.lines
            if said := [text for text in self.vector.get("never", []) if any(text in line for line in printed)]:
                raise Failed(f"it has shown {said}")
        finally:
            self.front_end.end()
            self.formd.connection.socket.close()

    def finish(self):
        """One more transaction shows that nothing else was drawn or sent before it."""
        self.changed({"session": {"Title": "The end"}})
        if self.is_lenient:
            self.until(lambda: any(line == CLEAR + "The end" for line in self.front_end.lines), "the last drawing")
        else:
            self.matches([CLEAR + "The end"])
        if self.formd.calls:
            raise Failed(f"it has also sent {self.formd.calls}")

    def until(self, condition, what):
        deadline = time.monotonic() + self.patience
        while not condition():
            if not self.is_away:
                self.formd.serve()
            status = self.front_end.process.poll()
            self.front_end.read()
            if condition():
                return
            if time.monotonic() > deadline or (status is not None and what != "its end"):
                end = "" if status is None else f"; it has ended with {status}"
                said = self.front_end.errors.decode(errors="replace")[-2000:]
                raise Failed(f"waited for {what}{end}\nprinted: {self.front_end.lines[:60]}\n"
                             f"sent: {self.formd.calls}\n{said}")
            time.sleep(0.002)

    def take(self, count):
        taken, self.front_end.lines = self.front_end.lines[:count], self.front_end.lines[count:]
        self.shown.extend(taken)

    def matches(self, lines):
        """The next lines are these."""
        for number, line in enumerate(lines):
            self.until(lambda: len(self.front_end.lines) > number, f"{line!r}")
            if self.front_end.lines[number][:10_000] != line:
                raise Failed(f"{self.front_end.lines[number][:200]!r} instead of {line!r}")
        self.take(len(lines))

    # --- What the front end must do

    def shows(self, lines):
        self.matches([CLEAR + lines[0], *lines[1:]])

    def says(self, lines):
        self.matches(lines)

    def eventually(self, lines):
        wanted = [CLEAR + lines[0], *lines[1:]]

        def found():
            printed = self.front_end.lines
            return next((at for at in range(len(printed)) if printed[at:at + len(wanted)] == wanted), None)
        self.until(lambda: found() is not None, f"{lines}")
        self.take(found() + len(wanted))
        self.is_lenient = True

    def complains(self, _):
        """It tells its user of an error, in any words."""
        self.until(lambda: any(line.startswith("! ") for line in self.front_end.lines), "a line with an error")
        self.take(next(at for at, line in enumerate(self.front_end.lines) if line.startswith("! ")) + 1)
        self.is_lenient = True

    def sent(self, calls):
        self.until(lambda: len(self.formd.calls) >= len(calls), f"{len(calls)} calls")
        if self.formd.calls != calls:
            raise Failed(f"it has sent {self.formd.calls}")
        self.formd.calls = []

    def ends(self, status):
        self.until(lambda: self.front_end.process.poll() is not None, "its end")
        if self.front_end.process.returncode != status:
            errors = self.front_end.errors.decode(errors="replace")[-2000:]
            raise Failed(f"it has ended with {self.front_end.process.returncode}\n{errors}")
        self.front_end.read()
        if self.front_end.lines and not self.is_lenient:
            raise Failed(f"it has also printed {self.front_end.lines[:20]}")
        self.take(len(self.front_end.lines))

    # --- What happens to it

    def type(self, keys):
        if keys is None:
            self.front_end.process.stdin.close()
        else:
            self.front_end.type(keys)

    def changed(self, change):
        self.formd.changed(change)

    def lies(self, change):
        """A signal Changed that is not true: the state stays as it is."""
        self.formd.announce(change, {"": change.get("session", {}), **change.get("fields", {})})

    def unsaid(self, change):
        """A transaction of which the front end is not told."""
        self.formd.apply(change)
        self.formd.revision = change.get("revision", self.formd.revision + 1)

    def answers(self, answers):
        self.formd.answers.update(answers)

    def hold(self, is_held):
        held, self.formd.held = self.formd.held or [], [] if is_held else None
        for call in held:
            self.formd.answer(call)

    def closed(self, reason):
        self.formd.tell("Closed", GLib.Variant("(s)", (reason,)))

    def ended(self, reason):
        self.formd.is_followed = False
        self.formd.tell("SubscriptionEnded", GLib.Variant("(s)", (reason,)))

    def forged(self, change):
        """Another program says what only formd may say."""
        other = Formd(self.address, self.vector["state"], self.formd.path)
        other.followers, other.is_followed = self.formd.followers, True
        other.changed(change)
        other.tell("Closed", GLib.Variant("(s)", ("forged",)))
        other.connection.call_bus("GetId", None)
        other.connection.socket.close()

    def leaves(self, _):
        self.formd.connection.socket.close()
        self.is_away = True

    def returns(self, given):
        """With `state`, formd has lost the session and has this state once it is opened again."""
        before, self.is_away = self.formd, False
        self.formd = Formd(self.address, given.get("state", self.vector["state"]), before.path)
        self.formd.answers = dict(given.get("answers", {}))
        if "state" in given:
            self.formd.exists = False
        else:
            self.formd.revision, self.formd.objects = before.revision, before.objects
        self.formd.take_name()


def main():
    separator = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    command = sys.argv[separator + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patience", type=float, default=20, help="seconds for each step")
    parser.add_argument("vectors", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args(sys.argv[1:separator])
    if not command:
        parser.error("no PROGRAM after --")
    has_failed = False
    with tempfile.TemporaryDirectory() as folder:
        limits = "".join(f'<limit name="{name}">{1 << 27}</limit>' for name in LIMITS)
        configuration = pathlib.Path(folder, "bus.conf")
        configuration.write_text(BUS.format(folder, limits), encoding="utf-8")
        daemon = subprocess.Popen(["dbus-daemon", "--nofork", "--print-address", f"--config-file={configuration}"],
                                  stdout=subprocess.PIPE)
        try:
            address = daemon.stdout.readline().decode().split(",")[0].strip()
            for path in arguments.vectors:
                vector = json.loads(path.read_text(encoding="utf-8"))
                try:
                    Player(vector, address, command, arguments.patience).play()
                    print(f"ok {path.stem}", flush=True)
                except Failed as failure:
                    has_failed = True
                    print(f"FAILED {path.stem}: {vector['title']}\n  {failure}", flush=True)
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait()
    return has_failed


if __name__ == "__main__":
    sys.exit(main())
