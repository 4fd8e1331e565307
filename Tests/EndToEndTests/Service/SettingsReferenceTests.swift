import FormModel
import Foundation
import Testing

@testable import formd

@Suite("The reference of the settings")
struct SettingsReferenceTests {
    @Test("the article on running lists every key of the settings")
    func keys() throws {
        let article = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/formd/formd.docc/Running.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        for name in DaemonSettings.keys.names + DaemonLimits.keys.names + BundleSettings.keys.names {
            #expect(text.contains("\n| `\(name)` |"), "\(name) is not described")
        }
    }
}
