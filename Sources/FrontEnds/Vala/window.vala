/* A form in a window, in Vala: window FORM [ADDRESS]. Prints the values as JSON. */

async void show_form (Gtk.Application application, string form, string? address) {
    var options = new VariantDict ();
    options.insert ("layout", "s", "none");
    options.insert ("lifetime", "s", "connection");
    try {
        var session = yield Formd.Session.open_async (address, form, options.end (), null);
        var view = new FormdGtk.View (session);
        view.submitted.connect ((document) => {
            print ("%s\n", document);
            application.quit ();
        });
        var window = new Gtk.ApplicationWindow (application) {
            title = session.title, child = view, default_width = 480, default_height = 640
        };
        window.present ();
    } catch (Error error) {
        printerr ("%s\n", error.message);
    }
    application.release ();
}

int main (string[] args) {
    var application = new Gtk.Application (null, ApplicationFlags.NON_UNIQUE);
    application.activate.connect (() => {
        application.hold ();
        show_form.begin (application, args[1], args.length > 2 ? args[2] : null);
    });
    return application.run ();
}
