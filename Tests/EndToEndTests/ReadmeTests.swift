import Foundation
import FormdTesting
import Testing

/// What the README shows, as it stands there.
@Suite("README.md")
struct ReadmeTests {
    @Test("its console lines have the documented output")
    func console() async throws {
        let readme = try Readme()
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

    @Test("its example forms can be opened")
    func forms() async throws {
        let forms = try Readme().blocks("json").map { $0.lines.joined(separator: "\n") }
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

    @Test("the files and folders that it links to exist")
    func links() throws {
        let text = try Readme().text
        let targets = text.matches(of: /\]\((?<target>[^)#:]+)\)/).map { String($0.target) }
        #expect(!targets.isEmpty)
        for target in targets {
            #expect(FileManager.default.fileExists(atPath: BuiltProducts.project + "/" + target), "\(target)")
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

    init() throws {
        let path = BuiltProducts.project + "/README.md"
        text = try String(contentsOfFile: path, encoding: .utf8)
        var commands: [Command] = []
        for block in Self.blocks("console", of: text) {
            for (offset, line) in block.lines.enumerated() {
                if line.hasPrefix("$ ") {
                    let location = SourceLocation(
                        fileID: "formd/README.md",
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
