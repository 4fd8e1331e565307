#!/usr/bin/python3
"""A daemon that lies, and a client of it: hostile.py ADDRESS [window]. The client must neither end nor believe. With
`window` it also shows the session in a window, which needs DISPLAY."""
import sys
import time
import gi
gi.require_version("Formd", "1")
from gi.repository import Formd, Gio, GLib

NAME, ROOT = "org.formd.Forms1", "/org/formd/Forms1"
PATH = ROOT + "/session/0/lies"
address = sys.argv[1]
V = GLib.Variant
LONG = "x" * 65536


def until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    GLib.timeout_add(20, lambda: not condition())
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        GLib.MainContext.default().iteration(True)


class Liar:
    """Serves as formd: `answers` has a value for each method."""
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION

    def __init__(self, name=NAME):
        self.bus = Gio.DBusConnection.new_for_address_sync(address, self.flags, None, None)
        self.answers = {"OpenSession": V("(o)", (PATH,)), "Follow": state({"Title": V("s", "Lies")})}
        self.registered = []
        self.client = None
        if name:
            self.bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName", V("(su)", (name, 4)),
                               None, 0, -1, None)

    def serve(self):
        for identifier in self.registered:
            self.bus.unregister_object(identifier)
        arguments = {"OpenSession": "sa{sv}", "Follow": "a{sv}", "ListOptions": "suu", "Submit": "", "InsertText": "s"}
        methods = {"Manager": ["OpenSession"], "Session": ["Follow", "Submit"], "Field": ["ListOptions", "InsertText"]}
        self.registered = []
        for interface, path in [("Manager", ROOT), ("Session", PATH), ("Field", PATH + "/field/a")]:
            xml = f'<node><interface name="{NAME}.{interface}">'
            for method in methods[interface]:
                answer = self.answers.get(method, V("()", ()))
                xml += f'<method name="{method}">'
                xml += "".join(f'<arg type="{type}" direction="in"/>' for type in split(arguments[method]))
                xml += "".join(f'<arg type="{child.get_type_string()}" direction="out"/>'
                               for child in map(answer.get_child_value, range(answer.n_children()))) + "</method>"
            node = Gio.DBusNodeInfo.new_for_xml(xml + "</interface></node>")
            self.registered.append(self.bus.register_object(path, node.interfaces[0], self.called, None, None))

    def called(self, _bus, sender, _path, _interface, method, _arguments, invocation):
        self.client = sender
        invocation.return_value(self.answers.get(method, V("()", ())))

    def tell(self, signal, arguments, interface="Session"):
        self.bus.emit_signal(self.client, PATH, f"{NAME}.{interface}", signal, arguments)


def split(signature):
    return {"sa{sv}": ["s", "a{sv}"], "suu": ["s", "u", "u"], "": []}.get(signature, [signature])


def state(session, *fields):
    return V("(ta(sa{sv})as)", (1, [("", session), *fields], []))


def changed(*changes, removed=[], events=[], revision=2):
    return V("(ta(sa{sv})asa(sa{sv}))", (revision, list(changes), removed, events))


def opened():
    results = []
    liar.serve()
    Formd.Session.open_async(address, "form", None, None, lambda _object, result: results.append(result))
    until(lambda: results)
    return Formd.Session.open_finish(results[0])


def refuses():
    try:
        opened()
    except GLib.Error as error:
        assert error.matches(Formd.error_quark(), Formd.Error.PROTOCOL), error
        return
    raise AssertionError("no error")


liar = Liar()
listed = lambda *names: V("ao", [f"{PATH}/field/{name}" for name in names])
for answers in [{"OpenSession": V("(s)", ("x",))}, {"OpenSession": V("(o)", ("/",))}, {"Follow": V("(s)", ("x",))},
                {"Follow": V("()", ())}, {"Follow": state({"Valid": V("s", "yes")})},
                {"Follow": state({"Fields": listed("a")}, ("a", {"Text": V("i", 3)}))},
                {"Follow": state({"Fields": V("ao", ["/"])})}, {"Follow": state({"Fields": listed("none")})},
                {"Follow": state({"Fields": listed()}, ("a", {}))},
                *[{"Follow": state({"Fields": listed()}, (name, {}))} for name in ["../up", "a/b", "ä", "-"]]]:
    honest = dict(liar.answers)
    liar.answers.update(answers)
    refuses()
    liar.answers = honest

