#!/usr/bin/python3
"""A form in a window, driven by keys of the X server: window.py SCENARIO ADDRESS. Needs DISPLAY and xdotool."""
import json
import os
import signal
import socket
import subprocess
import sys
import time
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("GdkX11", "4.0")
gi.require_version("Formd", "1")
gi.require_version("FormdGtk", "1")
from gi.repository import Formd, FormdGtk, Gdk, GdkX11, GLib, GObject, Gtk

scenario, address = sys.argv[1:3]
context = GLib.MainContext.default()


def until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    waker = GLib.timeout_add(10, lambda: True)
    while not condition():
        if time.monotonic() > deadline:
            states = {name: [getattr(field.props, item) for item in ("text", "caret", "focused", "error")]
                      for session in sessions for name in map(str, field_names(session))
                      for field in [session.get_field(name)]}
            raise AssertionError(f"waited too long: {states}")
        context.iteration(True)
    GLib.source_remove(waker)


sessions = []
field_names = lambda session: [path.rpartition("/")[2] for path in session.props.fields.unpack()]


def settle(seconds=0.15):
    end = time.monotonic() + seconds
    until(lambda: time.monotonic() > end)


def wait(start, finish, *arguments):
    results = []
    start(*arguments, None, lambda _object, result: results.append(result))
    until(lambda: results)
    return finish(results[0])


def opened(form, **options):
    options = GLib.Variant("a{sv}", {"layout": GLib.Variant("s", "none"), **options})
    sessions.append(wait(Formd.Session.open_async, Formd.Session.open_finish, address, form, options))
    return sessions[-1]


def shown(session):
    window = Gtk.Window(default_width=480, default_height=760)
    view = FormdGtk.View(session=session)
    window.set_child(view)
    window.present()
    # Keys come when the X server has given the window its focus, and the first frame is drawn.
    until(lambda: window.is_active() and window.get_focus() and view.get_height() > 0)
    settle()
    return window, view


def answered(field):
    """Waits until formd has answered everything that was sent before."""
    settle(0.05)
    wait(field.call_async, field.call_finish, "Validate", GLib.Variant("(b)", (False,)))


def xdotool(*arguments):
    process = subprocess.Popen(["xdotool", *arguments])
    until(lambda: process.poll() is not None)
    assert process.returncode == 0


def press(*keys):
    xdotool("key", "--delay", "0", *keys)
    settle()


def type_(text, delay="0"):
    xdotool("type", "--delay", delay, text)
    settle()


def at(widget, x=None, y=None):
    """Moves the pointer over a widget, `x` from its left edge and `y` from its top; otherwise to its middle."""
    native = widget.get_native()
    left, top = native.get_surface_transform()
    across, down = widget.translate_coordinates(native, widget.get_width() / 2 if x is None else x,
                                                widget.get_height() / 2 if y is None else y)
    return ["mousemove", "--window", str(native.get_surface().get_xid()), str(round(left + across)), str(round(top + down))]


def click(widget, x=None, y=None, times=1):
    xdotool(*at(widget, x, y), "click", "--repeat", str(times), "--delay", "40", "1")


def widgets(root, kind):
    """The mapped widgets of a kind, in order."""
    found, child = [], root.get_first_child()
    while child:
        if isinstance(child, kind) and child.get_mapped():
            found.append(child)
        found += widgets(child, kind)
        child = child.get_next_sibling()
    return found


def labelled(root, kind, label):
    return next(widget for widget in widgets(root, kind) if widget.get_label() == label)


