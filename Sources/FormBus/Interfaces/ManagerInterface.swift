import DBus
import EventLoop

/// `org.formd.Forms1.Manager`.
extension FormService {
    static let interface = Interface<FormService>(
        "org.formd.Forms1.Manager",
        [
            .method(
                "OpenSession",
                in: [("form", "s"), ("options", "a{sv}")],
                out: [("session", "o")],
                access: .anyone
            ) { try $0.openSession($1) },
            .method(
                "OpenDefinition",
                in: [("definition", "s"), ("options", "a{sv}")],
                out: [("session", "o")],
                access: .anyone
            ) { try $0.openDefinition($1) },
            .method("ListForms", out: [("forms", "a(ss)")], access: .anyone) { $0.listForms($1) },
            .method("ListSessions", out: [("sessions", "a(osu)")], access: .anyone) { $0.listSessions($1) },
            .method("GetDefinition", in: [("form", "s")], out: [("definition", "s")], access: .anyone) {
                try $0.getDefinition($1)
            },
            .method(
                "CheckDefinition",
                in: [("definition", "s")],
                out: [("diagnostics", "a(sss)")],
                access: .anyone
            ) { try $0.checkDefinition($1) },
            .method("ListTypes", out: [("types", "a(sss)")], access: .anyone) { $0.listTypes($1) },
            .method(
                "Format",
                in: [("formatter", "s"), ("text", "s")],
                out: [("formatted", "s"), ("value", "s"), ("complete", "b")],
                access: .anyone
            ) { try $0.format($1) },
            .method(
                "Check",
                in: [("validators", "s"), ("text", "s")],
                out: [("valid", "b"), ("message", "s")],
                access: .anyone
            ) { try $0.check($1) },
            .method("Reload", access: .owner) { $0.reload($1) },
            .method("GetStatistics", out: [("statistics", "a{sv}")], access: .anyone) { $0.getStatistics($1) },
            .property("Version", "s", access: .anyone, emits: .constant, get: { .string($0.version) }),
            .signal("SessionOpened", [("session", "o"), ("form", "s")]),
            .signal("SessionClosed", [("session", "o"), ("reason", "s")]),
            .signal("TypesChanged"),
        ]
    )
}
