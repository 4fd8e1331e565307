import FormBundles
import FormModel
import Testing

@Suite("The ledger of a bundle")
struct BundleLedgerTests {
    private static func ledger(_ versions: Int...) -> BundleLedger {
        var ledger = BundleLedger()
        for version in versions { ledger.take(version, "digest \(version)", at: version) }
        return ledger
    }

    private func name(of call: () throws -> Bool) -> BundleError.Name? {
        do {
            _ = try call()
            return nil
        } catch {
            return (error as? BundleError)?.name
        }
    }

    @Test("a greater version is taken up, the same one is not again, and others are refused by name")
    func order() throws {
        #expect(try BundleLedger().takes(1, "any"))
        let ledger = Self.ledger(5)
        #expect(try ledger.takes(6, "any"))
        #expect(try !ledger.takes(5, "digest 5"))
        #expect(name { try ledger.takes(5, "other") } == .changedContents)
        #expect(name { try ledger.takes(4, "digest 4") } == .olderVersion)
        #expect(ledger.isSettled && !BundleLedger().isSettled)
    }

    @Test("after going back the latest version is not taken up again, but a greater one is")
    func held() throws {
        var ledger = Self.ledger(4, 5)
        ledger.choose(4, at: 10)
        #expect(ledger.isHeld && ledger.isSettled && ledger.use == BundleLedger.Use(version: 4, since: 10))
        #expect(try !ledger.takes(5, "digest 5"))
        #expect(name { try ledger.takes(4, "digest 4") } == .olderVersion)
        #expect(try ledger.takes(6, "any"))
        var resumed = ledger
        resumed.choose(5, at: 11)
        #expect(!resumed.isHeld && resumed.use?.version == 5)
        ledger.take(6, "any", at: 12)
        #expect(!ledger.isHeld && ledger.latest?.version == 6)
    }

    @Test("a version that is damaged on the disk is taken up again when it is fetched")
    func damaged() throws {
        var ledger = Self.ledger(4, 5)
        ledger.fallBack(to: 4, at: 10)
        #expect(!ledger.isHeld && !ledger.isSettled)
        #expect(try ledger.takes(5, "digest 5"))
        ledger.choose(4, at: 11)
        ledger.release()
        #expect(try ledger.takes(5, "digest 5"))
        ledger.choose(4, at: 12)
        ledger.useNone()
        #expect(ledger.use == nil && !ledger.isHeld && !ledger.isSettled)
        #expect(try ledger.takes(5, "digest 5"))
        #expect(name { try ledger.takes(4, "digest 4") } == .olderVersion)
    }

    @Test("three versions before the latest one are kept, and the one in use")
    func kept() {
        var ledger = Self.ledger(1, 2, 3, 4, 5)
        #expect(ledger.worthKeeping(among: [1, 2, 3, 4, 5]) == [2, 3, 4, 5])
        ledger.choose(2, at: 10)
        ledger.take(6, "any", at: 11)
        #expect(ledger.worthKeeping(among: [2, 3, 4, 5, 6]) == [3, 4, 5, 6])
        ledger.choose(3, at: 12)
        #expect(ledger.worthKeeping(among: [3, 4, 5, 6, 7]) == [3, 4, 5, 6, 7])
        #expect(ledger.previous(among: [2, 4, 5]) == 2 && ledger.previous(among: [4]) == nil)
        #expect(ledger.order(of: [4, 2, 3, 1, 5]) == [3, 2, 1, 4, 5])
    }

    @Test("what is written can be read, and damage is noticed")
    func stored() {
        var held = Self.ledger(4, 5)
        held.choose(4, at: 10)
        for ledger in [BundleLedger(), Self.ledger(7), held] {
            #expect(BundleLedger(json: Array(ledger.json.line.utf8)) == ledger)
        }
        for text in ["", "{}", "[]", #"{"held": false, "version": 1}"#, #"{"held": false, "latest": 1}"#] {
            #expect(BundleLedger(json: Array(text.utf8)) == nil)
        }
    }
}