def typing():
    session = opened("window")
    window, view = shown(session)
    name, phone = session.get_field("name"), session.get_field("phone")
    entry, phone_entry = widgets(view, Gtk.Entry)[:2]
    until(lambda: name.props.focused)
    word = "abcdefghij" * 20
    type_(word)
    until(lambda: name.props.text == word and entry.get_text() == word)
    press("Home", *["Right"] * 5, "Delete", "BackSpace")
    until(lambda: entry.get_text() == word[:4] + word[6:])
    assert entry.get_position() == 4 == name.props.caret
    press("ctrl+a")
    type_("one two three")
    until(lambda: entry.get_text() == "one two three")
    press("ctrl+Left", "ctrl+shift+Left")
    until(lambda: entry.get_selection_bounds() == (4, 8))
    type_("X")
    until(lambda: entry.get_text() == "one Xthree")
    press("ctrl+z")
    until(lambda: entry.get_text() == "one two three")
    press("ctrl+shift+z")
    until(lambda: entry.get_text() == "one Xthree")
    press("End", "ctrl+BackSpace")
    until(lambda: entry.get_text() == "one ")
    # The clipboard, with characters of more than one byte and beyond the basic plane.
    entry.get_clipboard().set(GObject.Value(str, "ü🙂z"))
    press("ctrl+v")
    until(lambda: name.props.text == "one ü🙂z" and entry.get_position() == 7)
    press("shift+Left", "shift+Left", "ctrl+x")
    until(lambda: entry.get_text() == "one ü")
    copied = []
    entry.get_clipboard().read_text_async(None, lambda source, result: copied.append(source.read_text_finish(result)))
    until(lambda: copied)
    assert copied == ["🙂z"]
    # A mask formats what the user types, and keeps the caret where it belongs.
    press("Tab")
    until(lambda: phone.props.focused)
    type_("9161234")
    until(lambda: phone_entry.get_text() == "+7 (916) 123-4" and phone_entry.get_position() == 14)
    press("Left", "Left", "BackSpace")
    until(lambda: phone_entry.get_text() == "+7 (916) 124" and phone_entry.get_position() == phone.props.caret)
    press("shift+Tab")
    until(lambda: name.props.focused and not phone.props.valid)
    assert any("whole number" in label.get_text() for label in widgets(view, Gtk.Label))
    # Keys and Tab at once: each key goes to its field, whenever the texts arrive between them.
    for word in ["one", "two words", "", "üü", "a longer text"] * 3:
        wait(name.call_async, name.call_finish, "SetText", GLib.Variant("(sa{sv})", (word, {})))
        press("ctrl+a", "a", "Tab", "ctrl+a", "5", "shift+Tab", "b")
        until(lambda: name.props.text.endswith("b") and phone.props.text.startswith("+7 (5"))


def differences():
    """Only what differs is written, and nothing while an input method composes."""
    session = opened("window")
    window, view = shown(session)
    other = wait(Formd.Session.attach_async, Formd.Session.open_finish, address, session.get_path())
    name, text = session.get_field("name"), widgets(view, Gtk.Entry)[0].get_delegate()
    type_("abcdef")
    press("Left", "Left")
    until(lambda: text.get_text() == "abcdef" and text.get_position() == 4)
    writes = []
    buffer = text.get_buffer()
    buffer.connect("inserted-text", lambda _buffer, position, text, count: writes.append((position, text[:count])))
    buffer.connect("deleted-text", lambda _buffer, position, count: writes.append((position, count)))
    other.get_field("name").replace_range(1, 1, "XY")
    until(lambda: text.get_text() == "aXYcdef")
    assert writes == [(1, 1), (1, "XY")], writes
    until(lambda: text.get_position() == name.props.caret)
    writes.clear()
    text.emit("preedit-changed", "ni")
    until(lambda: name.props.composition == "ni")
    other.get_field("name").props.text = "changed"
    until(lambda: name.props.text == "changed")
    settle()
    assert text.get_text() == "aXYcdef" and not writes, "written while a text was composed"
    text.emit("preedit-changed", "")
    until(lambda: text.get_text() == "changed" and name.props.composition == "")
    assert not text.props.enable_undo


def preedit():
    """GTK's own input method composes a character from its number."""
    session = opened("window")
    window, view = shown(session)
    name, entry = session.get_field("name"), widgets(view, Gtk.Entry)[0]
    text = entry.get_delegate()
    other = wait(Formd.Session.attach_async, Formd.Session.open_finish, address, session.get_path())
    until(lambda: name.props.focused)
    type_("ab")
    press("ctrl+shift+u")
    type_("1f6", "5")
    until(lambda: name.props.composition == "u1f6")
    assert name.props.text == "ab" == text.get_text(), "a composition is no text"
    other.get_field("phone").props.text = "+7 (916)"
    until(lambda: session.get_field("phone").props.text == "+7 (916) ")
    assert name.props.composition == "u1f6", "another field ended the composition"
    type_("00 ", "5")
    until(lambda: name.props.text == "ab😀" == text.get_text() and name.props.composition == "")
    until(lambda: text.get_position() == 3)
    press("ctrl+shift+u")
    type_("41", "5")
    until(lambda: name.props.composition == "u41")
    # The composition ends without a text when the focus leaves.
    press("Escape")
    until(lambda: name.props.composition == "")
    type_("c")
    until(lambda: name.props.text == "ab😀c" == text.get_text())


