import FormModel

/// The keys of a field for a `format` of JSON Schema: rules that accept exactly the texts of the format's standard, if
/// possible, and keys that help users to enter them.
struct SchemaFormat {
    var rules: [JSONText] = []
    var members: [JSONText.Member] = []
    /// The part of the format that the rules do not check.
    var omission: String?

    static let named: [String: SchemaFormat] = [
        "email": SchemaFormat(
            rules: [SchemaField.rule("email", ["profile": .string("mailbox")])],
            members: [keyboard("email"), .init("contentType", .string("email"))]
        ),
        "idn-email": SchemaFormat(
            rules: [SchemaField.rule("email", ["profile": .string("internationalMailbox")])],
            members: [keyboard("email"), .init("contentType", .string("email"))]
        ),
        "hostname": SchemaFormat(
            rules: [SchemaField.rule("hostname", ["international": .literal("false")])],
            members: [keyboard("url")],
            omission: "names that begin with “xn--” may stand for any name"
        ),
        "time": SchemaFormat(rules: [moment("time")]),
        "date-time": SchemaFormat(rules: [moment("dateTime")]),
        "uuid": SchemaFormat(rules: [SchemaField.rule("uuid")]),
        "ipv4": SchemaFormat(rules: [SchemaField.rule("ipv4")]),
        "ipv6": SchemaFormat(rules: [SchemaField.rule("ipv6")]),
        "date": SchemaFormat(members: [
            .init("input", .object([.init("type", .string("date")), .init("format", .string("yyyy-MM-dd"))]))
        ]),
        "uri": SchemaFormat(rules: [pattern(URIPattern.ascii.uri)], members: [keyboard("url")]),
        "uri-reference": SchemaFormat(rules: [pattern(URIPattern.ascii.reference)], members: [keyboard("url")]),
        "iri": SchemaFormat(rules: [pattern(URIPattern.international.uri)], members: [keyboard("url")]),
        "iri-reference": SchemaFormat(rules: [pattern(URIPattern.international.reference)], members: [keyboard("url")]),
        "uri-template": SchemaFormat(rules: [pattern(template)]),
        "json-pointer": SchemaFormat(rules: [pattern("(?:/(?:[^~/]|~[01])*)*")]),
        "relative-json-pointer": SchemaFormat(rules: [pattern("(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)")]),
        "duration": SchemaFormat(rules: [pattern(duration)]),
        // JSON Schema does not define these formats. Validators ignore them, and the fields only get a suitable
        // keyboard or mode.
        "password": SchemaFormat(members: [.init("mode", .object([.init("type", .string("password"))]))]),
        "phone": SchemaFormat(members: [keyboard("phone"), .init("contentType", .string("tel"))]),
        "tel": SchemaFormat(members: [keyboard("phone"), .init("contentType", .string("tel"))]),
        "url": SchemaFormat(members: [keyboard("url"), .init("contentType", .string("url"))]),
    ]

    private static func keyboard(_ purpose: String) -> JSONText.Member {
        .init("keyboard", .object([.init("purpose", .string(purpose))]))
    }

    /// A complete time as in RFC 3339.
    private static func moment(_ rule: String) -> JSONText {
        SchemaField.rule(
            rule,
            ["seconds": .string("required"), "fraction": .string("allowed"), "offset": .string("required")]
        )
    }

    /// A rule with a regular expression for the whole text.
    private static func pattern(_ expression: String) -> JSONText {
        SchemaField.rule("regex", ["pattern": .string(expression)])
    }

    /// A duration as in RFC 3339, appendix A.
    private static let duration: String = {
        let time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
        let date = "(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)"
        return "P(?:\(date)(?:\(time))?|\(time)|[0-9]+W)"
    }()

    /// A template as in RFC 6570, with its erratum 6937, which allows the apostrophe in literals.
    private static let template: String = {
        let literal = #"[^\x{0}-\x20"%<>\\^`{|}\x{7F}-\x{9F}]|%[0-9A-Fa-f]{2}"#
        let character = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
        let variable = #"\#(character)+(?:\.\#(character)+)*(?::[1-9][0-9]{0,3}|\*)?"#
        return #"(?:\#(literal)|\{[+#./;?&=,!@|]?\#(variable)(?:,\#(variable))*\})*"#
    }()
}

/// The grammar of RFC 3986, or of RFC 3987 for characters of all scripts, as regular expressions.
private struct URIPattern {
    /// A complete URI with its scheme.
    let uri: String
    /// A complete or a relative URI.
    let reference: String

    static let ascii = URIPattern(letters: "", privateUse: "")
    static let international = URIPattern(
        letters: #"\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}"#
            + (1...0xD).map { plane in
                let digit = String(plane, radix: 16, uppercase: true)
                return #"\x{\#(digit)0000}-\x{\#(digit)FFFD}"#
            }.joined() + #"\x{E1000}-\x{EFFFD}"#,
        privateUse: #"\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}"#
    )

    /// - Parameters:
    ///   - letters: the unreserved characters besides ASCII.
    ///   - privateUse: the characters that are allowed only in a query.
    private init(letters: String, privateUse: String) {
        let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
        // Named groups: a character, a segment, the rest of a path, a hexadecimal group, and the last 32 bits of an
        // address.
        let parts = [
            "c": #"[A-Za-z0-9\-._~!$&'()*+,;=\#(letters)]|%[0-9A-Fa-f]{2}"#, "s": "(?:(?&c)|[:@])+",
            "p": "(?:/(?&s)?)*",
            "h": "[0-9A-Fa-f]{1,4}", "l": #"(?&h):(?&h)|(?:\#(octet)\.){3}\#(octet)"#,
        ]
        let version6 =
            "(?:(?&h):){6}(?&l)|::(?:(?&h):){5}(?&l)|(?&h)?::(?:(?&h):){4}(?&l)"
            + (1...3).map { "|(?:(?:(?&h):){0,\($0)}(?&h))?::(?:(?&h):){\(4 - $0)}(?&l)" }.joined()
            + "|(?:(?:(?&h):){0,4}(?&h))?::(?&l)|(?:(?:(?&h):){0,5}(?&h))?::(?&h)|(?:(?:(?&h):){0,6}(?&h))?::"
        let future = #"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+"#
        let authority = #"(?:(?:(?&c)|:)*@)?(?:\[(?:\#(version6)|\#(future))\]|(?&c)*)(?::[0-9]*)?"#
        let definitions = parts.sorted { $0.key < $1.key }.map { "(?<\($0.key)>\($0.value))" }.joined()
        let rooted = "//\(authority)(?&p)|/(?:(?&s)(?&p))?"
        let ends = "(?:\\?(?:(?&c)|[:@/?\(privateUse)])*)?(?:#(?:(?&c)|[:@/?])*)?"
        let start = "(?(DEFINE)\(definitions)(?<r>\(rooted)))"
        let scheme = "[A-Za-z][A-Za-z0-9+.\\-]*:"
        uri = "\(start)\(scheme)(?:(?&r)|(?&s)(?&p))?\(ends)"
        // The first segment of a relative reference cannot contain a colon (RFC 3986, 4.2).
        reference = "\(start)(?:\(scheme)(?:(?&r)|(?&s)(?&p))?|(?&r)|(?:(?&c)|@)+(?&p))?\(ends)"
    }
}
