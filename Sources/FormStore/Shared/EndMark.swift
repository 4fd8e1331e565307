/// A file of the state folder that says, until the shared store knows it, that a session has ended or a draft was discarded.
struct EndMark: Sendable, Hashable {
    let name: String
    let contents: [UInt8]

    /// Nothing but the name.
    init(_ identity: SharedIdentity) {
        name = "\(identity.id)-\(identity.epoch)"
        contents = []
    }

    /// The draft without its values.
    init(_ draft: Draft) {
        name = "draft-\(draft.file)"
        var contents = draft
        contents.values = [:]
        self.contents = contents.contents
    }

    /// A mark that was read.
    init(_ name: String, _ contents: [UInt8]) { (self.name, self.contents) = (name, contents) }

    /// The draft of a mark; `nil` if it is a session's, or damaged.
    var draft: Draft? {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0] == "draft", let user = UInt32(parts[1].prefix { $0 != "-" }) else {
            return nil
        }
        return (try? SessionFileContents.entries(ofFileThatBegins: contents))
            .flatMap { try? Draft(String(parts[1]), of: user, $0) }
    }
}

extension SharedIdentity {
    /// The session of a mark.
    init?(markedBy name: String) {
        self.init(name, separator: "-")
    }
}