def two_windows():
    """Two windows show one session; its language is that of both."""
    session = opened("all", locale=GLib.Variant("s", "en"))
    window, view = shown(session)
    sessions.append(wait(Formd.Session.attach_async, Formd.Session.open_finish, address, session.get_path()))
    other = sessions[-1]
    window2, view2 = shown(other)
    words = lambda view: [button.get_label() for button in widgets(view, Gtk.Button) if button.get_label()]
    until(lambda: "Next" in words(view) and "Next" in words(view2))
    other.props.locale = "de"
    until(lambda: "Weiter" in words(view) and "Weiter" in words(view2) and session.props.title == "Alle Arten")
    window.present()
    until(lambda: window.is_active())
    first, second = widgets(view, Gtk.Entry)[0], widgets(view2, Gtk.Entry)[0]
    first.grab_focus()
    until(lambda: session.get_field("first").props.focused)
    type_("Ada")
    until(lambda: first.get_text() == "Ada" == second.get_text())
    window2.present()
    until(lambda: window2.is_active())
    second.grab_focus()
    answered(session.get_field("first"))
    press("Home", "End")
    until(lambda: session.get_field("first").props.caret == 3 == second.get_position())
    type_(" L")
    until(lambda: first.get_text() == "Ada L" == second.get_text())
    press("ctrl+z")
    until(lambda: first.get_text() != "Ada L" and first.get_text() == second.get_text())


def kinds():
    session = opened("window")
    window, view = shown(session)
    field = session.get_field
    # Toggles and visible options.
    labelled(view, Gtk.CheckButton, "Call me").activate()
    until(lambda: field("call").props.value == "true" and field("time").props.visible)
    labelled(view, Gtk.CheckButton, "Medium").activate()
    until(lambda: field("size").props.value == "m" and labelled(view, Gtk.CheckButton, "Medium").get_active())
    labelled(view, Gtk.CheckButton, "Large").activate()
    until(lambda: field("size").props.value == "l" and not labelled(view, Gtk.CheckButton, "Medium").get_active())
    # A list with a search.
    city, day = widgets(view, Gtk.MenuButton)[:2]
    city.popup()
    until(lambda: city.get_popover().get_mapped())
    settle()
    rows = lambda: [label.get_text() for label in widgets(city.get_popover(), Gtk.Label)]
    type_("zzz", "5")
    until(lambda: rows() == ["nothing found"])
    press("ctrl+a")
    type_("town 4321", "5")
    until(lambda: rows() == ["Town 4321"])
    press("Down", "Return")
    until(lambda: field("city").props.value == "t4321")
    assert "Town 4321" in [label.get_text() for label in widgets(city, Gtk.Label)]
    # A calendar.
    day.popup()
    until(lambda: day.get_popover().get_mapped())
    calendar = widgets(day.get_popover(), Gtk.Calendar)[0]
    month = lambda number: calendar.select_day(GLib.DateTime.new_local(2026, number, 14, 12, 0, 0))
    month(1)
    settle()
    assert field("day").props.date == "", "another month is no choice"
    calendar.select_day(GLib.DateTime.new_local(2026, 1, 20, 12, 0, 0))
    until(lambda: field("day").props.date == "2026-01-20" and not day.get_popover().get_mapped())
    # A secret is shown as bullets, and revealed by its button.
    secret = widgets(view, Gtk.Entry)[2]
    secret.grab_focus()
    until(lambda: field("secret").props.focused)
    type_("pass")
    until(lambda: secret.get_text() == "••••")
    secret.emit("icon-press", Gtk.EntryIconPosition.SECONDARY)
    until(lambda: secret.get_text() == "pass")
    type_("word")
    until(lambda: secret.get_text() == "password")
    secret.emit("icon-press", Gtk.EntryIconPosition.SECONDARY)
    until(lambda: secret.get_text() == "••••••••")
    # Several lines.
    view_ = widgets(view, Gtk.TextView)[0]
    text = lambda: view_.get_buffer().get_text(*view_.get_buffer().get_bounds(), True)
    view_.grab_focus()
    until(lambda: field("about").props.focused)
    type_("first")
    press("Return")
    type_("second")
    until(lambda: text() == "first\nsecond" == field("about").props.text)
    press("Up", "Home")
    type_("A ")
    until(lambda: text() == "A first\nsecond")
    # A number with steps.
    until(lambda: widgets(view, Gtk.Scale)[0].get_sensitive())
    widgets(view, Gtk.Scale)[0].grab_focus()
    until(lambda: field("count").props.focused)
    press("Right", "Right", "Left")
    until(lambda: field("count").props.text == "2")


