import FormEngine
import Testing

@testable import FormModel

/// Every key of every object, each given a value that it cannot have.
@Suite("A key")
struct KeyTests {
    struct Site: Sendable {
        /// Before and behind the object's members, in a field.
        var before: String
        var after: String
        var pointer: String
        /// The members that the object needs, by key.
        var needed: [String: String] = [:]
        var keys: [String]
    }

    private static let styleSites: [Site] = [
        ("text", TextStyle.keys.names), ("line", LineStyle.keys.names),
        ("hint", ["font", "lineHeight", "colors", "visibleStates"]), ("border", BorderStyle.keys.names),
        ("actionButton", ButtonStyle.keys.names), ("clearButton", ButtonStyle.keys.names),
        ("layout", LayoutConstants.keys.names), ("height", ["policy", "minimum", "bottomInset", "ignoresEmptyHint"]),
        ("text/font", Font.keys.names), ("text/padding", Insets.keys.names), ("text/colors", StateColors.keys.names),
        ("line/insets", Insets.keys.names), ("actionButton/images", ["normal", "alternate"]),
        ("actionButton/colors", ["normal", "pressed"]), ("placeholders", ["floating", "static", "native"]),
    ].map { path, keys in
        let names = path.split(separator: "/")
        return Site(
            before: #""appearance": {"# + names.map { "\"\($0)\": {" }.joined(),
            after: String(repeating: "}", count: names.count + 1),
            pointer: "/appearance/" + path,
            keys: keys
        )
    }

    private static let formatterSites: [Site] = [
        (
            "mask", ["mask": #""[0]""#],
            [
                "mask", "notations", "autocomplete", "autoskip", "affine", "affinity", "reversed", "lenient",
                "compatibility", "trunkPrefixes", "digits", "case",
            ]
        ),
        (
            "blockMask", ["mask": #""{d}""#],
            ["mask", "template", "showTemplate", "brackets", "misfit", "jumpToPreviousBlock"]
        ),
        ("grouping", [:], ["groups", "separator", "maximum"]),
        (
            "currency", ["currency": #""EUR""#],
            [
                "locale", "currency", "minimum", "maximum", "outOfRange", "minimumFractionDigits",
                "maximumFractionDigits", "maximumIntegerDigits", "grouping", "negative", "hideZeroFraction", "prefix",
                "suffix", "groupingSeparator", "decimalSeparator", "message",
            ]
        ),
        ("date", [:], ["format", "locale", "minimum", "maximum", "pad", "message"]),
        ("enum", ["values": #"["a"]"#], ["values", "caseSensitive", "message"]),
        ("regexInput", ["pattern": #""a""#], ["pattern", "message"]),
    ].map { type, needed, keys in
        Site(
            before: #""formatter": {"type": "\#(type)", "#,
            after: "}",
            pointer: "/formatter",
            needed: needed,
            keys: keys
        )
    }

    private static let ruleSites: [Site] = DefinitionKinds.builtIn.ruleDescriptions.map { rule in
        let (type, keys) = (rule.name, ["message", "severity", "compatibility"] + rule.keys.map(\.name))
        let needed = ["min": "1", "max": "2", "pattern": #""a""#, "step": "1", "values": #"["a"]"#, "field": #""b""#]
        return Site(
            before: #""validators": [{"type": "\#(type)", "#,
            after: "}]",
            pointer: "/validators/0",
            needed: needed.filter { keys.contains($0.key) && type != "date" },
            keys: keys
        )
    }

    private static let placeholderSites: [Site] = [
        (
            "floating",
            [
                "height", "topInsets", "bottomInsets", "increasedRightPadding", "smallFontSize", "bigFontSize",
                "topColors", "bottomColors",
            ]
        ),
        ("static", ["fontSize", "height", "insets", "colors"]),
        ("native", ["fontSize", "height", "insets", "colors", "increasedRightPadding", "role", "behavior"]),
    ].map { service, keys in
        Site(
            before: #""placeholders": [{"service": "\#(service)", "#,
            after: "}]",
            pointer: "/placeholders/0",
            keys: keys + ["text"]
        )
    }

    private static let conditionSites = ["equals", "notEquals", "in", "empty", "matches"].map { test in
        Site(before: #""visibleWhen": {"field": "b", "#, after: "}", pointer: "/visibleWhen", keys: [test])
    }

    static let sites =
        [
            Site(before: "", after: "", pointer: "", keys: FieldDraft.keys.names.filter { $0 != "id" }),
            Site(
                before: #""keyboard": {"#,
                after: "}",
                pointer: "/keyboard",
                keys: ["purpose", "autocapitalization", "autocorrection", "spellcheck"]
            ),
            Site(
                before: #""allowedCharacters": {"#,
                after: "}",
                pointer: "/allowedCharacters",
                needed: ["sets": #"["digits"]"#],
                keys: ["sets", "including", "excluding", "emoji"]
            ),
            Site(
                before: #""mode": {"type": "password", "#,
                after: "}",
                pointer: "/mode",
                keys: ["reveal"]
            ),
            Site(
                before: #""mode": {"type": "custom", "#,
                after: "}",
                pointer: "/mode",
                needed: ["image": #""i""#],
                keys: ["image", "normalColor", "pressedColor"]
            ),
            Site(
                before: #""input": {"type": "date", "#,
                after: "}",
                pointer: "/input",
                keys: ["format", "min", "max", "initial", "calendar", "preselect"]
            ),
            Site(
                before: #""input": {"type": "options", "#,
                after: "}",
                pointer: "/input",
                needed: ["options": #"["a"]"#],
                keys: ["options", "preselect"]
            ),
            Site(
                before: #""input": {"type": "options", "options": [{"#,
                after: "}]}",
                pointer: "/input/options/0",
                needed: ["value": #""a""#],
                keys: ["value", "label"]
            ),
            Site(
                before: #""validators": [{"type": "textField", "messages": {"#,
                after: "}}]",
                pointer: "/validators/0/messages",
                keys: ["empty", "short", "large", "notValid"]
            ),
            Site(
                before: #""formatter": {"type": "mask", "mask": "[0]", "notations": [{"#,
                after: "}]}",
                pointer: "/formatter/notations/0",
                needed: ["character": #""x""#, "set": #""digits""#],
                keys: ["character", "set", "optional", "repeat", "case"]
            ),
        ] + styleSites + formatterSites + ruleSites + placeholderSites + conditionSites

    static let rows = sites.flatMap { site in site.keys.map { (site, $0) } }.map { site, key in
        let members = site.needed.filter { $0.key != key }.map { "\"\($0.key)\": \($0.value)" }
        return (
            site.before + (members + ["\"\(key)\": null"]).sorted().joined(separator: ", ") + site.after,
            site.pointer + "/" + key
        )
    }

    @Test("the error for null contains the expected type and the position", arguments: rows)
    func kinds(members: String, pointer: String) {
        let json = #"{"fields": [{"id": "a", \#(members)}, {"id": "b"}]}"#
        let decoded = decoder.decode(json, name: "")
        #expect(decoded.value == nil)
        let found = decoded.diagnostics.filter { $0.severity == .error && $0.pointer == "/fields/0" + pointer }
        #expect(
            found.contains { $0.message.contains("expected ") },
            "\(decoded.diagnostics.map(\.description))"
        )
    }
}
