import FoundationEssentials

/// The subcommands of `formctl --experimental-dump-help` as sections of a page.
struct CommandReference: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let aliases: [String]?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        let kind: String
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        struct Name: Decodable {
            let kind: String
            let name: String

            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }
    }

    init(_ json: String) throws {
        self = try JSONDecoder().decode(CommandReference.self, from: Data(json.utf8))
    }

    var blocks: [Block] {
        let options = Self.shown(command).filter { $0.kind != "positional" }
        let common = Set(options.map(\.spellings))
        return [.heading(level: 2, "Options"), .entries(options.map(\.entry))]
            + [.heading(level: 2, "Subcommands")]
            + (command.subcommands ?? []).flatMap { Self.section($0, behind: command.commandName, without: common) }
    }

    /// The options of a subcommand as a section of another program's page.
    func options(of subcommand: String) -> [Block] {
        let options = command.subcommands?.first { $0.commandName == subcommand }.map(Self.shown) ?? []
        return [.heading(level: 2, "Options"), .entries(options.filter { $0.kind != "positional" }.map(\.entry))]
    }

    private static func section(_ command: Command, behind path: String, without common: Set<[String]>) -> [Block] {
        // `help` is described with the options.
        guard command.commandName != "help" else { return [] }
        let name = "\(path) \(command.commandName)"
        let arguments = shown(command).filter { $0.kind == "positional" || !common.contains($0.spellings) }
        var blocks: [Block] = [.heading(level: 3, command.commandName)]
        if path.contains(" ") { blocks = [] }
        let synopsis = (["**\(name)**"] + arguments.map(\.synopsis)).joined(separator: " ")
        if command.subcommands == nil { blocks.append(.paragraph(synopsis)) }
        blocks += paragraphs(command.abstract) + paragraphs(command.discussion)
        if let aliases = command.aliases, !aliases.isEmpty {
            blocks.append(.paragraph("The same as " + aliases.map { "`\($0)`" }.joined(separator: ", ") + "."))
        }
        if !arguments.isEmpty, command.subcommands == nil { blocks.append(.entries(arguments.map(\.entry))) }
        return blocks + (command.subcommands ?? []).flatMap { section($0, behind: name, without: common) }
    }

    private static func shown(_ command: Command) -> [Argument] {
        (command.arguments ?? []).filter { $0.shouldDisplay && $0.names?.contains { $0.name == "help" } != true }
    }

    private static func paragraphs(_ text: String?) -> [Block] {
        (text ?? "").split(separator: "\n\n").map { .paragraph(Markdown.escaped(String($0))) }
    }
}

extension CommandReference.Argument {
    var spellings: [String] { names?.map(\.spelling) ?? [valueName ?? ""] }

    /// `[--at *at*]`
    fileprivate var synopsis: String {
        let all = term.replacing(", ", with: "\\|") + (isRepeating ? " …" : "")
        return isOptional ? "\\[\(all)]" : all
    }

    fileprivate var entry: Block.Entry {
        var text = [abstract, discussion].compactMap { $0 }.joined(separator: " ")
        if let values = allValues, !values.isEmpty { text += " One of: " + values.joined(separator: ", ") + "." }
        if let value = defaultValue, !value.isEmpty { text += " Default: \(value)." }
        return Block.Entry(term: term, texts: [Markdown.escaped(text.first == " " ? String(text.dropFirst()) : text)])
    }

    private var term: String {
        let value = Markdown.escaped(valueName ?? "")
        let names = spellings.map { "`\($0)`" }.joined(separator: ", ")
        switch kind {
        case "positional": return "*\(value)*"
        case "option": return "\(names) *\(value)*"
        default: return names
        }
    }
}