def all_kinds():
    """What the form `all` has: columns, a table, stars, a slider, several options, rows in rows, a review."""
    session = opened("all", locale=GLib.Variant("s", "en"))
    session.connect("refused", lambda _session, _object, method, error: print(method, error))
    window, view = shown(session)
    window.set_default_size(700, 900)
    field, entry = session.get_field, lambda index: widgets(view, Gtk.Entry)[index]
    place = lambda widget: widget.translate_coordinates(view, 0, 0)
    until(lambda: view.get_width() > 600 and place(entry(0))[1] == place(entry(1))[1])
    assert place(entry(2))[1] == place(entry(3))[1] > place(entry(0))[1] and entry(3).get_width() > 2.5 * entry(2).get_width()
    entry(0).grab_focus()
    until(lambda: field("first").props.focused)
    type_("Ada")
    until(lambda: field("first").props.text == "Ada")
    headings = [label.get_text() for label in widgets(view, Gtk.Label) if label.get_text() in ("Never", "Always")]
    assert headings == ["Never", "Always"], "the options are named once, above the table"
    checks = widgets(view, Gtk.CheckButton)
    columns = [place(check)[0] for check in checks[:6]]
    assert columns[:3] == columns[3:] and columns[0] < columns[1] < columns[2], columns
    checks[4].activate()
    until(lambda: field("q1").props.value == "1" and checks[4].get_active())
    stars = [button for button in widgets(view, Gtk.Button) if button.has_css_class("star")]
    stars[3].emit("clicked")
    until(lambda: field("stars").props.value == "4" and [star.get_label() for star in stars] == list("★★★★☆"))
    stars[3].grab_focus()
    press("Left")
    until(lambda: field("stars").props.value == "3")
    scale = widgets(view, Gtk.Scale)[0]
    until(lambda: scale.get_sensitive())
    scale.emit("change-value", Gtk.ScrollType.JUMP, 2.4)
    scale.emit("change-value", Gtk.ScrollType.JUMP, -4.9)
    until(lambda: field("level").props.value == "-5" and scale.get_value() == -5)
    labelled_check = [check for check in widgets(view, Gtk.CheckButton)[6:]]
    labelled_check[0].activate()
    labelled_check[2].activate()
    until(lambda: json.loads(field("several").props.value or "[]") == ["one", "three"])
    labelled(view, Gtk.Button, "Next").emit("clicked")
    until(lambda: session.props.page == 1 and len(widgets(view, Gtk.Entry)) == 2)
    [button for button in widgets(view, Gtk.Button) if button.get_label() == "Add"][1].emit("clicked")
    until(lambda: len(widgets(view, Gtk.Entry)) == 4)
    entry(2).grab_focus()
    until(lambda: field("orders_1_items_2_what").props.focused)
    type_("tea")
    day = widgets(view, Gtk.MenuButton)[0]
    day.popup()
    until(lambda: day.get_popover().get_mapped())
    calendar = widgets(day.get_popover(), Gtk.Calendar)[0]
    assert calendar.get_date().get_month() == 1 and calendar.get_date().get_year() == 2026
    calendar.select_day(GLib.DateTime.new_local(2026, 1, 25, 12, 0, 0))
    outside = lambda: [label.get_text() for label in widgets(view, Gtk.Label) if label.has_css_class("warning")]
    until(outside)
    day.popup()
    until(lambda: day.get_popover().get_mapped())
    calendar.select_day(GLib.DateTime.new_local(2026, 1, 12, 12, 0, 0))
    until(lambda: field("orders_1_day").props.date == "2026-01-12" and not day.get_popover().get_mapped())
    labelled(view, Gtk.Button, "Next").emit("clicked")
    until(lambda: session.props.page == 2 and "tea" in [label.get_text() for label in widgets(view, Gtk.Label)])
    edit = next(button for button in widgets(view, Gtk.Button) if button.get_icon_name() == "document-edit-symbolic")
    edit.emit("clicked")
    until(lambda: session.props.page == 0 and field("first").props.focused and widgets(view, Gtk.Entry))
    until(lambda: window.get_focus() and window.get_focus().get_parent() is entry(0))


