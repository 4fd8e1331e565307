#!/usr/bin/python3
"""A form in a terminal, on plain GDBus: front_end.py ADDRESS FORM. Keys come from standard input and do not wait for
replies; what is drawn is what the daemon says. Control and S submits, the end of the input closes the session."""
import codecs
import os
import sys
from gi.repository import Gio, GLib

NAME, ROOT = "org.formd.Forms1", "/org/formd/Forms1"
TOKEN = f"front_end_{os.getpid()}"
SESSION = f"{ROOT}/session/{os.getuid()}/{TOKEN}"   # known before the session is open
KEYS = {"\x02": ("MoveCaret", "(sib)", "character", -1, False), "\x06": ("MoveCaret", "(sib)", "character", 1, False),
        "\x7f": ("Delete", "(si)", "character", -1), "\x17": ("Delete", "(si)", "word", -1),
        "\r": ("PressReturn",), "\n": ("PressReturn",)}
objects = {}    # the known properties, by field; "" is the session


def call(path, interface, method, signature="()", *arguments, then=lambda *reply: None):
    """Calls a method and does not wait for the answer: the daemon performs the calls of a connection in order."""
    def answered(connection, result):
        try:
            then(*connection.call_finish(result).unpack())
        except GLib.Error as error:
            print("!", error.message.partition(": ")[2])
    bus.call(NAME, path, f"{NAME}.{interface}", method, GLib.Variant(signature, arguments), None, 0, -1, None, answered)


def follow(*_):
    """Opens the session, or attaches to it after the daemon was restarted, and follows it."""
    objects.clear()
    options = {"token": GLib.Variant("s", TOKEN), "attach": GLib.Variant("b", True)}
    call(ROOT, "Manager", "OpenSession", "(sa{sv})", sys.argv[2], options)
    call(SESSION, "Session", "Follow", "(a{sv})", {}, then=state)


def state(_revision, changes, _removed):
    """Takes in the state. GDBus may have handed out news that are newer."""
    for name, properties in changes:
        objects[name] = {**properties, **objects.get(name, {})}
    draw()


def signalled(_connection, _sender, _path, _interface, signal, arguments):
    if signal == "Closed":
        loop.quit()
    elif signal == "Changed":
        _revision, changes, removed, _events = arguments.unpack()
        for name, properties in changes:
            objects[name] = {**objects.get(name, {}), **properties}
        for name in removed:
            objects.pop(name, None)
        draw()


def draw():
    if "Title" not in objects.get("", {}):
        return
    print(f"\x1b[H\x1b[J{objects['']['Title']}")
    fields = [objects.get(path.rpartition("/")[2], {}) for path in objects[""]["Fields"]]
    for field in filter(lambda field: field.get("Visible"), fields):
        text, caret = field["Text"], field["Caret"]
        print(f"{field['Label']}: {text[:caret]}|{text[caret:]}" if field["Focused"] else f"{field['Label']}: {text}")
        if field["HintVisible"]:
            print(f"    {field['HintText']}")


def typed(descriptor, _condition):
    keys = os.read(descriptor, 4096)
    for key in decoder.decode(keys):
        if key == "\t":
            call(SESSION, "Session", "FocusNext")
        elif key == "\x13":
            call(SESSION, "Session", "Submit", then=lambda values: print(*map("=".join, values.items()), sep="\n"))
        else:
            call(f"{SESSION}/focused", "Field", *KEYS.get(key, ("InsertText", "(s)", key)))
    if not keys:
        call(SESSION, "Session", "Close")
    return bool(keys)


flags = Gio.DBusConnectionFlags
bus = Gio.DBusConnection.new_for_address_sync(
    sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
bus.signal_subscribe(None, f"{NAME}.Session", None, SESSION, None, 0, signalled)
follow()
call(SESSION, "Session", "FocusNext")
bus.signal_subscribe("org.freedesktop.DBus", None, "NameOwnerChanged", None, NAME, 0,
                     lambda *signal: signal[5].unpack()[2] and follow())
decoder = codecs.getincrementaldecoder("utf-8")()
GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, typed)
loop = GLib.MainLoop()
loop.run()
