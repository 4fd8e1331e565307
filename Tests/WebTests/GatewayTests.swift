import DBus
import EventLoop
import FormClient
import FormContract
import NIOHTTP1
import Testing

@testable import formd_web

/// The parts of the gateway that are values.
@Suite("The gateway's decisions")
struct GatewayTests {
    private func request(_ json: String) throws -> PageRequest { try PageRequest(Array(json.utf8)) }

    @Test("a request is the contract's operation with its arguments by name")
    func operations() throws {
        let insert = try request(#"{"id": 3, "call": "InsertText", "field": "", "arguments": {"text": "é"}}"#)
        guard case .perform(let operation) = insert.call else { return #expect(Bool(false)) }
        #expect(insert.number == 3)
        #expect(operation == Operation(.focusedField, "InsertText", [.string("é")]))
        let set = try request(#"{"id": 4, "call": "Set", "arguments": {"property": "TextScale", "value": 2}}"#)
        guard case .perform(let change) = set.call else { return #expect(Bool(false)) }
        #expect(change == .set("TextScale", of: .session, to: .double(2)))
    }

    @Test(
        "what a page may not do is refused by name, and what is no request ends the connection",
        arguments: [
            #"{"id": 1, "call": "Reveal", "field": "pin"}"#, #"{"id": 1, "call": "GetDefinition"}"#,
            #"{"id": 1, "call": "InsertText", "field": "a", "arguments": {"text": 1}}"#,
            #"{"id": 1, "call": "OpenSession", "form": "a", "options": {"draft": "b"}}"#,
        ]
    )
    func refusals(_ json: String) throws {
        #expect(throws: PageRequest.Refused.self) { try request(json) }
    }

    @Test(
        "malformed requests",
        arguments: ["", "[]", "{}", #"{"id": "1", "call": "Undo"}"#, #"{"id": -1, "call": "Undo"}"#]
    )
    func malformed(_ json: String) {
        #expect(throws: (any Error).self) { try request(json) }
    }

    @Test("every permitted method exists in the contract")
    func permitted() {
        let session = Set(Contract.session.methods.map(\.name.string))
        let field = Set(Contract.field.methods.map(\.name.string))
        #expect(Permitted.ofSession.isSubset(of: session))
        #expect(Permitted.ofField.isSubset(of: field))
        #expect(!Permitted.ofField.contains("Reveal") && !Permitted.ofField.contains("SetText"))
    }

    @Test("JSON has commas, escapes and no paths")
    func json() {
        var json = JSONBytes()
        json.object { json in
            json.member("a\"", .strings(["\n", "é"]))
            json.member("b", .structure([.boolean(true), .double(.infinity), .variant(.uint32(7))]))
            json.member("c", .objectPaths([Contract.path(ofField: "name", in: Contract.root)]))
            json.member("d", .properties([("x", .int32(-1))]))
        }
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text == #"{"a\"":["\u000a","é"],"b":[true,null,7],"c":["name"],"d":{"x":-1}}"#)
    }

    @Test("a token opens one connection, within a minute, and no more are given out than the limit")
    func tokens() {
        var tokens = Tokens(limit: 2)
        let now = Moment.now
        let first = tokens.issue(at: now) ?? ""
        let redeemed = [tokens.redeem(first, at: now), tokens.redeem(first, at: now), tokens.redeem("", at: now)]
        #expect(redeemed == [true, false, false])
        let issued = (0..<3).map { _ in tokens.issue(at: now) }
        #expect(issued.map { $0 != nil } == [true, true, false])
        let later = now + Tokens.lifetime
        let isRedeemedLate = tokens.redeem(issued[0] ?? "", at: later)
        let isIssuedAgain = tokens.issue(at: later) != nil
        #expect(!isRedeemedLate && isIssuedAgain)
    }

    @Test("connections and pages are counted by address, and given back")
    func admission() {
        var limits = Limits()
        (limits.connections, limits.connectionsPerAddress, limits.pagesPerAddress) = (3, 2, 1)
        var admission = Admission(limits)
        var admitted = ["a", "a", "a", "b", "c"].map { admission.admitConnection(of: $0) }
        #expect(admitted == [true, true, false, true, false])
        admission.releaseConnection(of: "a")
        admitted = ["c", "d"].map { admission.admitConnection(of: $0) }
        #expect(admitted == [true, false])
        admitted = ["a", "a", "b"].map { admission.admitPage(of: $0) != nil }
        #expect(admitted == [true, false, true])
        admission.releasePage(of: "a")
        let isAdmittedAgain = admission.admitPage(of: "a") != nil
        #expect(isAdmittedAgain)
    }

    @Test("an address whose connections sent what no page sends is refused for a while, and others are not")
    func offences() {
        var admission = Admission(Limits())
        let use = admission.admitPage(of: "a")
        for _ in 0..<40 { use?.offend() }
        var admitted = ["a", "b"].map { admission.admitConnection(of: $0) }
        #expect(admitted == [false, true])
        admitted = ["a", "b"].map { admission.admitPage(of: $0) != nil }
        #expect(admitted == [false, true])
        admission.releasePage(of: "a")
        // It is not forgotten for others either.
        for other in 0..<5_000 where admission.admitPage(of: "\(other)") != nil {
            admission.releasePage(of: "\(other)")
        }
        #expect(admission.admitPage(of: "a") == nil)
    }

    @Test("what the pages of an address send is limited together, also after they were closed")
    func traffic() {
        var limits = Limits()
        limits.pagesPerAddress = 1
        var admission = Admission(limits)
        let now = Moment.now
        for _ in 0..<200 {
            admission.admitPage(of: "a")?.traffic.take(bytes: 10, at: now); admission.releasePage(of: "a")
        }
        let wait = admission.admitPage(of: "a")?.traffic.timeToWait(at: now)
        #expect(wait.map { $0 > .zero } ?? true)
        for other in 0..<5_000 where admission.admitPage(of: "\(other)") != nil {
            admission.releasePage(of: "\(other)")
        }
        #expect(admission.admitPage(of: "a") == nil)
        #expect(admission.admitPage(of: "0")?.traffic.timeToWait(at: now) == .zero)
    }

    @Test("an address opens so many sessions, and more with time")
    func openings() {
        var limits = Limits()
        limits.pagesPerAddress = 2
        var openings = Openings(limits)
        let now = Moment.now
        var admitted = (0..<3).map { _ in openings.admit("a", at: now) }
        #expect(admitted.dropLast().allSatisfy(\.self) && admitted.last == false)
        admitted = ["b", "a"].map { openings.admit($0, at: now + .seconds(2)) }
        #expect(admitted == [true, true])
    }

    @Test("an address takes so many tokens, and more with time")
    func tokensOfAddress() {
        var limits = Limits()
        limits.pagesPerAddress = 1
        var admission = Admission(limits)
        let now = Moment.now
        var admitted = ["a", "a", "a", "a", "a", "b"].map { admission.admitToken(of: $0, at: now) }
        #expect(admitted == [true, true, true, true, false, true])
        admitted = [admission.admitToken(of: "a", at: now + .seconds(11))]
        #expect(admitted == [true])
    }

    @Test("latency is kept by seconds, for five minutes")
    func latencies() {
        let now = Moment.now
        var latencies = Latencies(since: now)
        for milliseconds in 1...100 { latencies.note(from: now, to: now + .milliseconds(milliseconds)) }
        #expect(latencies.report(at: now + .milliseconds(900)).isEmpty)
        let first = latencies.report(at: now + .seconds(2))
        #expect(first == [Latencies.Second(at: 0, count: 100, p50: 51, p99: 100, longest: 100)])
        latencies.note(from: now + .seconds(300), to: now + .seconds(300))
        #expect(latencies.report(at: now + .seconds(301)).map(\.at) == [300])
    }

    @Test("the address behind a proxy is the last entry that the proxy has added")
    func addresses() {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        head.headers.add(name: "X-Forwarded-For", value: "6.6.6.6, 10.0.0.7")
        #expect(Doorman(.init()).address(of: head, from: "127.0.0.1") == "127.0.0.1")
        #expect(Doorman(.init(isBehindProxy: true)).address(of: head, from: "127.0.0.1") == "10.0.0.7")
        let networks = ["2001:db8::1", "2001:db8:0:0:7::", "2001:db8:0:1::1", "::ffff:10.0.0.7", "::ffff:10.0.0.8"]
        let counted = networks.map(Doorman.countedAddress)
        #expect(counted[0] == counted[1] && Set(counted).count == 4)
    }
}