def faithful():
    """The daemon's frames, colours and heights, in the width of the window."""
    sessions.append(wait(Formd.Session.open_async, Formd.Session.open_finish, address, "all", None))
    session = sessions[-1]
    window = Gtk.Window(default_width=700, default_height=760)
    view = FormdGtk.View(session=session, faithful=True)
    window.set_child(view)
    window.present()
    until(lambda: window.is_active() and session.props.width == view.get_width() and widgets(view, Gtk.Entry))
    settle()
    frames = {(kind, name): frame for kind, name, *frame in session.props.frames.unpack()}
    form = widgets(view, Gtk.Viewport)[0].get_child()
    names = {}
    for row in [child for child in widgets(form, Gtk.Revealer) if child.get_parent() is form]:
        allocation = row.get_allocation()
        names.setdefault((allocation.x, allocation.y), []).append((allocation.width, allocation.height))
    for name in ["first", "last", "zip", "town"]:
        x, y, width, height = map(int, frames["field", name])
        assert (width, height) in names.get((x, y), []), (name, frames["field", name], names)
    widgets(view, Gtk.Entry)[0].grab_focus()
    until(lambda: session.get_field("first").props.focused)
    type_("Ada")
    until(lambda: session.get_field("first").props.text == "Ada" == widgets(view, Gtk.Entry)[0].get_text())
    assert session.props.color_scheme == "light"


def drag():
    """A selected text is dragged into another field, and within its own."""
    session = opened("all")
    window, view = shown(session)
    first, last = widgets(view, Gtk.Entry)[:2]
    first.grab_focus()
    until(lambda: session.get_field("first").props.focused)
    type_("one two")
    press("ctrl+a")
    until(lambda: first.get_selection_bounds() == (0, 7) and session.get_field("first").props.selection.unpack() == (0, 7))
    xdotool(*at(first, 25), "mousedown", "1")
    over = lambda: last.get_delegate().get_state_flags() & Gtk.StateFlags.DROP_ACTIVE
    for step in range(300):
        xdotool(*at(last, 20 + step % 9))
        settle(0.02)
        if over():
            break
    assert over()
    xdotool("mouseup", "1")
    until(lambda: session.get_field("last").props.text == "one two" == last.get_text())
    until(lambda: session.get_field("first").props.text == first.get_text())
    assert first.get_text() in ("", "one two"), "moved or copied"
    press("ctrl+z")
    until(lambda: last.get_text() == session.get_field("last").props.text != "one two")


def emoji():
    session = opened("all")
    window, view = shown(session)
    entry, field = widgets(view, Gtk.Entry)[0], session.get_field("first")
    entry.grab_focus()
    until(lambda: field.props.focused)
    type_("ab")
    press("Left")
    until(lambda: field.props.caret == 1 == entry.get_position())
    press("ctrl+period")
    until(lambda: widgets(entry, Gtk.EmojiChooser))
    chooser = widgets(entry, Gtk.EmojiChooser)[0]
    type_("grinning", "5")
    found = lambda: [child for child in widgets(chooser, Gtk.FlowBoxChild)
                     if child.get_child_visible() and child.get_name() == "GtkEmojiChooserChild"]
    until(lambda: found() and found()[0].get_width() > 0)
    picked = widgets(found()[0], Gtk.Label)[0].get_text()
    assert ord(picked[0]) > 0xFFFF, picked
    click(found()[0])
    until(lambda: field.props.text == f"a{picked}b" == entry.get_text() and field.props.caret == 1 + len(picked))
    until(lambda: not widgets(entry, Gtk.EmojiChooser))
    type_("c")
    until(lambda: field.props.text == f"a{picked}cb" == entry.get_text())


def touch():
    """The pointer counts as a finger: taps set the caret and select, a bubble selects everything, a handle is dragged."""
    Gtk.set_debug_flags(Gtk.DebugFlags.TOUCHSCREEN)
    settings = Gtk.Settings.get_default()

    def written():
        """A window with a text in its first field, and a function that compares its selection with formd's."""
        session = opened("all")
        window, view = shown(session)
        entry, field = widgets(view, Gtk.Entry)[0], session.get_field("first")
        entry.grab_focus()
        until(lambda: field.props.focused)
        type_("one two three")
        until(lambda: field.props.text == "one two three" == entry.get_text() and field.props.caret == 13)

        def is_selected(start, count):
            bounds = (start, start + count) if count else ()
            return field.props.selection.unpack() == (start, count) and entry.get_selection_bounds() == bounds
        return window, entry, field, is_selected
    # The handles are windows below the line of text, so the taps are at its top.
    tap = lambda entry, times=1: click(entry.get_delegate(), 15, 2, times)
    # Each tap is one by itself.
    settings.props.gtk_double_click_time = 1
    window, entry, field, is_selected = written()
    tap(entry)
    until(lambda: 0 < field.props.caret < 5 and is_selected(field.props.caret, 0))
    tap(entry)
    select_all = lambda: [button for button in widgets(entry.get_delegate(), Gtk.Button)
                          if button.get_action_name() == "selection.select-all"]
    until(select_all)
    select_all()[0].emit("clicked")
    until(lambda: is_selected(0, 13))
    window.destroy()
    settings.props.gtk_double_click_time = 5000
    window, entry, field, is_selected = written()
    tap(entry, 2)
    until(lambda: is_selected(0, 3))
    handles = lambda: [widget for widget in widgets(entry, Gtk.Widget) if widget.__gtype__.name == "GtkTextHandle"]
    until(lambda: len(handles()) == 2 and all(handle.get_width() > 0 for handle in handles()))
    right = max(handles(), key=lambda handle: handle.get_native().get_surface().get_position_x())
    xdotool(*at(right), "mousedown", "1")
    for step in range(100):
        xdotool("mousemove_relative", "2", "0")
        settle(0.02)
        if not is_selected(0, 3):
            break
    xdotool("mouseup", "1")
    # Which end moves is GTK's decision; formd has what the user sees.
    selection = lambda: field.props.selection.unpack()
    until(lambda: selection() != (0, 3) and selection()[1] > 0 and is_selected(*selection()))


