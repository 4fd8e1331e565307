import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormPresentation

struct SetCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the texts of fields, or a property.",
        usage: """
            formctl set SESSION FIELD TEXT
            formctl set SESSION FIELD=TEXT … [--from-file FIELD=FILE …]
            formctl set SESSION FIELD PROPERTY VALUE
            """,
        discussion: """
            Sets texts as an application does: they are formatted and validated, and "get" prints the result. Several \
            texts are set in one transaction: either all of them or none. To set a property, give the arguments of \
            "get" and then the value.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(
        help: ArgumentHelp("A field and its text, which \"-\" reads from standard input.", valueName: "field=text"),
        completion: .fields
    )
    var words: [String] = []
    @Option(
        name: .customLong("from-file"),
        help: ArgumentHelp("Read a field's text from a file; may be repeated.", valueName: "field=file")
    )
    var files: [FieldAssignment] = []
    @OptionGroup var options: GlobalOptions

    private enum Change {
        case texts([FieldAssignment])
        case property(of: FieldArgument, name: String, value: TextArgument)
    }

    func validate() throws {
        _ = try change
    }

    private var change: Change {
        get throws {
            if !files.isEmpty || words.first?.contains("=") == true {
                let texts = try words.map { word in
                    guard let text = FieldAssignment(argument: word) else {
                        throw ValidationError("\(word.quoted) is not FIELD=TEXT.")
                    }
                    return text
                }
                return .texts(texts)
            }
            guard let name = words.first, let field = FieldArgument(argument: name) else {
                throw ValidationError("Name a field, and its text.")
            }
            switch words.count {
            case 2:
                return .texts([FieldAssignment(field: try field.required(), text: TextArgument(argument: words[1]))])
            case 3: return .property(of: field, name: words[1], value: TextArgument(argument: words[2]))
            default: throw ValidationError("Give a field and its text: one with spaces in it needs quotation marks.")
            }
        }
    }

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        switch try change {
        case .texts(let assignments):
            let texts =
                try assignments.texts() + files.map { ($0.field, try TextArgument.read(file: $0.text.argument)) }
            try await session.apply { transaction in
                for (field, text) in texts { transaction.field(field).setText(text) }
            }
        case .property(let field, let name, let text):
            // The new value must have the type of the present one.
            let present = try await session.get(name, of: field.name)
            let text = try text.read()
            guard let value = Value(text, as: present.type) else {
                let message = "\(name) is of type \(present.type), which \(text.quoted) is not"
                throw CommandFailure(.usage, message.escapingControls)
            }
            try await session.set(name, of: field.name, to: value)
        }
    }
}

/// `field=text`.
struct FieldAssignment: ExpressibleByArgument, Sendable {
    let field: String
    let text: TextArgument

    init(field: String, text: TextArgument) {
        self.field = field
        self.text = text
    }

    /// `nil` if there is no field identifier with an equals sign.
    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="),
            let field = FieldArgument(argument: String(argument[..<equals]))?.name
        else { return nil }
        self.init(field: field, text: TextArgument(argument: String(argument[argument.index(after: equals)...])))
    }
}

extension [FieldAssignment] {
    /// The texts by field. At most one of them may be standard input.
    func texts() throws(CommandFailure) -> [(field: String, text: String)] {
        guard filter(\.text.isStandardInput).count < 2 else {
            throw CommandFailure(.usage, "standard input can be the text of one field only")
        }
        var texts: [(String, String)] = []
        for assignment in self { texts.append((assignment.field, try assignment.text.read())) }
        return texts
    }
}
