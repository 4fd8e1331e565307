import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import Glibc

/// The completions of an unfinished word: names from the daemon or the contract.
///
/// A running daemon is asked, for at most a second. Errors are silent, because a shell is waiting.
struct Completion {
    private let place: BusAddress
    /// The words before the unfinished one, without options: the subcommand and its arguments.
    private let arguments: [String]

    /// - Parameters:
    ///   - words: the command line.
    ///   - index: the index of the unfinished word.
    fileprivate init(_ words: [String], before index: Int) {
        var place = BusAddress.session
        var arguments: [String] = []
        var rest = words.prefix(index).dropFirst()
        while let word = rest.popFirst() {
            if word == "--system" {
                place = .system
            } else if word == "--address", let address = rest.popFirst() {
                place = .at(address)
            } else if word.hasPrefix("--address=") {
                place = .at(String(word.dropFirst("--address=".count)))
            } else if !word.hasPrefix("-") {
                arguments.append(word)
            }
        }
        self.place = place
        self.arguments = arguments
    }

    private func ask(_ body: @escaping @LoopActor @Sendable (Forms) async throws -> [String]) -> [String] {
        signal(SIGALRM) { _ in _exit(EXIT_SUCCESS) }
        alarm(1)
        let words = try? EventLoop.run { [place] in
            let forms = try await Forms.connect(place)
            return await forms.hasDaemon() ? try await body(forms) : []
        }
        return words ?? []
    }

    /// Asks the session that the argument at `position` names.
    private func askSession(
        at position: Int = 1,
        _ body: @escaping @LoopActor @Sendable (SessionProxy) async throws -> [String]
    ) -> [String] {
        guard let session = argument(at: position).flatMap({ SessionArgument(argument: $0) }) else { return [] }
        return ask { try await body($0.session(session)) }
    }

    private func argument(at position: Int) -> String? {
        arguments.indices.contains(position) ? arguments[position] : nil
    }

    // MARK: Names

    fileprivate var forms: [String] {
        ask { try await $0.manager("ListForms").rows.compactMap { $0.first?.string } }
    }

    /// The tokens of the user's own sessions, and the paths of others.
    fileprivate var sessions: [String] {
        ask { forms in
            try await forms.manager("ListSessions").rows.compactMap { row in
                guard let path = row.first?.objectPath, let owner = row.last?.uint32 else { return nil }
                return owner == geteuid() ? path.elements.last.map(String.init) : path.string
            }
        }
    }

    fileprivate var fields: [String] {
        askSession { session in
            try await session.get("Fields").elements?.compactMap { $0.objectPath?.elements.last.map(String.init) } ?? []
        }
    }

    fileprivate var fieldsAndSession: [String] { fields + ["."] }

    fileprivate var properties: [String] {
        let isOfSession = argument(at: 2) == "."
        return (isOfSession ? Contract.session : Contract.field).properties.map(\.name.string)
    }

    /// For the subcommands of `rows`, whose name is the second word.
    fileprivate var groups: [String] { askSession(at: 2) { try await $0.groups.map(\.name) } }

    fileprivate var rows: [String] {
        guard let name = argument(at: 3) else { return [] }
        return askSession(at: 2) { session in
            try await session.groups.first { $0.name == name }?.rows.map { String($0) } ?? []
        }
    }

    /// The values of a field's first options.
    fileprivate var options: [String] {
        guard let name = argument(at: 2) else { return [] }
        return askSession { try await $0.field(name).options().page.map(\.value) }
    }
}

extension SessionProxy {
    fileprivate var groups: [FormGroup] {
        get async throws { try await get(\.groups) }
    }
}

extension CompletionKind {
    static var forms: CompletionKind { offering { $0.forms } }
    static var sessions: CompletionKind { offering { $0.sessions } }
    static var fields: CompletionKind { offering { $0.fields } }
    static var fieldsAndSession: CompletionKind { offering { $0.fieldsAndSession } }
    static var properties: CompletionKind { offering { $0.properties } }
    static var groups: CompletionKind { offering { $0.groups } }
    static var rows: CompletionKind { offering { $0.rows } }
    static var options: CompletionKind { offering { $0.options } }

    private static func offering(_ names: @escaping @Sendable (Completion) -> [String]) -> CompletionKind {
        .custom { words, index, _ in names(Completion(words, before: index)) }
    }
}
