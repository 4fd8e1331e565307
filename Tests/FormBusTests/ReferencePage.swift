import DBus
import FormContract

/// The reference of the contract, as the documentation has it.
enum ReferencePage {
    static var markdown: String {
        var lines = [
            "# Reference",
            "",
            "Every member of formd's interfaces. `make contract` generates this page from `Sources/FormContract`: edit that",
            "module instead. [Bus](Bus.md) describes how the members work together.",
            "",
            "A role includes those before it: anyone, viewer, editor, owner. Types are written as D-Bus signatures.",
        ]
        for interface in Contract.interfaces {
            lines += ["", "## \(interface.name)", "", interface.documentation]
            lines += table(
                ["method", "role", ""],
                interface.methods.map { [call($0), $0.access.role, $0.documentation] }
            )
            if interface.name == Contract.manager.name {
                lines += table(
                    ["option of a session", "type", "default", ""],
                    Contract.sessionOptions.map { ["`\($0.name)`", "\($0.type)", $0.fallback, $0.documentation] }
                )
            }
            lines += table(
                ["property", "type", "written by", ""],
                interface.properties.map {
                    [
                        "`\($0.name)`", "\($0.type)", $0.writeAccess?.role ?? "",
                        about($0) + $0.emission.sentence,
                    ]
                }
            )
            for shape in interface.properties.compactMap(shape) {
                lines += ["", "### \(shape.property)", "", shape.about]
                lines += table(
                    ["member", "type", ""],
                    shape.members.map { ["`\($0.name)`", "\($0.type)", $0.documentation + "."] }
                )
            }
            lines += table(
                ["signal", ""],
                interface.signals.map { ["`\($0.name)(\(list($0.arguments)))`", $0.documentation] }
            )
        }
        lines += ["", "## Errors", "", "The names begin with `org.formd.Forms1.Error.`."]
        lines += table(["error", ""], Contract.Failure.allCases.map { ["`\($0.rawValue)`", $0.documentation] })
        return lines.joined(separator: "\n") + "\n"
    }

    private static func shape(_ property: InterfaceDescription.Property) -> ValueShape? {
        ValueShape.all.first { $0.property == property.name }
    }

    /// What a property is; where it has a table, only that.
    private static func about(_ property: InterfaceDescription.Property) -> String {
        shape(property).map { "A table below: \($0.about)" } ?? property.documentation
    }

    private static func call(_ method: InterfaceDescription.Method) -> String {
        let outputs = method.outputs.isEmpty ? "" : " → \(list(method.outputs))"
        return "`\(method.name)(\(list(method.inputs)))\(outputs)`"
    }

    private static func list(_ arguments: [InterfaceDescription.Argument]) -> String {
        arguments.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
        let lines = [head, head.map { _ in "---" }] + rows
        return [""] + lines.map { "| " + $0.joined(separator: " | ") + " |" }
    }
}

extension AccessLevel {
    fileprivate var role: String {
        switch self {
        case .viewer: "viewer"
        case .editor: "editor"
        case .owner: "owner"
        default: "anyone"
        }
    }
}

extension PropertyEmission {
    fileprivate var sentence: String {
        switch self {
        case .value: ""
        case .invalidates: " Changes are announced without the new value."
        case .constant: " Never changes."
        case .never: " Changes are not announced."
        }
    }
}