KINDS = [("options", "menu", 4000000000), ("options", "rating", 5), ("options", "grid", 3), ("options", "list", 0),
         ("options", "buttons", 12), ("date", "", 0), ("toggle", "", 0), ("keyboard", "slider", 0), ("dragon", "x", 1)]
element = lambda kind, identifier, **others: {"kind": V("s", kind), "id": V("s", identifier), **others}
NAMES = ["a", "note", *[f"f{index}" for index in range(1000)], *[f"k{index}" for index in range(len(KINDS))]]
liar.answers["Follow"] = state(
    {"Title": V("s", LONG), "Nonsense": V("u", 1), "Labels": V("a{ss}", {"submit": LONG}), "Fields": listed(*NAMES),
     "Groups": V("a(ssauuu)", [("g", LONG, list(range(1000)), 0, 1), ("g", "", [], 9, 0)]),
     "Frames": V("a(ssdddd)", [("field", "a", -1e300, 1e300, 1e9, -1)] * 1000),
     "Structure": V("aa{sv}", [element("field", "a"), element("field", "a"), element("field", "none"),
                               element("dragon", "x", depth=V("s", "deep"), span=V("u", 999)), {}, {"kind": V("u", 1)},
                               *[element("field", name, visible=V("b", True), page=V("u", 7), depth=V("u", 4000000000))
                                 for name in ["note", "a"] + [f"k{index}" for index in range(len(KINDS))]]])},
    ("a", {"Label": V("s", LONG), "Text": V("s", "once"), "Caret": V("u", 4000000000), "Enabled": V("b", True),
           "Selection": V("(uu)", (4000000000, 4000000000)), "OptionCount": V("u", 4000000000)}),
    ("a", {"Text": V("s", "twice")}), ("", {"Page": V("u", 7)}),
    *[(f"f{index}", {"Label": V("s", "l")}) for index in range(1000)],
    ("note", {"Type": V("s", "note"), "Text": V("s", "<b>&" + "words " * 10000), "Markup": V("a(suuss)", [
        ("text", start, 4000000000 - start, style, "javascript:x")
        for start in range(0, 3000) for style in ["strong", "link", "dragon"]] + [("text", 1, 5, "strong", "")] * 3000)}),
    *[(f"k{index}", {"Label": V("s", "kind"), "Input": V("s", kind), "Display": V("s", display),
                     "OptionCount": V("u", count), "Options": V("as", ["<b>", LONG]), "Date": V("s", "0000-99-99"),
                     "SelectedOptions": V("au", [4000000000] * 1000), "SelectedOption": V("i", -5),
                     "DateRange": V("(sss)", ("x", "", "9999-1")), "HintVisible": V("b", True), "HintText": V("s", LONG),
                     "Height": V("d", 1e300), "Presentation": V("a{sv}", {
                         "text": V("a{sv}", {"frame": V("(dddd)", (-1e300, 1e300, 1e300, -5)), "color": V("s", "#zz")}),
                         "line": V("s", "x"), "border": V("a{sv}", {"frame": V("(dddd)", (0, 0, 1e9, 1e9)),
                                                                   "color": V("s", "#FF0000"), "width": V("d", -1)})}),
                     "Placeholders": V("aa{sv}", [{"visible": V("b", True), "text": V("s", "x" * 1000)}] * 20)})
      for index, (kind, display, count) in enumerate(KINDS)])
session = opened()
if sys.argv[2:] == ["window"]:
    gi.require_version("FormdGtk", "1")
    from gi.repository import FormdGtk, Gtk
    Gtk.init()
    views = [FormdGtk.View(session=session, faithful=faithful) for faithful in (False, True)]
    windows = [Gtk.Window(child=view, default_width=600) for view in views]
    for window in windows:
        window.present()
        until(window.get_mapped)

    def bar(view):
        """The message that the view shows, if it shows one."""
        return view.get_first_child().get_first_child().get_first_child().get_text()
