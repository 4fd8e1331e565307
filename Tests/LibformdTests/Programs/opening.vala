/* Opens sessions in each way: opening ADDRESS. */

async void open (string address, MainLoop loop) {
    try {
        var given = yield Formd.Session.open_definition_async (address, "{\"fields\": [{\"id\": \"name\"}]}", null, null);
        var installed = yield Formd.Session.open_async (address, "plain", null, null);
        var attached = yield Formd.Session.attach_async (address, installed.get_path (), null);
        print ("%s %s\n", given.get_field ("name").get_name (), attached.get_field ("first").get_name ());
    } catch (Error error) {
        printerr ("%s\n", error.message);
    }
    loop.quit ();
}

void main (string[] args) {
    var loop = new MainLoop ();
    open.begin (args[1], loop);
    loop.run ();
}