def many_options():
    """50,000 options: only what is shown is loaded, and formd searches."""
    towns = [f"Town {number}" for number in range(50000)]
    form = json.dumps({"fields": [{"id": "town", "label": "Town", "input": {"type": "options", "options": towns}}]})
    options = GLib.Variant("a{sv}", {"layout": GLib.Variant("s", "none")})
    open_ = Formd.Session.open_definition_async, Formd.Session.open_definition_finish
    sessions.append(wait(*open_, address, form, options))
    session = sessions[-1]
    window, view = shown(session)
    button = widgets(view, Gtk.MenuButton)[0]
    button.popup()
    until(lambda: button.get_popover().get_mapped() and widgets(button.get_popover(), Gtk.ListView))
    list_ = widgets(button.get_popover(), Gtk.ListView)[0]
    rows = lambda: [label.get_text() for label in widgets(list_, Gtk.Label)]
    until(lambda: "Town 0" in rows())
    assert list_.get_model().get_n_items() == 50000
    loaded = [list_.get_model().get_item(index).props.loaded for index in range(2000, 50000, 1000)]
    assert not any(loaded), loaded
    scroll = list_.get_vadjustment()

    def end():
        # A list that has not been laid out yet begins at its start.
        scroll.set_value(scroll.get_upper() - scroll.get_page_size())
        return "Town 49999" in rows()
    until(end)
    type_("town 4321", "5")
    until(lambda: rows() == ["Town 4321", *[f"Town 4321{digit}" for digit in range(10)]])
    type_("0", "5")
    until(lambda: rows() == ["Town 43210"])
    press("Down", "Return")
    until(lambda: session.get_field("town").props.value == "Town 43210" and not button.get_popover().get_mapped())
    until(lambda: "Town 43210" in [label.get_text() for label in widgets(button, Gtk.Label)])


def program():
    """What another program sets is shown by each kind of widget."""
    def other(session):
        return wait(Formd.Session.attach_async, Formd.Session.attach_finish, address, session.get_path())
    session = opened("window")
    window, view = shown(session)
    field, there = session.get_field, other(session).get_field
    texts = lambda kind: [widget.get_text() for widget in widgets(view, kind)]
    there("name").props.text = "Ada 🙂"
    there("phone").props.text = "9161234567"
    until(lambda: texts(Gtk.Entry)[:2] == ["Ada 🙂", "+7 (916) 123-45-67"])
    there("secret").props.text = "word"
    until(lambda: texts(Gtk.Entry)[2] == "••••")
    there("city").select_option(7)
    there("day").select_date("2026-01-20")
    until(lambda: "Town 7" in texts(Gtk.Label) and field("day").props.text in texts(Gtk.Label) and field("day").props.text)
    there("size").select_option(1)
    there("call").toggle()
    until(lambda: labelled(view, Gtk.CheckButton, "Medium").get_active()
          and labelled(view, Gtk.CheckButton, "Call me").get_active() and len(widgets(view, Gtk.Entry)) == 4)
    buffer = widgets(view, Gtk.TextView)[0].get_buffer()
    there("about").props.text = "one\ntwo"
    there("count").props.text = "7"
    until(lambda: buffer.get_text(*buffer.get_bounds(), True) == "one\ntwo")
    until(lambda: [scale.get_value() for scale in widgets(view, Gtk.Scale)] == [7])
    there("name").set_error("Not you")
    until(lambda: "Not you" in texts(Gtk.Label) and widgets(view, Gtk.Entry)[0].has_css_class("error"))
    window.destroy()
    session = opened("all")
    window, view = shown(session)
    there = other(session).get_field
    there("q1").select_option(2)
    there("stars").select_option(2)
    there("several").select_options([0, 2])
    active = lambda: [check.get_active() for check in widgets(view, Gtk.CheckButton)]
    until(lambda: active() == [False] * 5 + [True] + [True, False, True])
    until(lambda: [star.get_label() for star in widgets(view, Gtk.Button) if star.has_css_class("star")] == list("★★★☆☆"))


