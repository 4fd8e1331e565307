import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// How two introspection documents disagree: interfaces, members, the arguments' names, types, order and directions,
/// the properties' access and `EmitsChangedSignal`. Order of members, comments, other annotations and child nodes do
/// not count.
/// - Returns: a line for each difference, empty when there is none.
package func differences(between first: String, and second: String) -> [String] {
    let left: [String: String]
    let right: [String: String]
    do {
        left = try ContractReader.facts(in: first)
        right = try ContractReader.facts(in: second)
    } catch {
        return ["\(error)"]
    }
    var lines: [String] = []
    for key in Set(left.keys).union(right.keys).sorted() {
        switch (left[key], right[key]) {
        case (let fact?, nil): lines.append("only in the first: \(key)\(fact)")
        case (nil, let fact?): lines.append("only in the second: \(key)\(fact)")
        case (let one?, let other?) where one != other: lines.append("\(key): first \(one), second \(other)")
        default: break
        }
    }
    return lines
}

package struct MalformedContract: Error, CustomStringConvertible {
    package let description: String
}

/// Reads an introspection document into one line for each interface and member.
private final class ContractReader: NSObject, XMLParserDelegate {
    private var facts: [String: String] = [:]
    private var problem: String?
    private var elements: [String] = []
    private var interface = ""
    private var interfaceEmits = "true"
    private var member: Member?

    private struct Member {
        let kind: String
        let name: String
        var arguments: [String] = []
        var type = ""
        var access = ""
        var emits: String
    }

    static func facts(in document: String) throws -> [String: String] {
        let reader = ContractReader()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let problem = reader.problem { throw MalformedContract(description: problem) }
        guard isWellFormed, reader.elements.isEmpty else {
            let reason = parser.parserError.map { "\($0)" } ?? "not well-formed"
            throw MalformedContract(description: "line \(parser.lineNumber): \(reason)")
        }
        return reader.facts
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let parent = elements.last
        elements.append(element)
        let name = attributes["name"] ?? ""
        switch (element, parent) {
        case ("node", _):
            break
        case ("interface", "node"):
            interface = name
            interfaceEmits = "true"
            note("interface \(name)", "")
        case ("method", "interface"), ("signal", "interface"):
            member = Member(kind: element, name: name, emits: "")
        case ("property", "interface"):
            member = Member(kind: element, name: name, emits: interfaceEmits)
            member?.type = attributes["type"] ?? ""
            member?.access = attributes["access"] ?? ""
        case ("arg", "method"):
            member?.arguments.append("\(attributes["direction"] ?? "in") \(name): \(attributes["type"] ?? "")")
        case ("arg", "signal"):
            member?.arguments.append("\(name): \(attributes["type"] ?? "")")
        case ("annotation", _):
            guard name == "org.freedesktop.DBus.Property.EmitsChangedSignal" else { break }
            let value = attributes["value"] ?? ""
            if parent == "property" { member?.emits = value }
            if parent == "interface" { interfaceEmits = value }
        default:
            problem = problem ?? "line \(parser.lineNumber): <\(element)> inside <\(parent ?? "")>"
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        elements.removeLast()
        guard let member, member.kind == element else { return }
        self.member = nil
        let fact =
            element == "property"
            ? ": \(member.type), \(member.access), emits \(member.emits)"
            : "(\(member.arguments.joined(separator: ", ")))"
        note("\(element) \(interface).\(member.name)", fact)
    }

    private func note(_ key: String, _ fact: String) {
        if facts.updateValue(fact, forKey: key) != nil { problem = problem ?? "\(key) is declared twice" }
    }
}
