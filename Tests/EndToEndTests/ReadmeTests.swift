import Foundation
import FormdTesting
import Testing

/// What the README and the articles show, as it stands there.
@Suite("The README and the articles")
struct ReadmeTests {
    /// Those with console lines.
    private static let transcripts = [
        "README.md", "Sources/FormBus/FormBus.docc/Tour.md", "Sources/formctl/formctl.docc/Scripts.md",
        "Sources/FormModel/FormModel.docc/Forms.md", "Sources/FormRuntime/FormRuntime.docc/Bundles.md",
    ]

    /// All pages of the project, by their paths in it.
    private static let pages: [String] = {
        let sources = FileManager.default.enumerator(atPath: BuiltProducts.project + "/Sources")
        let articles = (sources?.allObjects as? [String] ?? []).filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        return ["README.md"] + articles.sorted().map { "Sources/" + $0 }
    }()

    @Test("every page with console lines is tested")
    func allTranscripts() throws {
        let found = try Self.pages.filter { try !Readme($0).commands.isEmpty }
        #expect(Set(found) == Set(Self.transcripts))
    }

    @Test("the README is a landing page")
    func length() throws {
        #expect(try Readme("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test("console lines have the documented output", arguments: transcripts)
    func console(page: String) async throws {
        let readme = try Readme(page)
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.busAndSocket(bus), plugins: true)
        let folder = try TemporaryFolder()
        // Where a login session has its sockets.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/formd",
            withDestinationPath: daemon.folder.path
        )
        let result = try await Tool.run(
            "bash",
            ["-c", readme.script],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "HOME": folder.path,
                "LC_ALL": "C.UTF-8",
                "PATH": BuiltProducts.folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
                "README_FOLDER": folder.path,
                "XDG_RUNTIME_DIR": folder.path,
            ],
            limit: .seconds(60)
        )
        let outputs = result.output.components(separatedBy: Readme.mark + "\n").dropLast().map(Readme.lines)
        try #require(outputs.count == readme.commands.count, "\(result.output)\n\(result.errors)")
        for (command, output) in zip(readme.commands, outputs) {
            #expect(
                Readme.shows(command.output, output),
                "\(command.line)\nprints\n\(output.joined(separator: "\n"))",
                sourceLocation: command.location
            )
        }
    }

    @Test("example forms can be opened", arguments: ["README.md", "Sources/FormModel/FormModel.docc/Forms.md"])
    func forms(page: String) async throws {
        let forms = try Readme(page).blocks("json").map { $0.lines.joined(separator: "\n") }
        #expect(!forms.isEmpty)
        let daemon = try await Daemon.start(.socket)
        for form in forms {
            let result = try await Tool.run(
                "bash",
                ["-c", #"printf %s "$FORM" | "$FORMCTL" --address "$ADDRESS" check -"#],
                environment: [
                    "FORM": form, "FORMCTL": BuiltProducts.path(of: "formctl"), "ADDRESS": daemon.socketAddress,
                ]
            )
            #expect(result.status == 0)
            #expect(result.output + result.errors == "")
        }
    }

    @Test("the files and folders that a page links to exist")
    func links() throws {
        for page in Self.pages {
            let folder = BuiltProducts.project + "/" + (page as NSString).deletingLastPathComponent
            let text = try Readme(page).text
            for match in text.matches(of: /\]\((?<target>[^)#:`\s]+)(?:#[^)]*)?\)/) {
                let path = folder + "/" + match.target
                #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(match.target)")
            }
        }
    }
}

/// The README, taken apart.
private struct Readme {
    /// Stands behind each command's output.
    static let mark = "-- the command has ended --"

    /// A command with the lines that it is said to print.
    struct Command {
        var line: String
        var output: [String]
        var location: SourceLocation
    }

    struct Block {
        var lines: [String]
        /// Of the first line, counted from 1.
        var start: Int
    }

    let text: String
    let commands: [Command]

    init(_ page: String) throws {
        let path = BuiltProducts.project + "/" + page
        text = try String(contentsOfFile: path, encoding: .utf8)
        var commands: [Command] = []
        for block in Self.blocks("console", of: text) {
            for (offset, line) in block.lines.enumerated() {
                if line.hasPrefix("$ ") {
                    let location = SourceLocation(
                        fileID: "formd/" + (page as NSString).lastPathComponent,
                        filePath: path,
                        line: block.start + offset,
                        column: 1
                    )
                    commands.append(Command(line: String(line.dropFirst(2)), output: [], location: location))
                } else if let last = commands.indices.last {
                    commands[last].output.append(line)
                }
            }
        }
        self.commands = commands
    }

    func blocks(_ language: String) -> [Block] { Self.blocks(language, of: text) }

    /// All of them in one shell, so that what one sets the next one knows.
    var script: String {
        (["exec 2>&1; cd \"$README_FOLDER\""] + commands.flatMap { [$0.line, "echo '\(Self.mark)'"] })
            .joined(separator: "\n")
    }

    /// Whether a command printed what it should. `$UID` is the user's number, and `…` anything, lines included.
    static func shows(_ expected: [String], _ output: [String]) -> Bool {
        let parts = expected.joined(separator: "\n").replacingOccurrences(of: "$UID", with: "\(getuid())")
            .split(separator: "…", omittingEmptySubsequences: false)
        let output = output.joined(separator: "\n")
        guard let first = parts.first, let last = parts.dropFirst().last else { return output == parts[0] }
        guard output.hasPrefix(first), output.dropFirst(first.count).hasSuffix(last) else { return false }
        var rest = output.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// The lines of a text that ends with a line break, or is empty.
    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static func blocks(_ language: String, of text: String) -> [Block] {
        var blocks: [Block] = []
        var open: Block?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open, line == "```" {
                blocks.append(block)
                open = nil
            } else if open != nil {
                open?.lines.append(String(line))
            } else if line == "```" + language {
                open = Block(lines: [], start: index + 2)
            }
        }
        return blocks
    }
}
