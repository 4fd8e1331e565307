@testable import FormEngine
import FormModel
@testable import Rules
import Testing

/// One row: a rule, a text, and whether it passes.
struct RuleRow: Sendable, CustomTestStringConvertible {
    var kind: any RuleKind
    var text: String
    var passes: Bool

    init(_ kind: some RuleKind, _ text: String, _ passes: Bool) {
        self.kind = kind
        self.text = text
        self.passes = passes
    }

    var testDescription: String { "\(text.debugDescription.prefix(60)) \(passes ? "passes" : "fails")" }

    static func rows(_ kind: some RuleKind, good: [String], bad: [String]) -> [RuleRow] {
        good.map { RuleRow(kind, $0, true) } + bad.map { RuleRow(kind, $0, false) }
    }
}

/// What no format takes, and none may trap or hang on.
private let hostile = [
    "\0", "\u{FEFF}", "\u{202E}1", String(repeating: "9", count: 60_000), String(repeating: ":", count: 60_000),
    String(repeating: ".", count: 60_000), String(repeating: "a@", count: 30_000), "👨‍👩‍👧‍👦", "\r\n", "1\u{301}",
    String(repeating: "-", count: 60_000), "%", "://", "@", "::::", "[", "((((((((((",
]

@Suite("Rules about formats")
struct RuleTableTests {
    private func check(_ row: RuleRow) throws {
        let rule = try CompiledRule(Rule(row.kind))
        #expect(rule.judge(text: row.text, locale: "en").isValid == row.passes)
    }

    @Test(
        "phone",
        arguments: RuleRow.rows(
            .phone,
            good: [
                "79161234567", "+7(916)1234567", "8 (916) 123 45 67", "123", "916 123", "+7 916 123-45-67",
                "+1 (415) 555-2671", "+49.30.901820", "+375 (29) 123-45-67", "(020) 7946 0000", "112", "+999 99999999",
                "+7\u{A0}916\u{A0}123\u{2011}45\u{2011}67", "123456789012345",
            ],
            bad: [
                "+", "+7--916", "1-", "12", "phone", "8 (916 123", "8 916) 123", "+7 ((916)) 123", "1234567890123456",
                "++7916", "7+916123", "٧٩١٦١٢٣", " 7916", "7916 ", "()12345", "+(", "123 ext 5",
            ] + hostile
        )
    )
    func phone(_ row: RuleRow) throws { try check(row) }

    @Test(
        "email with the profile html",
        arguments: RuleRow.rows(
            .email(.html),
            good: [
                "a@b", "user@example.com", "first.last+tag@sub.example.co.uk", "x@localhost",
                "!#$%&'*+/=?^_`{|}~-@e.org",
                "..@b.c", "1@2.3", "a@\(String(repeating: "b", count: 63)).com",
            ],
            bad: [
                "", "a", "@b.c", "a@", "a@b..c", "a@-b.c", "a@b-.c", "a b@c.d", "a@b c.d", "a@b@c", "почта@пример.рф",
                "a@b.c\n", "\"a b\"@c.d", "a@[1.2.3.4]", "a@\(String(repeating: "b", count: 64)).com", "a@b_c.d",
                "é@b.c",
            ] + hostile
        )
    )
    func emailOfBrowsers(_ row: RuleRow) throws { try check(row) }

    @Test(
        "email with the profile simple",
        arguments: RuleRow.rows(
            .email(.simple),
            good: ["a@b.co", "a@b..com", "a@-.com", "m@mail.ru", "A.B_C%+-@x.museum"],
            bad: ["a@b.c", "mail@mail", "a@.com", "почта@mail.ru", "a@mail.рф", "a@b.com ", "a@b.com\n"] + hostile
        )
    )
    func simpleEmail(_ row: RuleRow) throws { try check(row) }

    @Test(
        "email with the profile international",
        arguments: RuleRow.rows(
            .email(.international),
            good: [
                "почта@пример.рф", "用户@例子.公司", "उपयोगकर्ता@उदाहरण.भारत", "χρήστης@παράδειγμα.ελ", "e\u{301}@b.c", "a@b",
                "Dörte@Sörensen.example.com",
            ],
            bad: ["по чта@пример.рф", "почта@", "почта@пример..рф", "a@😀.com", "a@b\u{200B}.c"] + hostile
        )
    )
    func internationalEmail(_ row: RuleRow) throws { try check(row) }

    @Test(
        "email with the profile mailbox",
        arguments: RuleRow.rows(
            .email(.mailbox),
            good: [
                // 254 octets, and `::` for two groups.
                String(repeating: "a", count: 64) + "@" + String(repeating: "b.", count: 93) + "org",
                "a@[IPv6:1:2:3:4:5::8]", "a@[IPv6:1:2:3::192.0.2.1]",
                "a@b", "\"a b\"@c.d", "\"a@b\\\"\"@c.d", "a@[1.2.3.4]", "a@[IPv6:::1]", "a@[ipv6:2001:db8::1]",
                "te.s.t@e.org",
                "\(String(repeating: "a", count: 64))@b", "\"\"@b",
            ],
            bad: [
                String(repeating: "a", count: 64) + "@" + String(repeating: "b.", count: 93) + "info",
                "a@[IPv6:1:2:3:4:5:6::8]", "a@[IPv6:1:2:3:4:5::192.0.2.1]",
                "", "a", "@b", "a@", ".a@b", "a.@b", "a..b@c", "a b@c", "\"a\"b\"@c", "\"a\\\"@c", "a@[1.2.3.300]",
                "a@[::1]",
                "a@[IPv6:1]", "é@b", "\"é\"@b", "a@é", "\(String(repeating: "a", count: 65))@b", "a@b\n",
                "\"\u{7F}\"@b", "\"@b",
            ] + hostile
        )
    )
    func mailbox(_ row: RuleRow) throws { try check(row) }

