import FormBundles
import FormEngine
import FormModel
import Testing

@Suite("Bundles as text")
struct FormBundleTests {
    private func read(_ json: String) throws(BundleError) -> FormBundle {
        try FormBundle(Array(json.utf8), messageNames: DefinitionKinds.replaceableMessages)
    }

    @Test("what is written can be read")
    func written() throws {
        var bundle = FormBundle()
        (bundle.name, bundle.version) = ("house.1-a", (1 << 53) - 1)
        bundle.forms = ["a": "{\"fields\": []}\n", "ä b": "\u{1F}𝄞\"\\"]
        bundle.messages = ["sv": ["required": "Fyll i"], "zh-Hant": ["button.submit": "送出"]]
        bundle.plugins = ["zoo": String(repeating: "0f", count: 32)]
        #expect(try read(bundle.json.written) == bundle)
        #expect(try read(bundle.json.line) == bundle)
    }

    @Test(
        "everything else is malformed, with its position",
        arguments: [
            ("", "syntax error at line 1, column 1"), ("[]", "an object"), ("{}", "needs the key “bundle”"),
            (#"{"bundle": "a", "version": 1, "forms": {}, "more": 1}"#, "/more: unknown key"),
            (#"{"bundle": "../a", "version": 1, "forms": {}}"#, "1:12: error: /bundle: “../a” is not the name"),
            (#"{"bundle": "", "version": 1, "forms": {}}"#, "/bundle"),
            (#"{"bundle": "a", "version": 0, "forms": {}}"#, "/version: 0 is out of range"),
            (#"{"bundle": "a", "version": 1.5, "forms": {}}"#, "not a whole number"),
            (#"{"bundle": "a", "version": 9007199254740993, "forms": {}}"#, "out of range"),
            (#"{"bundle": "a", "version": 1, "forms": []}"#, "/forms: it is not an object"),
            (#"{"bundle": "a", "version": 1, "forms": {"a": {}}}"#, "/forms/a"),
            (#"{"bundle": "a", "version": 1, "forms": {"../a": ""}}"#, "“../a” cannot be used among forms"),
            (#"{"bundle": "a", "version": 1, "forms": {"a": "", "a": ""}}"#, "appears twice"),
            (#"{"bundle": "a", "version": 1, "forms": {}, "messages": {"??": {}}}"#, "“??” cannot be used"),
            (#"{"bundle": "a", "version": 1, "forms": {}, "messages": {"sv": {"hi": "x"}}}"#, "“hi” cannot be used"),
            (#"{"bundle": "a", "version": 1, "forms": {}, "plugins": {"zoo": "12"}}"#, "not a SHA-256"),
        ]
    )
    func malformed(json: String, reason: String) {
        let error = #expect(throws: BundleError.self) { try read(json) }
        #expect(error?.name == .malformed && error?.reason.contains(reason) == true, "\(error as Any)")
    }

    @Test("a digest is the one that sha256sum prints")
    func digest() {
        #expect(
            Digest.of(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test("a key is read alone and from its file, and anything else is none")
    func keys() {
        let key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
        #expect(PublicKey(key)?.text == key)
        #expect(PublicKey("untrusted comment: minisign public key\n\(key)\n") == PublicKey(key))
        for text in ["", "RWQ", String(key.dropLast()), key + "A", "\(key)\n\(key)", "Q" + key.dropFirst()] {
            #expect(PublicKey(text) == nil, "\(text)")
        }
    }
}
