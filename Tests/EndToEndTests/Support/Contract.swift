import DBus
import FormdTesting
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The contract, as far as a caller must know it.
struct Contract: Sendable {
    struct Method: Sendable, CustomStringConvertible {
        let interface: InterfaceName
        let name: MemberName
        let inputs: [(name: String, type: ValueType)]

        var description: String { "\(interface).\(name)" }
    }

    struct Property: Sendable, CustomStringConvertible {
        let interface: InterfaceName
        let name: String
        let type: ValueType
        let isWritable: Bool

        var description: String { "\(interface).\(name)" }
    }

    fileprivate(set) var methods: [Method] = []
    fileprivate(set) var properties: [Property] = []
    /// The last parts of the contract's own errors.
    let errors: Set<String> = [
        "UnknownForm", "InvalidDefinition", "UnknownSession", "UnknownField", "SessionExists", "AccessDenied",
        "NotValid", "Disabled", "ActionDisabled", "OutOfRange", "TextTooLong", "InvalidText", "InvalidArgument",
        "StaleRevision", "LimitExceeded", "PluginUnavailable", "Pending", "CheckUnavailable", "AlreadySubmitted",
    ]

    static func read() throws -> Contract {
        let path = BuiltProducts.project + "/Tests/FormBusTests/Contract/org.formd.Forms1.xml"
        let reader = Reader()
        let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
        parser.delegate = reader
        guard parser.parse() else { throw Unreadable(line: parser.lineNumber) }
        return reader.contract
    }

    struct Unreadable: Error {
        let line: Int
    }

    /// Whether an error of this name may come back from a call.
    func knows(_ error: ErrorName) -> Bool {
        let name = error.string
        let own = "org.formd.Forms1.Error."
        if name.hasPrefix(own) { return errors.contains(String(name.dropFirst(own.count))) }
        return name.hasPrefix("org.freedesktop.DBus.Error.")
    }
}

private final class Reader: NSObject, XMLParserDelegate {
    var contract = Contract()
    private var interface: InterfaceName?
    private var method: String?
    private var inputs: [(name: String, type: ValueType)] = []

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let name = attributes["name"] ?? ""
        switch element {
        case "interface": interface = InterfaceName(name)
        case "method":
            method = name
            inputs = []
        case "arg":
            guard attributes["direction"] == "in", let type = ValueType(attributes["type"] ?? "") else { break }
            inputs.append((name, type))
        case "property":
            guard let interface, let type = ValueType(attributes["type"] ?? "") else { break }
            contract.properties.append(
                Contract.Property(
                    interface: interface,
                    name: name,
                    type: type,
                    isWritable: attributes["access"] == "readwrite"
                )
            )
        default: break
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        guard element == "method", let interface, let method, let name = MemberName(method) else { return }
        contract.methods.append(Contract.Method(interface: interface, name: name, inputs: inputs))
        self.method = nil
    }
}