problems, said = [], []
session.connect("problem", lambda _session, error: problems.append(error))
session.connect("closed", lambda _session, reason: said.append(reason))
session.connect("event", lambda _session, name, _arguments: said.append(name))
field = session.get_field("a")
assert field.props.label == LONG and field.props.text == "twice" and session.props.page == 7
assert not session.props.valid and session.get_label("submit") == LONG
assert [element.props.field is field for element in session] == [True, True] + [False] * 5 + [True] + [False] * len(KINDS)
assert session[3].props.span == 12 and session[3].props.depth == 0

# Nothing of a lie is taken in, and the session is followed again.
lies = [changed(("a", {"Text": V("s", "lie"), "Label": V("b", True)})), V("(s)", ("x",)),
        changed(("a", {"Text": V("s", "lie")}), ("", {"Structure": V("s", "x")})), changed(("-", {}))]
# A window takes long to show the hostile state anew each time.
for lie in lies[:1] if sys.argv[2:] == ["window"] else lies:
    count = len(problems)
    liar.tell("Changed", lie)
    until(lambda: len(problems) > count and session.props.connected)
    assert len(problems) == count + 1 and field.props.text == "twice"
if sys.argv[2:] == ["window"]:
    # This process is formd, too, so while it shows the state anew, formd is slow.
    until(lambda: all("formd sent" in bar(view) and view.get_first_child().get_reveal_child() for view in views))
    settled = time.monotonic() + 1
    until(lambda: time.monotonic() > settled)
assert all(problem.matches(Formd.error_quark(), Formd.Error.PROTOCOL) for problem in problems)
events = [("ReturnPressed", {"field": V("s", "none")}), ("A" * 1000, {"field": V("u", 1)}), ("", {})]
liar.tell("Changed", changed(("", {"Fields": listed(*NAMES[1:])}), removed=["a", "a"], events=events))
until(lambda: len(said) == 3)
assert field.get_session() is None and session.get_field("a") is None
assert session[0].props.field is field, "the structure was not announced"
field.insert_text("x")
liar.tell("Changed", changed(("", {"Structure": V("aa{sv}", [element("row", "r")] * 1000)})))
until(lambda: len(session) == 1000)

# Nobody else may say what formd says.
forger = Liar(name=None)
forger.client = liar.client
forger.tell("Changed", changed(("", {"Title": V("s", "forged")})))
forger.tell("Closed", V("(s)", ("forged",)))
forger.bus.flush_sync(None)
liar.tell("Changed", changed(("", {"Title": V("s", "true"), "Fields": listed(*NAMES)}),
                             ("a", {"OptionCount": V("u", 4000000000)})))
until(lambda: session.props.title == "true")
assert session.props.close_reason is None

field = session.get_field("a")
for answer in [V("(s)", ("x",)), V("(ua(uss))", (4000000000, [])), V("(ua(uss))", (5, [(1, "a", "b")] * 300))]:
    liar.answers["ListOptions"] = answer
    liar.serve()
    options = Formd.Options.new(field)
    assert options.get_n_items() == 4000000000
    option = options.get_item(0)
    until(lambda: not options.props.loading)
assert options.get_n_items() == 5 and option.props.label == "b" and options.get_item(5) is None

liar.answers["Submit"] = V("(s)", ("x",))
liar.serve()
results = []
session.submit_async(None, lambda _session, result: results.append(result))
until(lambda: results)
try:
    session.submit_finish(results[0])
    raise AssertionError("no error")
except GLib.Error as error:
    assert error.matches(Formd.error_quark(), Formd.Error.PROTOCOL), error
liar.tell("SubscriptionEnded", V("(u)", (1,)))
liar.tell("IdleWarning", V("(s)", ("soon",)))
said.clear()
liar.tell("Closed", V("(s)", ("closed",)))
liar.tell("Closed", V("(s)", ("twice",)))
liar.tell("Changed", changed(("", {"Title": V("s", "late")})))
until(lambda: said)
until(lambda: True)
liar.bus.flush_sync(None)
assert said == ["closed"] and session.props.title == "true" and session.props.close_reason == "closed"
