import DBus
import FormBundles
import FormEngine
import FormModel
import FormPlugin
import PCRE2
import PluginWire
import QuestionnaireImport
import SchemaImport
import SurveyImport
import TextEditing
import XLSFormImport

@testable import FormStore

/// Something of formd that reads what others have written. Its inputs are changed seeds.
struct FuzzTarget: Sendable {
    let name: String
    /// The files of the project with seeds: folders or files, below its root.
    var files: [String] = []
    /// Whether the files are those of the tests of importers, which contain the sources of all notations as JSON.
    var unwraps = false
    /// Further seeds, for inputs that no file of the project is.
    var seeds: @Sendable () -> [[UInt8]] = { [] }
    /// Reads an input. Errors are the expected result; what must not happen is a trap, a hang or a bad access.
    let read: @Sendable ([UInt8], inout Mutator) -> Void

    private static let forms = ["Sources/Forms", "Tests/PublishedFormTests/Forms"]

    static let all = [
        FuzzTarget(name: "json", files: forms) { input, _ in
            guard let document = try? JSONDocument(input) else { return }
            visit(document.root, depth: 0)
        },
        FuzzTarget(name: "definition", files: ["Sources/Forms"], read: FormTarget.open),
        FuzzTarget(name: "field", seeds: { texts(fields) }, read: FormTarget.openField),
        FuzzTarget(name: "pattern", seeds: { texts(patterns) }) { input, mutator in
            guard let pattern = try? Pattern(String(decoding: input, as: UTF8.self)) else { return }
            _ = pattern.match(String(decoding: mutator.choice(mutator.dictionary), as: UTF8.self))
        },
        FuzzTarget(name: "message", seeds: messages) { input, _ in
            guard let message = try? Message(serialized: input) else { return }
            _ = try? message.arguments()
            _ = message.serialized()
        },
        FuzzTarget(name: "frames", seeds: packets) { input, _ in
            var conversation = PluginConversation(types: [])
            _ = conversation.receive(input[...])
            guard var reader = try? PacketReader(input[...]) else { return }
            while let frame = try? reader.next() {
                _ = try? Hello(payload: frame.payload)
                _ = try? Configure(payload: frame.payload)
                _ = try? Ask(payload: frame.payload)
                _ = try? Refusal(payload: frame.payload)
            }
        },
        FuzzTarget(name: "stored", seeds: { [SessionFileContents.bytes(of: ["form": "checkout", "locale": "en"])] }) {
            input,
            mutator in
            // With the right checksums, so that more than the checksum is tested; then with some bytes changed.
            let entries = SessionRecord(.entries, revision: 0, input[...]).framed
            let definition = SessionRecord(.definition, revision: 0, input[...]).framed
            let form = SessionRecord(.whole, revision: 1, input[...]).framed
            var file =
                SessionFileContents.preamble + entries + definition + form + form.prefix(mutator.number(0...form.count))
            for changes in 0..<3 {
                _ = try? SessionFileContents(file)
                _ = try? SessionFileContents.entries(ofFileThatBegins: file)
                for _ in 0...changes { file[mutator.number(0...file.count - 1)] = UInt8(mutator.number(0...255)) }
            }
        },
        FuzzTarget(name: "schema", files: ["Tests/PublishedFormTests/Forms"]) { input, _ in
            _ = try? SchemaImport(String(decoding: input, as: UTF8.self), decoder: FormTarget.decoder)
        },
        FuzzTarget(name: "survey", files: ["Tests/PublishedFormTests/Forms"]) { input, _ in
            _ = try? SurveyImport.form(String(decoding: input, as: UTF8.self), decoder: FormTarget.decoder)
        },
        FuzzTarget(name: "questionnaire", files: ["Tests/PublishedFormTests/Sources"], unwraps: true) { input, _ in
            let text = String(decoding: input, as: UTF8.self)
            _ = try? IssueForm.form(text, decoder: FormTarget.decoder)
            _ = try? DebconfTemplates.form(text, decoder: FormTarget.decoder)
            _ = try? FHIRQuestionnaire.form(text, decoder: FormTarget.decoder)
            _ = try? XLSFormImport.form(xform: input, decoder: FormTarget.decoder)
        },
        FuzzTarget(name: "xlsform", seeds: { texts(sheets) }) { input, _ in
            let text = String(decoding: input, as: UTF8.self)
            let files = ["survey": text, "choices": sheets[1]]
            guard let workbook = try? Workbook(csv: files) else { return }
            _ = try? XLSFormImport.form(workbook, decoder: FormTarget.decoder)
        },
        FuzzTarget(name: "bundle", seeds: { texts(bundles) }) { input, _ in
            _ = try? FormBundle(input, messageNames: DefinitionKinds.replaceableMessages)
            _ = try? DetachedSignature(input)
            _ = PublicKey(String(decoding: input, as: UTF8.self))
            _ = BundleLedger(json: input)
        },
        FuzzTarget(name: "plugin-configuration", seeds: { texts(fields.map { "{\($0)}" }) }) { input, _ in
            let _: [String: [String]]? = try? ConfigurationText(input).decoded()
        },
    ]

