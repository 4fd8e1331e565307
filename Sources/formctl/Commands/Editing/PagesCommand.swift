import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import FormModel

struct PagesCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages",
        abstract: "List a form's pages, or show another one and print its number.",
        discussion: """
            Prints one line for each page: its number from 0, its title, its fields; "*" marks the page that is shown. \
            Moving forward validates the pages that are left, and prints their errors as "submit" does.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Flag(help: "Show the next or the previous page.") var direction: Direction?
    @Option(help: "Show the page with this number.") var show: UInt32?
    @OptionGroup var options: GlobalOptions

    enum Direction: String, EnumerableFlag {
        case next, previous
    }

    func validate() throws {
        guard direction == nil || show == nil else {
            throw ValidationError("Give one of --next, --previous and --show.")
        }
    }

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        guard direction == nil, show == nil else {
            let page: UInt32
            do {
                page = try await turn(session)
            } catch let error as BusError where error.failure == .notValid {
                throw try await refusal(error, session)
            }
            return try report(json: ["page": .number(page)], lines: [String(page)])
        }
        let state = try await session.state()
        let (shown, pages) = (state.page, state.pages)
        try report(
            json: ["page": .number(shown), "pages": .array(pages.map(\.json))],
            lines: aligned(
                pages.enumerated().map { number, page in
                    let mark = number == Int(shown) ? "*" : " "
                    let fields = page.fields.isEmpty ? "-" : page.fields.joined(separator: ", ")
                    return [mark, String(number), page.title.isEmpty ? "-" : page.title, fields].map(\.escapingControls)
                }
            )
        )
    }

    @LoopActor
    private func turn(_ session: SessionProxy) async throws -> UInt32 {
        if let show { return try await session.show(page: show) }
        return direction == .next ? try await session.nextPage() : try await session.previousPage()
    }
}

extension FormPage {
    fileprivate var json: JSONText {
        ["title": .string(title), "fields": .array(fields.map(JSONText.string))]
    }
}