def desktop():
    """The direction of the language, and what the user has set for all programs."""
    settings = Gtk.Settings.get_default()
    session = opened("all", locale=GLib.Variant("s", "en"))
    window, view = shown(session)
    window.set_default_size(700, 800)
    place = lambda index: widgets(view, Gtk.Entry)[index].translate_coordinates(view, 0, 0)
    until(lambda: view.get_width() > 600 and place(0)[1] == place(1)[1] and place(0)[0] < place(1)[0])
    session.props.locale = "ar"
    until(lambda: place(0)[1] == place(1)[1] and place(0)[0] > place(1)[0])
    title = next(label for label in widgets(view, Gtk.Label) if label.get_text() == "Person")
    height = title.get_height()
    settings.props.gtk_xft_dpi = 2 * 96 * 1024
    until(lambda: title.get_height() > 1.5 * height)
    settings.props.gtk_xft_dpi = 96 * 1024
    settings.props.gtk_application_prefer_dark_theme = True
    color = lambda: view.get_style_context().get_color()
    until(lambda: color().red > 0.8)
    theme = Gtk.CssProvider()
    theme.load_from_data(b"entry { color: rgb(1,2,3); } button.suggested-action { color: rgb(4,5,6); }")
    Gtk.StyleContext.add_provider_for_display(view.get_display(), theme, Gtk.STYLE_PROVIDER_PRIORITY_SETTINGS)
    of = lambda widget: widget.get_style_context().get_color().to_string()
    until(lambda: of(widgets(view, Gtk.Entry)[0]) == "rgb(1,2,3)" and of(widgets(view, Gtk.Button)[-1]) == "rgb(4,5,6)")
    settings.props.gtk_application_prefer_dark_theme = False
    until(lambda: color().red < 0.3)
    window.destroy()
    # Without motion a condition shows its field at once.
    settings.props.gtk_enable_animations = False
    session = opened("window")
    window, view = shown(session)
    labelled(view, Gtk.CheckButton, "Call me").activate()
    until(lambda: session.get_field("time").props.visible)
    revealers = [revealer for revealer in widgets(view, Gtk.Revealer) if revealer.get_reveal_child()]
    assert all(revealer.get_child_revealed() for revealer in revealers) and len(widgets(view, Gtk.Entry)) == 4
    window.destroy()
    # The form's own style has a dark palette, too.
    sessions.append(wait(Formd.Session.open_async, Formd.Session.open_finish, address, "window", None))
    session = sessions[-1]
    window = Gtk.Window(child=FormdGtk.View(session=session, faithful=True))
    window.present()
    until(lambda: session.props.color_scheme == "dark" and session.props.text_scale == 1)
    settings.props.gtk_application_prefer_dark_theme = False
    settings.props.gtk_xft_dpi = 2 * 96 * 1024
    until(lambda: session.props.color_scheme == "light" and session.props.text_scale == 2)


def motion():
    """In the form's own style a placeholder moves above the text, unless the user has reduced motion."""
    Gtk.Settings.get_default().props.gtk_cursor_blink = False
    for is_animated in [True, False]:
        Gtk.Settings.get_default().props.gtk_enable_animations = is_animated
        form = json.dumps({"fields": [{"id": name, "label": name, "placeholders": [name]}
                                      for name in ["first", "last"]]})
        open_ = Formd.Session.open_definition_async, Formd.Session.open_definition_finish
        sessions.append(wait(*open_, address, form, None))
        session = sessions[-1]
        window = Gtk.Window(child=FormdGtk.View(session=session, faithful=True), default_width=400, default_height=400)
        window.present()
        entries = lambda: widgets(window, Gtk.Entry)
        until(lambda: window.is_active() and len(entries()) == 2 and session.get_field("first").props.focused)
        last = session.get_field("last")
        drawn, layers = entries()[1].get_parent(), last.props.placeholders.unpack()
        # The times at which the field has to be drawn again.
        times = []
        paintable = Gtk.WidgetPaintable.new(drawn)
        paintable.connect("invalidate-contents", lambda _paintable: times.append(time.monotonic()))
        settle(0.3)
        times.clear()
        last.focus()
        until(lambda: last.props.placeholders.unpack() != layers and times)
        if is_animated:
            until(lambda: times[-1] - times[0] > 0.24)
        else:
            settle(0.4)
            assert len(times) < 6, times
        window.destroy()


