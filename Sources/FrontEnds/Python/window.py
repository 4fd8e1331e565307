#!/usr/bin/python3
"""A form in a window, by libformd-gtk: window.py FORM [ADDRESS]. Prints the values as JSON."""
import sys
import gi
gi.require_version("Adw", "1")
gi.require_version("Formd", "1")
gi.require_version("FormdGtk", "1")
from gi.repository import Adw, Formd, FormdGtk, GLib, Gtk


def opened(_source, result):
    try:
        session = Formd.Session.open_finish(result)
    except GLib.Error as error:
        application.quit()
        sys.exit(error.message)
    view = FormdGtk.View(session=session, vexpand=True)
    view.connect("submitted", lambda _view, document: (print(document, flush=True), application.quit()))
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    content.append(Adw.HeaderBar())
    content.append(view)
    window = Adw.ApplicationWindow(application=application, title=session.props.title, content=content,
                                   default_width=480, default_height=640)
    window.present()


def activate(_application):
    application.hold()
    options = GLib.Variant("a{sv}", {"layout": GLib.Variant("s", "none"), "lifetime": GLib.Variant("s", "connection")})
    address = sys.argv[2] if len(sys.argv) > 2 else None
    Formd.Session.open_async(address, sys.argv[1], options, None, opened)


application = Adw.Application()
application.connect("activate", activate)
application.run()
