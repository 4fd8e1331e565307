import PluginWire

/// The files of a new plug-in.
struct PluginTemplate {
    struct File {
        /// The path relative to the plug-in's folder.
        var path: String
        var text: String
    }

    struct BadName: Error, CustomStringConvertible {
        var description: String
    }

    /// The name of the plug-in and the package.
    let name: String
    /// The name of the Swift module and the program: `CardStars` for `card-stars`.
    let module: String
    /// The name of the type in definitions: `cardStars`.
    let type: String
    /// The name of the Swift type: `CardStarsFormatter`.
    let service: String
    let kind: PluginKind
    let sdk: PluginSDK

    /// The modules that the package can import already.
    private static let taken: Set<String> = [
        "FormPlugin", "PluginWire", "FormPluginC", "Plugin", "Swift", "Foundation", "FoundationEssentials", "Glibc",
        "Testing", "XCTest", "Synchronization", "Dispatch",
    ]

    /// Throws `BadName`.
    init(name: String, kind: PluginKind, sdk: PluginSDK) throws {
        guard PluginIdentifier.isValid(name) else {
            throw BadName(
                description: "“\(name)” is no name: a letter, then letters, digits, “-”, “_”, “.”, at most 64 of them"
            )
        }
        let words = name.split { "-_.".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        module = words.joined()
        guard !Self.taken.contains(module) else {
            throw BadName(description: "\(module) is the name of a module that a plug-in sees already")
        }
        self.name = name
        self.kind = kind
        self.sdk = sdk
        type = module.prefix(1).lowercased() + module.dropFirst()
        let suffix =
            switch kind {
            case .placeholder: "Placeholder"
            case .formatter: "Formatter"
            case .validator: "Validator"
            case .measurer: "Measurer"
            }
        service = module + suffix
    }

    var files: [File] {
        [
            File(path: "Package.swift", text: package),
            File(path: "plugin.json", text: manifest),
            File(path: "Makefile", text: makefile),
            File(path: ".gitignore", text: ".build/\n"),
            File(path: "Sources/\(module)/Plugin.swift", text: program),
            File(path: "Sources/\(module)/\(service).swift", text: source),
            File(path: "Tests/\(module)Tests/\(service)Tests.swift", text: test),
        ]
    }

    private var source: String {
        switch kind {
        case .placeholder: placeholderSource
        case .formatter: formatterSource
        case .validator: validatorSource
        case .measurer: measurerSource
        }
    }

    private var test: String {
        switch kind {
        case .placeholder: placeholderTest
        case .formatter: formatterTest
        case .validator: validatorTest
        case .measurer: measurerTest
        }
    }

    private var package: String {
        """
        // swift-tools-version: 6.2

        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [
                \(sdk.dependency)
            ],
            targets: [
                .executableTarget(
                    name: "\(module)",
                    dependencies: [.product(name: "FormPlugin", package: "\(sdk.identity)")]
                ),
                .testTarget(name: "\(module)Tests", dependencies: ["\(module)"]),
            ]
        )

        """
    }

    private var manifest: String {
        """
        {
          "name": "\(name)",
          "version": "0.1.0",
          "program": "\(module)",
          "protocol": 1,
          "types": [
            {"kind": "\(kind.rawValue)", "name": "\(type)"}
          ],
          "secrets": false,
          "reads": []
        }

        """
    }

    private var program: String {
        """
        import FormPlugin

        @main
        struct Plugin: FormPlugin {
            static let types: [any PluginType.Type] = [\(service).self]
        }

        """
    }

    /// The makefile. The program is linked with the Swift runtime, because a confined plug-in cannot read that of the
    /// toolchain.
    private var makefile: String {
        """
        # make test: the tests. make check: what formd would say of the plug-in. make install: for yourself.

        SWIFT ?= swift
        FORMCTL ?= formctl
        PLUGINS ?= $(HOME)/.local/lib/formd/plugins
        RELEASE = -c release --static-swift-stdlib --product \(module)
        FOLDER = .build/plugins/\(name)

        .PHONY: all build test folder check install

        all: build

        build:
        \t$(SWIFT) build $(RELEASE)

        test:
        \t$(SWIFT) test

        # The plug-in as it is installed.
        folder: build
        \tinstall -d -m 755 $(FOLDER)
        \tinstall -s -m 755 "$$($(SWIFT) build $(RELEASE) --show-bin-path)/\(module)" $(FOLDER)
        \tinstall -m 644 plugin.json $(FOLDER)

        check: folder
        \t$(FORMCTL) plugins check $(FOLDER)

        install: folder
        \tinstall -d -m 755 $(PLUGINS)/\(name)
        \tinstall -m 755 $(FOLDER)/\(module) $(PLUGINS)/\(name)
        \tinstall -m 644 $(FOLDER)/plugin.json $(PLUGINS)/\(name)

        """
    }
}