    /// All values and their names, so that each is read.
    private static func visit(_ value: JSONValue, depth: Int) {
        _ = (value.string, value.double, value.bool, value.pointer)
        for element in value.elements ?? [] where depth < 64 { visit(element, depth: depth + 1) }
        for member in value.object?.members ?? [] where depth < 64 { visit(member.value, depth: depth + 1) }
    }

    private static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// A bundle, signatures of minisign and signify, a key and a ledger.
    private static let bundles = [
        #"{"bundle": "house", "version": 3, "forms": {"a": "{}"}, "messages": {"sv": {"required": "Fyll i"}}}"#,
        """
        untrusted comment: signature from minisign secret key
        RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
        trusted comment: timestamp:1635442742
        wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==
        """,
        "untrusted comment: x\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n",
        #"{"version": 2, "since": 1, "latest": 3, "digest": "00", "held": true}"#,
    ]

    /// The keys of fields of every kind of formatter, rule and input.
    private static let fields = [
        #""formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}, "required": true"#,
        #""formatter": {"type": "mask", "mask": "{#}[A0…]-[a…]", "affineMasks": ["[00]/[00]"]}"#,
        #""formatter": {"type": "mask", "mask": "[000].[099]", "autocomplete": true}, "validateWithFormatter": true"#,
        #""formatter": {"type": "number", "locale": "de", "maximumFractionDigits": 2}"#,
        #""formatter": {"type": "currency", "currency": "EUR", "locale": "en"}"#,
        #""formatter": {"type": "date", "format": "dd.MM.yyyy", "maximum": "today"}"#,
        #""formatter": {"type": "enum", "values": ["one", "two", "three"]}"#,
        #""input": {"type": "options", "multiple": true, "options": ["S", "M", "L"]}"#,
        #""input": {"type": "date", "min": "2020-01-01", "max": "today"}"#,
        #""input": {"type": "slider", "min": 0, "max": 10, "step": 0.5}"#,
        #""validators": [{"type": "length", "min": 2, "max": 5}, {"type": "pattern", "pattern": "^[a-z]+$"}]"#,
        #""validators": [{"type": "email"}, {"type": "equals", "field": "other", "message": "not {{other}}"}]"#,
        #""computed": {"sum": [{"field": "other"}, 1]}, "visibleWhen": {"field": "other", "greater": 2}"#,
        #""type": "textView", "maxLength": 40, "trim": true, "placeholders": ["A", {"service": "native", "text": "b"}]"#,
    ]

    private static let patterns = [
        "^[a-z]+$", "(a+)+b", #"\d{2,4}(?:-\d\d)?"#, #"(?i)straße|\p{L}+"#, #"(?<y>\d{4})-(?<m>\d\d)\k<y>?"#,
        "[^\\x00-\\x7F]",
        "(?=.*[A-Z])(?=.*\\d).{8,}", "a|b|c|(d|e)*", "(?:x{1,3}){1,3}$",
    ]

    private static let sheets = [
        """
        type,name,label,required,relevant,constraint,calculation
        text,who,Name,yes,,string-length(.) > 2,
        select_one size,size,Size,,${who} != '',,
        begin repeat,kids,Kids,,,,
        integer,age,Age of ${who},,,. >= 0 and . < 150,
        end repeat,,,,,,
        calculate,sum,,,,,sum(${age}) + 1
        """,
        "list_name,name,label\nsize,s,Small\nsize,l,Large\n",
    ]

    /// Messages as clients send them, of every kind and with arguments of every type.
    @Sendable private static func messages() -> [[UInt8]] {
        let options = Value.properties([("width", .double(320)), ("token", .string("t")), ("n", .uint32(7))])
        let calls: [(MemberName, [Value])] = [
            ("OpenSession", [.string("checkout"), options]), ("InsertText", [.string("916")]), ("Focus", []),
            ("SelectOptions", [.array(.uint32, [.uint32(0), .uint32(2)])]),
            ("Set", [.variant(.variant(.boolean(true)))]),
        ]
        return calls.compactMap { member, arguments in
            let call = try? Message.call(
                destination: "org.formd.Forms1",
                path: "/org/formd/Forms1",
                interface: "org.formd.Forms1.Manager",
                member: member,
                arguments: arguments
            )
            return call?.serialized()
        }
    }

    @Sendable private static func packets() -> [[UInt8]] {
        let identity = TypeIdentity(.formatter, "sample")
        let payloads: [(FrameKind, [UInt8]?)] = [
            (.hello, try? Hello(types: [identity]).payload()),
            (.configure, try? Configure(instance: 1, type: identity, configuration: #"{"a": 1}"#).payload()),
            (.ask, try? Ask(instance: 1, question: [1, 2, 3]).payload()),
        ]
        return payloads.compactMap { kind, payload -> [UInt8]? in
            var writer = PayloadWriter()
            guard let payload, (try? WireFrame(kind, request: 1, payload: payload[...]).write(to: &writer)) != nil
            else { return nil }
            return Array(writer.bytes)
        }
    }
}
