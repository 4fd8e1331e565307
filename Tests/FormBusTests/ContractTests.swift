import DBus
import FormBus
import FormContract
import FormdTesting
import Foundation
import Testing

/// The committed files that are made from the contract. A change of the contract shows in them, and so in review.
///
/// `make contract` writes them anew.
@Suite("The contract", .loop)
struct ContractTests {
    @Test("the committed XML is what formd --introspect prints")
    func xml() throws {
        let document = IntrospectionDocument(interfaces: Contract.interfaces, includesDocumentation: true)
        try expect(document.xml, in: "Tests/FormBusTests/Contract/org.formd.Forms1.xml")
    }

    @Test("the reference in the documentation is generated from the contract")
    func reference() throws {
        try expect(ReferencePage.markdown, in: "Sources/FormBus/FormBus.docc/Reference.md")
    }

    @Test("every member has a handler with its signature")
    func handlers() async {
        await FormService.checkInterfaces()
    }

    @Test("every member and every error has a documentation")
    func documentation() {
        for interface in Contract.interfaces {
            #expect(!interface.documentation.isEmpty, "\(interface.name)")
            for method in interface.methods { #expect(method.documentation.hasSuffix("."), "\(method.name)") }
            for property in interface.properties { #expect(property.documentation.hasSuffix("."), "\(property.name)") }
            for signal in interface.signals { #expect(signal.documentation.hasSuffix("."), "\(signal.name)") }
        }
        for failure in Contract.Failure.allCases { #expect(failure.documentation.hasSuffix("."), "\(failure)") }
    }

    /// Compares a text with a committed file, or writes the file if `FORMD_RECORD` is set.
    private func expect(_ text: String, in path: String) throws {
        let file = URL(filePath: "\(BuiltProducts.project)/\(path)")
        if ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let committed = try String(contentsOf: file, encoding: .utf8)
        let difference = zip(committed.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
        #expect(
            committed == text,
            "\(path) is out of date; run make contract. First difference: \(String(describing: difference))"
        )
    }
}