def slow():
    """formd is stopped while a user types, and goes on."""
    listener = socket.socket(socket.AF_UNIX)
    listener.connect(address.removeprefix("unix:path="))
    daemon = int.from_bytes(listener.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 4), sys.byteorder)
    session = opened("window")
    window, view = shown(session)
    entry, name = widgets(view, Gtk.Entry)[0], session.get_field("name")
    bar = lambda: [label.get_text() for label in widgets(view, Gtk.Label) if "form service" in label.get_text()]
    until(lambda: name.props.focused)
    type_("be")
    until(lambda: entry.get_text() == "be" and not bar())
    os.kill(daemon, signal.SIGSTOP)
    type_("fore")
    until(lambda: bar() and not session.props.responsive and session.props.connected)
    assert entry.get_text() == "be"
    os.kill(daemon, signal.SIGCONT)
    until(lambda: entry.get_text() == "before" and session.props.responsive)
    until(lambda: not bar())


def pages():
    session = opened("order")
    window, view = shown(session)
    submitted = []
    view.connect("submitted", lambda _view, document: submitted.append(document))
    button = lambda label: labelled(view, Gtk.Button, label)
    button("Next").emit("clicked")
    until(lambda: not session.get_field("name").props.valid)
    assert session.props.page == 0
    until(lambda: window.get_focus().get_parent() is widgets(view, Gtk.Entry)[0])
    type_("Ada")
    button("Next").emit("clicked")
    until(lambda: session.props.page == 1 and button("Back"))
    settle()
    assert len(widgets(view, Gtk.Entry)) == 2
    button("Add").emit("clicked")
    until(lambda: len(widgets(view, Gtk.Entry)) == 4)
    widgets(view, Gtk.Entry)[0].grab_focus()
    type_("tea")
    widgets(view, Gtk.Entry)[2].grab_focus()
    type_("coffee")
    group = lambda: session.props.groups.unpack()[0][2]
    first = group()[0]
    down = next(item for item in widgets(view, Gtk.Button) if item.get_icon_name() == "go-down-symbolic")
    down.emit("clicked")
    until(lambda: group()[1] == first)
    until(lambda: [entry.get_text() for entry in widgets(view, Gtk.Entry)][::2] == ["coffee", "tea"])
    trash = [item for item in widgets(view, Gtk.Button) if item.get_icon_name() == "user-trash-symbolic"]
    trash[1].emit("clicked")
    until(lambda: len(group()) == 1 and len(widgets(view, Gtk.Entry)) == 2)
    button("Submit").emit("clicked")
    until(lambda: submitted)
    assert json.loads(submitted[0]) == {"name": "Ada", "items": [{"what": "coffee"}]}, submitted


def interruption():
    """The test kills formd and starts it again."""
    session = opened("window", token=GLib.Variant("s", "window"))
    window, view = shown(session)
    other = opened("window", locale=GLib.Variant("s", "de"))
    window2, view2 = shown(other)
    window.present()
    until(lambda: window.is_active())
    entry = widgets(view, Gtk.Entry)[0]
    entry.grab_focus()
    until(lambda: session.get_field("name").props.focused)
    type_("before ")
    until(lambda: entry.get_text() == "before ")
    session.get_field("secret").props.text = "word"
    until(lambda: session.get_field("secret").props.text != "")
    print("killable", flush=True)
    bar = lambda: [label.get_text() for label in widgets(view, Gtk.Label) if "form service" in label.get_text()]
    bar2 = lambda: [label.get_text() for label in widgets(view2, Gtk.Label) if "Formulardienst" in label.get_text()]
    assert not bar() and not bar2()
    until(lambda: not session.props.connected and bar() and bar2())
    type_("after")
    print("lost", flush=True)
    until(lambda: entry.get_text() == "before after")
    until(lambda: other.props.connected)
    # The texts of secrets are not known to a program.
    until(lambda: bar() and "restarted" in bar()[0])
    assert bar()[0].endswith(": Secret"), bar()


def big():
    """300 fields; hostile texts are shown as texts."""
    started = time.monotonic()
    session = opened("big")
    window, view = shown(session)
    assert len(session) == 301
    print(f"{(time.monotonic() - started) * 1000:.0f} ms")
    texts = [label.get_text() for label in widgets(view, Gtk.Label)]
    assert "<b>bold</b> & <span" in texts, texts[:3]
    window.destroy()
    settle()


globals()[scenario]()