    @Test(
        "email with the profile internationalMailbox",
        arguments: RuleRow.rows(
            .email(.internationalMailbox),
            good: ["почта@пример.рф", "\"имя рек\"@пример.рф", "😀@b.c", "e\u{301}@b.c", "a@b"],
            bad: ["почта@", "a@😀.com", "\"a\\é\"@b", ".é@b", "\(String(repeating: "é", count: 33))@b"] + hostile
        )
    )
    func internationalMailbox(_ row: RuleRow) throws { try check(row) }

    @Test(
        "luhn",
        arguments: RuleRow.rows(
            .luhn,
            good: [
                "4111111111111111", "4111 1111 1111 1111", "5500-0000-0000-0004", "378282246310005", "79927398713",
                "00",
                "18", "6011000990139424", "2200000000000004",
            ],
            bad: [
                "4111111111111112", "79927398710", "0", "", "4111  1111 1111 1111", "4111-1111-1111-1111-", "4111a",
                "٤١١١",
                " 18", "1 ", "-18",
            ] + hostile.filter { $0.utf8.count < 60_000 }
        )
    )
    func luhn(_ row: RuleRow) throws { try check(row) }

    @Test(
        "luhn detects every single wrong digit and every swap of neighbouring digits except 09",
        arguments: ["4111111111111111", "79927398713", "378282246310005"]
    )
    func luhnErrors(number: String) throws {
        let digits = Array(number)
        let aids = RuleAids(pattern: nil, compatibility: nil) { _ in 0 }
        for place in digits.indices {
            for digit in "0123456789" where digit != digits[place] {
                var wrong = digits
                wrong[place] = digit
                #expect(LuhnRule().finding(in: RuleSubject(String(wrong)), aids)?.fault == .mistyped)
            }
            guard place > 0, digits[place] != digits[place - 1] else { continue }
            let pair = Set([digits[place], digits[place - 1]])
            guard pair != ["0", "9"] else { continue }
            var wrong = digits
            wrong.swapAt(place, place - 1)
            #expect(LuhnRule().finding(in: RuleSubject(String(wrong)), aids)?.fault == .mistyped)
        }
    }

    @Test(
        "url",
        arguments: RuleRow.rows(
            .url(schemes: ["http", "https"]),
            good: [
                "https://example.com", "http://localhost:8080/a/b?c=d#e", "HTTPS://EXAMPLE.COM/",
                "https://пример.рф/путь",
                "http://1.2.3.4/", "http://[::1]:80/x", "https://user:pass@host.org/", "https://a.b.c.", "http://a/%20",
                "https://example.com:/", "https://example.com?q", "https://例え.jp/🍣",
            ],
            bad: [
                "", "example.com", "//example.com", "ftp://example.com", "javascript:alert(1)", "https://",
                "https:///a",
                "https://exa mple.com", "https://example.com/a b", "http://1.2.3.4.5/", "http://256.1.1.1/",
                "http://[::1/", "http://[g::1]/", "http://a:65536/", "http://a:x/", "https://-a.com", "https://a..b",
                "http://a/%2", "http://a/%zz", "https://a\n", "https:/example.com", "http://a/<b>", "https://a\\b",
                "https://example.com/\u{202E}gpj", "http://a#b#c", "http://u@[v@h/", "http://", "http://?",
            ] + hostile
        )
    )
    func url(_ row: RuleRow) throws { try check(row) }

    @Test(
        "uuid",
        arguments: RuleRow.rows(
            .uuid,
            good: [
                "123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000",
                "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "018F1E2D-7c3b-7abc-8def-0123456789ab",
            ],
            bad: [
                "", "123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}",
                "123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a456-4266141740000",
                "g23e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400é",
                "------------------------------------",
            ] + hostile
        )
    )
    func uuid(_ row: RuleRow) throws { try check(row) }

    @Test(
        "ipv4",
        arguments: RuleRow.rows(
            .ipv4,
            good: ["0.0.0.0", "255.255.255.255", "127.0.0.1", "192.168.1.10"],
            bad: [
                "", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "1.2.3.04", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4 ",
                "0x7f.1", "1.2.3.-4", "1.2.3.+4", "١.٢.٣.٤", "1.2.3.4/24", "2130706433", "1.2.3.4\n", "1000.1.1.1",
            ] + hostile
        )
    )
    func ipv4(_ row: RuleRow) throws { try check(row) }

    @Test(
        "ipv6",
        arguments: RuleRow.rows(
            .ipv6,
            good: [
                "::", "::1", "1::", "2001:db8::8a2e:370:7334", "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
                "fe80::1", "::ffff:192.0.2.1", "64:ff9b::192.0.2.33", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::",
                "::2:3:4:5:6:7:8",
                "1:2:3:4:5:6:1.2.3.4", "ABCD:ef01::", "1::8", "::1.2.3.4",
            ],
            bad: [
                "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", ":1", "1:",
                "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "fe80::1%eth0", "1.2.3.4", "::1.2.3", "::256.1.1.1",
                "1.2.3.4::", "::1.2.3.4:5", "[::1]", "::1 ", "1:2:3:4:5:6:7:1.2.3.4", "::ffff:01.2.3.4",
            ] + hostile
        )
    )
    func ipv6(_ row: RuleRow) throws { try check(row) }
}
