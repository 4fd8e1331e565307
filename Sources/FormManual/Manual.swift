import FormContract
import Foundation

/// Generates the manual pages from the project's articles and from the help of its programs.
@main
struct Manual {
    /// The folder with the built programs.
    let programs: String
    /// The project's folder.
    let project: String
    let date: String

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            FileHandle.standardError.write(Data("usage: FormManual PROGRAMS PROJECT DATE FOLDER\n".utf8))
            exit(64)
        }
        let manual = Manual(programs: arguments[1], project: arguments[2], date: arguments[3])
        let folder = URL(filePath: arguments[4])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for page in try manual.pages {
            let file = folder.appending(path: "\(page.name).\(page.section)")
            try Data(page.roff.utf8).write(to: file)
        }
    }

    var pages: [ManualPage] {
        get throws {
            [
                page(
                    "formctl",
                    1,
                    "open, fill in, watch and submit forms",
                    try synopsis("**formctl** \\[*options*] *subcommand* \\[*arguments*]")
                        + article("formctl/formctl.docc/formctl.md", inserting: commands)
                ),
                page(
                    "formd-gtk",
                    1,
                    "fill in a form in a window",
                    try synopsis("**formd-gtk** \\[*options*] *form*")
                        + article("formd-gtk/formd-gtk.docc/formd-gtk.md", inserting: optionsOfRun)
                ),
                page(
                    "formd",
                    8,
                    "the daemon that runs forms",
                    try synopsis("**formd** \\[*options*]")
                        + article("formd/formd.docc/Running.md", inserting: options(of: "formd"))
                        + chapter("PostgreSQL/PostgreSQL.docc/Databases.md")
                ),
                page(
                    "formd-web",
                    8,
                    "shows forms in browsers and at kiosks",
                    try synopsis("**formd-web** `--form` *name* \\[*options*]")
                        + article("formd-web/formd-web.docc/FormsInBrowsers.md", inserting: options(of: "formd-web"))
                ),
                page(
                    "formd-form",
                    5,
                    "how a form is written down",
                    try article("FormModel/FormModel.docc/Definitions.md")
                        + chapter("FormEngine/FormEngine.docc/Masks.md")
                        + chapter("FormEngine/FormEngine.docc/Formatters.md")
                        + chapter("FormEngine/FormEngine.docc/Pickers.md")
                        + chapter("FormEngine/FormEngine.docc/Groups.md")
                        + chapter("FormEngine/FormEngine.docc/Computations.md")
                        + chapter("FormEngine/FormEngine.docc/Validation.md")
                        + chapter("FormRuntime/FormRuntime.docc/Submissions.md")
                ),
                page(
                    "formd-bundle",
                    7,
                    "forms of many kiosks from one place",
                    try article("FormRuntime/FormRuntime.docc/Bundles.md")
                ),
                page(
                    "formd-tutorial",
                    7,
                    "a form from five lines to an order",
                    try article("FormModel/FormModel.docc/Tutorial.md")
                ),
                page(
                    "formd-plugin",
                    7,
                    "programs that add types to forms",
                    try article("FormPlugin/FormPlugin.docc/FormPlugin.md")
                        + chapter("PluginHost/PluginHost.docc/Plugins.md")
                        + chapter("PluginWire/PluginWire.docc/Frames.md")
                ),
                page(
                    "org.formd.Forms1",
                    5,
                    "the D-Bus interfaces of formd",
                    try article("FormBus/FormBus.docc/Bus.md") + chapter("FormBus/FormBus.docc/Reference.md")
                ),
            ]
        }
    }

    private static let names = [
        "formctl(1)", "formd-gtk(1)", "formd(8)", "formd-web(8)", "formd-form(5)", "formd-bundle(7)",
        "formd-tutorial(7)",
        "formd-plugin(7)", "org.formd.Forms1(5)",
    ]

    private func page(_ name: String, _ section: Int, _ about: String, _ blocks: [Block]) -> ManualPage {
        let others = Self.names.filter { $0 != "\(name)(\(section))" }.map { "**\($0.dropLast(3))**\($0.suffix(3))" }
        return ManualPage(
            name: name,
            section: section,
            about: about,
            date: date,
            version: Contract.version,
            blocks: blocks + [
                .heading(level: 2, "See also"), .paragraph(others.joined(separator: ", ")),
                .heading(level: 2, "Licence"), .paragraph("Copyright 2026 the formd authors; MIT License."),
            ]
        )
    }

    private func synopsis(_ text: String) -> [Block] {
        [.heading(level: 2, "Synopsis"), .paragraph(text), .heading(level: 2, "Description")]
    }

    // MARK: Articles

    /// An article without its title; the inserted blocks precede its last section.
    private func article(_ path: String, inserting inserted: [Block] = []) throws -> [Block] {
        var blocks = try Array(blocks(path).drop { if case .heading(1, _) = $0 { true } else { false } })
        let last = blocks.lastIndex { if case .heading(2, _) = $0 { true } else { false } }
        blocks.insert(contentsOf: inserted, at: inserted.isEmpty ? blocks.endIndex : last ?? blocks.endIndex)
        return blocks
    }

    /// An article as a section of a page, with its title as the section's.
    private func chapter(_ path: String) throws -> [Block] {
        try blocks(path).map { block in
            guard case .heading(let level, let text) = block else { return block }
            return .heading(level: level + 1, text)
        }
    }

    private func blocks(_ path: String) throws -> [Block] {
        Markdown(try String(contentsOfFile: "\(project)/Sources/\(path)", encoding: .utf8)).blocks
    }

    // MARK: Programs

    private var commands: [Block] {
        get throws { try reference.blocks }
    }

    private var optionsOfRun: [Block] {
        get throws { try reference.options(of: "run") }
    }

    private var reference: CommandReference {
        get throws { try CommandReference(output("formctl", "--experimental-dump-help")) }
    }

    private func options(of program: String) throws -> [Block] {
        [.heading(level: 2, "Options"), .entries(ProgramOptions(help: try output(program, "--help")).entries)]
    }

    private struct Failure: Error {
        let program: String
        let status: Int32
    }

    private func output(_ program: String, _ argument: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "\(programs)/\(program)")
        process.arguments = [argument]
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(program: program, status: process.terminationStatus) }
        return String(decoding: data, as: UTF8.self)
    }
}
