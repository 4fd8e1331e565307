#!/usr/bin/python3
"""A form in a terminal, on plain GDBus: front_end.py ADDRESS FORM. Keys come from standard input and do not wait for
replies; what is drawn is what the daemon says. Control and S submits, the end of the input closes the session."""
import codecs
import os
import sys
from gi.repository import Gio, GLib

NAME, ROOT = "org.formd.Forms1", "/org/formd/Forms1"
KEYS = {"\x02": ("MoveCaret", "(sib)", "character", -1, False), "\x06": ("MoveCaret", "(sib)", "character", 1, False),
        "\x7f": ("Delete", "(si)", "character", -1), "\x17": ("Delete", "(si)", "word", -1),
        "\r": ("PressReturn",), "\n": ("PressReturn",)}
objects = {}    # the properties that are known, by field; "" is the session
waiting = []    # operations that wait until it is known which field has the focus
moves = 0       # unanswered operations that may move the focus


def ask(path, interface, method, arguments):
    """Calls a method and waits for the answer."""
    return bus.call_sync(NAME, path, f"{NAME}.{interface}", method, arguments, None, Gio.DBusCallFlags.NONE, -1,
                         None).unpack()


def perform(method, signature="()", *arguments, of_session=False, then=lambda *reply: None):
    """Sends an operation to the session or to the focused field. Does not wait for the answer."""
    global moves
    if waiting or moves and not of_session:
        # Only the answer tells which field gets this key. What comes after the key waits, too: the order is kept.
        return waiting.append((method, signature, arguments, of_session, then))
    focused = objects[""]["FocusedField"]
    if not of_session and not focused:
        return print("! no field has the focus")
    may_move = of_session or method == "PressReturn"
    moves += may_move

    def answered(connection, result):
        global moves
        moves -= may_move
        try:
            then(*connection.call_finish(result).unpack())
        except GLib.Error as error:
            print("!", error.message.partition(": ")[2])
        held, waiting[:] = waiting[:], []
        for method, signature, arguments, is_of_session, action in held:
            perform(method, signature, *arguments, of_session=is_of_session, then=action)

    path, interface = (session, "Session") if of_session else (f"{session}/field/{focused}", "Field")
    bus.call(NAME, path, f"{NAME}.{interface}", method, GLib.Variant(signature, arguments), None,
             Gio.DBusCallFlags.NONE, -1, None, answered)


def signalled(_connection, _sender, path, _interface, signal, arguments):
    """Takes in what is newer than what is known."""
    if signal == "Closed" and path == session:
        loop.quit()
    elif signal == "PropertiesChanged" and path.startswith(session):
        changed = arguments.unpack()[1]
        known = objects.setdefault(path[len(session):].removeprefix("/field/"), {"Revision": 0})
        if changed["Revision"] <= known["Revision"]:
            return
        known.update(changed)
        if "Fields" in changed:
            follow()    # Rows came or went.
        draw()


def follow():
    """Asks for all that there is. The signals of what is in the answer already are older, and are dropped."""
    objects.update(ask(session, "Session", "GetSnapshot", GLib.Variant("(t)", (0,)))[1])


def draw():
    print(f"\x1b[H\x1b[J{objects['']['Title']}")
    for path in objects[""]["Fields"]:
        field = objects[path.rpartition("/")[2]]
        text, caret = field["Text"], field["Caret"]
        if field["Focused"]:
            text = f"{text[:caret]}|{text[caret:]}"
        if field["Visible"]:
            print(f"{field['Label']}: {text}")
        if field["Visible"] and field["HintVisible"]:
            print(f"    {field['HintText']}")


def press(key):
    if key == "\t":
        perform("FocusNext", of_session=True)
    elif key == "\x13":
        perform("Submit", of_session=True, then=lambda values: print(*map("=".join, values.items()), sep="\n"))
    else:
        perform(*KEYS.get(key, ("InsertText", "(s)", key)))


def typed(descriptor, _condition):
    keys = os.read(descriptor, 4096)
    for key in decoder.decode(keys):
        press(key)
    if not keys:
        perform("Close", of_session=True)
    return bool(keys)


flags = Gio.DBusConnectionFlags
bus = Gio.DBusConnection.new_for_address_sync(
    sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
bus.signal_subscribe(NAME, None, None, None, None, Gio.DBusSignalFlags.NONE, signalled)
session, = ask(ROOT, "Manager", "OpenSession", GLib.Variant("(sa{sv})", (sys.argv[2], {})))
ask(session, "Session", "Subscribe", None)
follow()
perform("FocusNext", of_session=True)
decoder = codecs.getincrementaldecoder("utf-8")()
GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, typed)
loop = GLib.MainLoop()
loop.run()
