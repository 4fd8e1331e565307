import FormImport

/// An element of an XML document, with everything inside it. Names are without their namespaces.
struct XMLTree {
    enum Content {
        case element(XMLTree)
        case text(String)
    }

    let name: String
    let attributes: [String: String]
    private(set) var content: [Content] = []

    /// The maximum number of elements.
    private static let size = 100_000

    /// Parses a document. Throws if it is not XML, or too large.
    init(_ bytes: [UInt8]) throws(UnreadableSheet) {
        var open = [XMLTree(name: "", attributes: [:])]
        try XMLEvents.read(bytes, limit: 4 * Self.size) { event in
            switch event {
            case .start(let name, let attributes): open.append(XMLTree(name: name, attributes: attributes))
            case .end:
                guard open.count > 1, let element = open.popLast() else { return }
                open[open.count - 1].content.append(.element(element))
            case .text(let text): open[open.count - 1].content.append(.text(text))
            }
        }
        guard let root = open[0].children.first else { throw UnreadableSheet(description: "the document is empty") }
        self = root
    }

    private init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    var children: [XMLTree] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// Visits the element and all elements inside.
    func visit(_ body: (XMLTree) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }

    func children(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    subscript(name: String) -> XMLTree? { children.first { $0.name == name } }

    /// The text inside the element, without that of elements in it.
    var text: String {
        content.map { if case .text(let text) = $0 { text } else { "" } }.joined().trimmed
    }
}
