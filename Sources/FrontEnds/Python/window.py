#!/usr/bin/python3
"""A form in a window, by libformd-gtk: window.py FORM [ADDRESS]. Prints the values as JSON."""
import sys
import gi
gi.require_versions({"Adw": "1", "Formd": "1", "FormdGtk": "1"})
from gi.repository import Adw, Formd, FormdGtk, GLib, Gtk


def opened(_source, result):
    try:
        session = Formd.Session.open_finish(result)
    except GLib.Error as error:
        application.quit()
        sys.exit(error.message)
    view = FormdGtk.View(session=session)
    view.connect("submitted", lambda _view, document: (print(document, flush=True), application.quit()))
    Gtk.ApplicationWindow(application=application, title=session.props.title, child=view,
                          default_width=480, default_height=640).present()


def activate(_application):
    application.hold()
    options = GLib.Variant("a{sv}", {"layout": GLib.Variant("s", "none"), "lifetime": GLib.Variant("s", "connection")})
    Formd.Session.open_async((sys.argv + [None])[2], sys.argv[1], options, None, opened)


application = Adw.Application()
application.connect("activate", activate)
application.run()
