import FormEngine
import FormModel
import Testing

@Suite("The idle policy in a definition")
struct IdlePolicyTests {
    private static func decoded(_ idle: String) -> Decoded<FormDefinition> {
        DefinitionDecoder().decode(#"{"fields": [{"id": "a"}], "idle": \#(idle)}"#, name: "")
    }

    @Test(
        "an idle policy is decoded with its defaults",
        arguments: [
            (#"{"warn": 60}"#, IdlePolicy(warn: 60, grace: 10, action: .reset)),
            (#"{"warn": 1, "grace": 86400, "action": "close"}"#, IdlePolicy(warn: 1, grace: 86_400, action: .close)),
        ]
    )
    func good(json: String, policy: IdlePolicy) {
        #expect(Self.decoded(json).value?.idle == policy)
    }

    @Test(
        "errors are reported with their positions",
        arguments: [
            (#"{}"#, "/idle"), (#"60"#, "/idle"), (#"{"warn": 0}"#, "/idle/warn"), (#"{"warn": 1.5}"#, "/idle/warn"),
            (#"{"warn": 1, "grace": 86401}"#, "/idle/grace"), (#"{"warn": 1, "action": "wait"}"#, "/idle/action"),
            (#"{"warn": 1, "warm": 2}"#, "/idle/warm"),
        ]
    )
    func bad(json: String, place: String) {
        #expect(Self.decoded(json).diagnostics.map(\.pointer) == [place])
    }
}
