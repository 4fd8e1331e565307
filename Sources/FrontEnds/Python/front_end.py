#!/usr/bin/python3
"""A form in a terminal, on plain GDBus: front_end.py ADDRESS FORM. Keys come from standard input and do not wait for
replies; what is drawn is what formd says. Control and S submits, the end of the input closes the session."""
import codecs, os, sys
from gi.repository import Gio, GLib

NAME, ROOT, TOKEN = "org.formd.Forms1", "/org/formd/Forms1", f"front_end_{os.getpid()}"
SESSION = f"{ROOT}/session/{os.getuid()}/{TOKEN}"    # known before the session is open
OPTIONS = {"token": GLib.Variant("s", TOKEN), "attach": GLib.Variant("b", True)}
KEYS = {"\x02": ("MoveCaret", "(sib)", "character", -1, False), "\x06": ("MoveCaret", "(sib)", "character", 1, False),
        "\x7f": ("Delete", "(si)", "character", -1), "\x17": ("Delete", "(si)", "word", -1),
        "\r": ("PressReturn", "()"), "\n": ("PressReturn", "()")}
objects = {}    # the properties by field; the session is ""

def call(path, interface, method, signature="()", *arguments, then=lambda *_: None, failed=lambda: None):
    """Calls a method without waiting for the answer: formd performs the calls of a connection in order."""
    def answered(bus, result):
        try:
            then(*bus.call_finish(result).unpack())
        except GLib.Error as error:
            print("!", error.message.partition(": ")[2] or error.message)
            failed()
    bus.call(NAME, path, f"{NAME}.{interface}", method, GLib.Variant(signature, arguments), None, 0, -1, None, answered)

def connect():
    """Connects, and again after the connection was lost."""
    global bus
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    try:
        bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
    except GLib.Error as error:
        return print("!", error.message) or GLib.timeout_add(1000, connect) and False
    bus.connect("closed", lambda *_: GLib.timeout_add(100, connect))
    bus.signal_subscribe(NAME, f"{NAME}.Session", None, SESSION, None, 0, lambda *signal: told(signal[4], *signal[5]))
    bus.signal_subscribe("org.freedesktop.DBus", None, "NameOwnerChanged", None, NAME, 0, follow)
    follow()

def follow(*_):
    """Opens the session, or attaches to it after an interruption, and follows it: again until that succeeds."""
    call(ROOT, "Manager", "OpenSession", "(sa{sv})", sys.argv[2], OPTIONS)
    call(SESSION, "Session", "Follow", "(a{sv})", {}, then=lambda *state: objects.clear() or told("Changed", *state),
         failed=lambda: GLib.timeout_add(1000, follow) if objects else loop.quit())

def told(signal, *news):
    if signal == "Changed":
        objects.update((name, objects.get(name, {}) | properties) for name, properties in news[1])
        for name in news[2]: objects.pop(name, None)
        draw()
    elif signal == "SubscriptionEnded" and news[0] == "slow":
        follow()
    elif signal == "Closed" and news[0] != "shutdown":    # after a shutdown, formd may come back
        print("closed:", news[0]) or loop.quit()

def draw():
    print(f"\x1b[H\x1b[J{objects['']['Title']}")
    for field in filter(lambda field: field["Visible"], (objects[path.split("/")[-1]] for path in objects[""]["Fields"])):
        text, at, mark = field["Text"], field["Caret"], "|" * field["Focused"]
        print(f"{field['Label']}: {text[:at]}{mark}{text[at:]}" + f"\n    {field['HintText']}" * field["HintVisible"])

def typed(descriptor, _condition):
    keys = os.read(descriptor, 4096)
    for key in decoder.decode(keys):
        if key == "\t":
            call(SESSION, "Session", "FocusNext")
        elif key == "\x13":
            call(SESSION, "Session", "Submit", then=lambda values: print(*map("=".join, values.items()), sep="\n"))
        else:
            call(f"{SESSION}/focused", "Field", *KEYS.get(key, ("InsertText", "(s)", key)))
    return bool(keys) or call(SESSION, "Session", "Close")

sys.stdout.reconfigure(line_buffering=True)
loop, decoder = GLib.MainLoop(), codecs.getincrementaldecoder("utf-8")()
connect()
call(SESSION, "Session", "FocusNext")
GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, typed)
sys.exit(loop.run() or not objects)
