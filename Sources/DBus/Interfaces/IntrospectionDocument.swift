/// The XML document that `org.freedesktop.DBus.Introspectable.Introspect` returns for an object.
package struct IntrospectionDocument: Sendable {
    package var interfaces: [InterfaceDescription]
    /// The names of the child nodes, each one path element.
    package var children: [String] = []
    /// Whether to include the documentation of the members, as annotations that the tools of GDBus understand.
    package var includesDocumentation = false

    package init(
        interfaces: [InterfaceDescription],
        children: [String] = [],
        includesDocumentation: Bool = false
    ) {
        self.interfaces = interfaces
        self.children = children
        self.includesDocumentation = includesDocumentation
    }

    /// The complete document.
    package var xml: String {
        var writer = Writer(includesDocumentation: includesDocumentation)
        writer.lines = [
            "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
            " \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">",
        ]
        writer.element("node") { writer in
            for interface in interfaces { writer.interface(interface) }
            for child in children { writer.element("node", [("name", child)]) }
        }
        return writer.lines.joined(separator: "\n") + "\n"
    }
}

/// Writes indented XML with one element on each line.
private struct Writer {
    let includesDocumentation: Bool
    var lines: [String] = []
    private var depth = 0

    init(includesDocumentation: Bool) {
        self.includesDocumentation = includesDocumentation
    }

    mutating func element(
        _ name: String,
        _ attributes: [(String, String)] = [],
        content: (inout Writer) -> Void = { _ in }
    ) {
        let opening = lines.count
        lines.append("")
        depth += 1
        content(&self)
        depth -= 1
        let indentation = String(repeating: " ", count: 2 * depth)
        let attributes = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        let isEmpty = lines.count == opening + 1
        lines[opening] = "\(indentation)<\(name)\(attributes)\(isEmpty ? "/" : "")>"
        if !isEmpty { lines.append("\(indentation)</\(name)>") }
    }

    mutating func interface(_ interface: InterfaceDescription) {
        element("interface", [("name", "\(interface.name)")]) { writer in
            writer.documentation(interface.documentation)
            for method in interface.methods { writer.method(method) }
            for signal in interface.signals { writer.signal(signal) }
            for property in interface.properties { writer.property(property) }
        }
    }

    private mutating func method(_ method: InterfaceDescription.Method) {
        element("method", [("name", "\(method.name)")]) { writer in
            writer.documentation(method.documentation)
            for input in method.inputs { writer.argument(input, direction: "in") }
            for output in method.outputs { writer.argument(output, direction: "out") }
        }
    }

    private mutating func signal(_ signal: InterfaceDescription.Signal) {
        element("signal", [("name", "\(signal.name)")]) { writer in
            writer.documentation(signal.documentation)
            for argument in signal.arguments { writer.argument(argument, direction: nil) }
        }
    }

    private mutating func property(_ property: InterfaceDescription.Property) {
        let attributes = [
            ("name", "\(property.name)"),
            ("type", "\(property.type)"),
            ("access", property.writeAccess == nil ? "read" : "readwrite"),
        ]
        element("property", attributes) { writer in
            writer.documentation(property.documentation)
            if property.emission != .value {
                writer.annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", property.emission.rawValue)
            }
        }
    }

    private mutating func argument(_ argument: InterfaceDescription.Argument, direction: String?) {
        var attributes = [("name", argument.name), ("type", "\(argument.type)")]
        if let direction { attributes.append(("direction", direction)) }
        element("arg", attributes)
    }

    private mutating func documentation(_ text: String) {
        guard includesDocumentation, !text.isEmpty else { return }
        annotation("org.gtk.GDBus.DocString", text)
    }

    private mutating func annotation(_ name: String, _ value: String) {
        element("annotation", [("name", name), ("value", value)])
    }

    /// Escapes a text for the value of an attribute. Line breaks become character references. Other control characters
    /// are removed, because XML does not allow them.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
