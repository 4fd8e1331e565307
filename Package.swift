// swift-tools-version: 6.2

import PackageDescription

/// What every Swift target is built with.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// What a target that touches C is built with on top: every unsafe use says so.
let memorySafe = strict + [.strictMemorySafety()]

/// How a program in C is linked that formd confines: without the Swift runtime, in whose folder it may not read.
let withoutSwift: [LinkerSetting] = [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "formd",
    products: [
        .executable(name: "formd", targets: ["formd"]),
        .executable(name: "formctl", targets: ["formctl"]),
        .executable(name: "formd-web", targets: ["formd-web"]),
        // A library for front ends. The other modules are those whose types it shows.
        .library(name: "FormClient", targets: ["FormClient", "FormContract", "DBus", "EventLoop"]),
        .library(name: "FormPlugin", targets: ["FormPlugin"]),
        // Masks for the texts of any application, without forms. TextEditing has the names of character sets.
        .library(name: "Masks", targets: ["Masks", "TextEditing"]),
        .library(name: "FormPluginC", targets: ["FormPluginC"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(name: "CICU"),
        .target(name: "CZip"),
        .target(name: "CLinux"),
        // Replaces what frees memory, in the daemon only.
        .target(name: "WipingMemory"),

        // Faces of system libraries; they know nothing of forms.
        .target(name: "EventLoop", dependencies: ["CSystemd", "CLinux"], swiftSettings: memorySafe),
        .target(name: "DBus", dependencies: ["CDBus", "CLinux", "EventLoop"], swiftSettings: memorySafe),
        .target(name: "PCRE2", dependencies: ["CPCRE2"], swiftSettings: memorySafe),
        // Programs in processes of their own that can do little else than they have to.
        .target(name: "Sandbox", dependencies: ["CLinux", "EventLoop"], swiftSettings: memorySafe),
        // A connection to a database, in a process of its own.
        .target(name: "PostgreSQLAddress", swiftSettings: strict),
        .target(
            name: "PostgreSQL",
            dependencies: ["EventLoop", "PostgreSQLAddress", "Sandbox", logging],
            swiftSettings: memorySafe
        ),

        // Forms.
        .target(name: "FormContract", dependencies: ["DBus"], swiftSettings: strict),
        .target(name: "FormClient", dependencies: ["DBus", "EventLoop", "FormContract"], swiftSettings: strict),
        .target(
            name: "FormPresentation",
            dependencies: ["DBus", "FormClient", "FormMessages", "FormModel"],
            swiftSettings: strict
        ),
        .target(
            name: "FormTerminal",
            dependencies: [
                "CFriBidi", "CLinux", "CNcurses", "DBus", "EventLoop", "FormClient", "FormContract", "FormModel",
                "FormPresentation",
            ],
            swiftSettings: memorySafe
        ),
        // The texts in each language, in files for translators.
        .target(name: "MessageFiles", exclude: ["Catalogues"]),
        .target(name: "FormMessages", dependencies: ["MessageFiles"], swiftSettings: memorySafe),
        .target(name: "TextEditing", swiftSettings: strict),
        .target(
            name: "FormModel",
            dependencies: ["FormMessages", "PostgreSQLAddress", "TextEditing"],
            swiftSettings: strict
        ),
        .target(
            name: "Languages",
            dependencies: ["FormMessages", "FormModel", "TextEditing"],
            swiftSettings: strict
        ),
        .target(name: "Masks", dependencies: ["TextEditing"], swiftSettings: strict),
        .target(
            name: "Formatters",
            dependencies: ["FormModel", "Languages", "Masks", "PCRE2", "TextEditing"],
            swiftSettings: strict
        ),
        .target(
            name: "Rules",
            dependencies: ["FormModel", "Languages", "PCRE2", "PaymentCards", "TextEditing"],
            swiftSettings: strict
        ),
        .target(name: "PluginWire", swiftSettings: strict),
        .target(name: "FormPlugin", dependencies: ["PluginWire"], swiftSettings: strict),
        .target(name: "FormPluginC"),
        .target(name: "PaymentCards", swiftSettings: strict),
        .target(
            name: "FormEngine",
            dependencies: [
                "FormMessages", "FormModel", "FormPlugin", "Formatters", "Languages", "Masks", "PCRE2", "PaymentCards",
                "Rules", "TextEditing",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "LocaleData",
            dependencies: ["CICU", "FormModel", "Languages"],
            swiftSettings: memorySafe
        ),
        .target(name: "FormReference", dependencies: ["FormModel"], swiftSettings: strict),
        // What all importers share, and the importers.
        .target(name: "FormImport", dependencies: ["FormModel"], swiftSettings: strict),
        .target(name: "SchemaImport", dependencies: ["FormImport", "FormModel"], swiftSettings: strict),
        .target(name: "SurveyImport", dependencies: ["FormImport", "FormModel"], swiftSettings: strict),
        // Definitions in other notations, checked by importing them.
        .target(
            name: "FormExport",
            dependencies: ["FormImport", "FormModel", "SchemaImport", "SurveyImport", "XLSFormImport"],
            swiftSettings: strict
        ),
        .target(
            name: "QuestionnaireImport",
            dependencies: ["CLibYAML", "FormImport", "FormModel"],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormStore",
            dependencies: ["CLinux", "EventLoop", "PostgreSQL", logging],
            swiftSettings: memorySafe
        ),
        .target(
            name: "XLSFormImport",
            dependencies: ["CExpat", "CZip", "FormImport", "FormModel"],
            swiftSettings: memorySafe
        ),
        .target(
            name: "PluginHost",
            dependencies: [
                "CLinux", "EventLoop", "FormEngine", "FormModel", "FormPlugin", "PluginWire", "Sandbox", logging,
            ],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormBundles",
            dependencies: ["CSodium", "EventLoop", "FormModel"],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormRuntime",
            dependencies: [
                "CSodium", "EventLoop", "FormBundles", "FormEngine", "FormModel", "FormPlugin", "FormStore",
                "PluginHost",
                "PluginWire", "PostgreSQL", "PostgreSQLAddress", "Rules", "TextEditing", logging,
            ],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormBus",
            dependencies: [
                "DBus", "EventLoop", "FormBundles", "FormContract", "FormEngine", "FormModel", "FormPlugin",
                "FormRuntime",
                "FormStore", "PluginHost", "PluginWire", "Rules", "TextEditing", logging,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "formd",
            dependencies: [
                "CLinux", "CSystemd", "DBus", "EventLoop", "FormBundles", "FormBus", "FormContract", "FormEngine",
                "FormMessages", "FormModel", "FormRuntime", "FormStore", "LocaleData", "PluginHost", "PostgreSQL",
                "PostgreSQLAddress", "WipingMemory", logging,
            ],
            swiftSettings: memorySafe
        ),
        .executableTarget(
            name: "formctl",
            dependencies: [
                "DBus", "EventLoop", "FormBundles", "FormClient", "FormContract", "FormEngine", "FormExport",
                "FormImport", "FormModel", "FormPresentation", "FormReference", "FormTerminal", "LocaleData",
                "PluginHost",
                "PluginWire",
                "QuestionnaireImport", "SchemaImport", "SurveyImport", "TextEditing", "XLSFormImport", argumentParser,
                logging,
            ],
            exclude: ["Schema"],
            swiftSettings: strict
        ),

        // The gateway for forms in browsers, and the files of its page.
        .target(name: "WebFiles", exclude: ["Admin", "Page"]),
        .executableTarget(
            name: "formd-web",
            dependencies: [
                "DBus", "EventLoop", "FormClient", "FormContract", "FormModel", "FormPresentation", "WebFiles",
                argumentParser, .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        // Writes the manual's pages when formd is installed.
        .executableTarget(name: "FormManual", dependencies: ["FormContract"], exclude: ["site"], swiftSettings: strict),

        // The front end that the article on front ends shows.
        .executableTarget(
            name: "front-end",
            dependencies: ["DBus", "EventLoop", "FormClient"],
            path: "Sources/FrontEnds/Swift",
            swiftSettings: strict
        ),

        // What a plug-in's process is before it is the plug-in; C, so that it starts at once.
        .executableTarget(name: "formd-plugin-launcher", linkerSettings: [.linkedLibrary("seccomp")]),

        // What sends a submission to a server, and what keeps a connection to a database, in processes of their own.
        .executableTarget(
            name: "formd-http",
            linkerSettings: withoutSwift + [.linkedLibrary("curl")]
        ),
        .executableTarget(name: "formd-postgresql", dependencies: ["CPostgreSQL"], linkerSettings: withoutSwift),

        // First-party plug-ins.
        .executableTarget(
            name: "CurrencyPlaceholder",
            dependencies: ["FormPlugin"],
            path: "Plugins/CurrencyPlaceholder",
            exclude: ["plugin.json"],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "CardNumber",
            dependencies: ["FormMessages", "FormPlugin", "PaymentCards"],
            path: "Plugins/CardNumber",
            exclude: ["plugin.json"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "PangoTextMeasurer",
            dependencies: ["FormPluginC", "CPango"],
            path: "Plugins/PangoTextMeasurer",
            exclude: ["plugin.json"]
        ),

        // Tests.
        .executableTarget(name: "formd-zoo-plugin", dependencies: ["FormPluginC"], path: "Tests/Plugins/Zoo"),
        .target(
            name: "FormdTesting",
            dependencies: ["CLinux", "CPango", "DBus", "EventLoop", logging],
            path: "Tests/FormdTesting",
            swiftSettings: strict
        ),
        .target(name: "RandomTesting", path: "Tests/RandomTesting", swiftSettings: strict),
        .target(
            name: "FormTraces",
            dependencies: [.product(name: "Yams", package: "Yams")],
            path: "Tests/FormTraces",
            resources: [.copy("Vectors")],
            swiftSettings: strict
        ),
        .target(
            name: "ICUJudge",
            path: "Tests/ICUJudge",
            linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]
        ),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "FormdTesting"], swiftSettings: strict),
        .testTarget(
            name: "DBusTests",
            dependencies: ["CLinux", "DBus", "EventLoop", "FormdTesting", "RandomTesting"],
            swiftSettings: strict
        ),
        .testTarget(name: "MasksTests", dependencies: ["Masks", "TextEditing"], swiftSettings: strict),
        .testTarget(
            name: "FormModelTests",
            dependencies: [
                "FormEngine", "FormModel", "FormReference", "Masks", "PostgreSQLAddress", "RandomTesting", "Rules",
                "TextEditing",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormEngineTests",
            dependencies: [
                "Formatters", "FormEngine", "FormMessages", "FormModel", "FormPlugin", "FormTraces", "ICUJudge",
                "Languages", "LocaleData", "Masks", "PCRE2", "RandomTesting", "Rules", "TextEditing",
            ],
            resources: [.copy("Vectors"), .copy("Suites/Readers")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SurveyImportTests",
            dependencies: ["FormImport", "SurveyImport", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "XLSFormImportTests",
            dependencies: ["FormImport", "XLSFormImport", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "QuestionnaireImportTests",
            dependencies: ["QuestionnaireImport", "FormImport", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PublishedFormTests",
            dependencies: [
                "FormEngine", "FormExport", "FormImport", "FormModel", "QuestionnaireImport", "SchemaImport",
                "SurveyImport", "XLSFormImport",
            ],
            exclude: ["Judges"],
            resources: [.copy("Facts"), .copy("Forms"), .copy("Sources")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SchemaImportTests",
            dependencies: ["FormImport", "SchemaImport", "FormEngine", "FormModel", "RandomTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormMessagesTests",
            dependencies: ["FormEngine", "FormMessages", "FormModel", "FormPresentation", "Languages", "LocaleData"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LocaleDataTests",
            dependencies: ["FormEngine", "FormModel", "Languages", "LocaleData"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PluginTests",
            dependencies: [
                "FormPlugin", "PluginHost", "PluginWire", "EventLoop", "FormdTesting", "RandomTesting",
                "CurrencyPlaceholder",
                "CardNumber", "PaymentCards", "PangoTextMeasurer", "formd-zoo-plugin", "formd-plugin-launcher", logging,
            ],
            exclude: ["Programs"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormStoreTests",
            dependencies: ["FormStore", "EventLoop", "FormdTesting", "RandomTesting", logging],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormRuntimeTests",
            dependencies: [
                "EventLoop", "formd-plugin-launcher", "formd-zoo-plugin", "FormdTesting", "FormEngine", "FormModel",
                "FormRuntime", "FormStore", "PluginHost", "Rules", "TextEditing", logging,
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PostgreSQLTests",
            dependencies: [
                "EventLoop", "FormdTesting", "RandomTesting", "PostgreSQL", "PostgreSQLAddress",
                "formd-plugin-launcher",
                "formd-postgresql", logging,
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormBundlesTests",
            dependencies: ["FormBundles", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(name: "FormManualTests", dependencies: ["FormManual"], swiftSettings: strict),
        .testTarget(
            name: "FormctlTests",
            dependencies: ["formctl", "FormEngine", "FormModel", "FormPresentation"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormBusTests",
            dependencies: ["FormBus", "FormContract", "DBus", "EventLoop", "FormdTesting"],
            exclude: ["Contract"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "hosted-client",
            dependencies: ["DBus", "EventLoop", "FormClient"],
            path: "Tests/FormClientTests/Hosted",
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormClientTests",
            dependencies: [
                "FormClient", "FormContract", "DBus", "EventLoop", "FormdTesting", "RandomTesting", "formd",
                "front-end",
                "hosted-client",
            ],
            exclude: ["Example", "Hosted"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LibformdTests",
            dependencies: ["FormdTesting", "formctl", "formd"],
            exclude: ["Accessible", "Programs"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "DBus", "EventLoop", "FormClient", "FormContract", "FormdTesting", "formd", "formd-web",
                "CurrencyPlaceholder", "CardNumber", "PangoTextMeasurer", "formd-plugin-launcher",
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            exclude: ["Forms", "Programs", "Types", "axe.txt", "fetch-axe"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormTerminalTests",
            dependencies: [
                "DBus", "FormClient", "FormMessages", "FormModel", "FormPresentation", "FormTerminal", "FormdTesting",
                "RandomTesting",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CSodium", "DBus", "EventLoop", "FormBundles", "FormContract", "FormModel", "FormdTesting",
                "RandomTesting",
                "FormTraces",
                "formd",
                "formctl", "CurrencyPlaceholder", "CardNumber", "PangoTextMeasurer", "formd-zoo-plugin",
                "formd-http", "formd-plugin-launcher", "formd-postgresql",
            ],
            exclude: ["Terminal/Screens", "Terminal/Zenity"],
            swiftSettings: strict
        ),

        // What `make fuzz` runs.
        .executableTarget(
            name: "formd-fuzz",
            dependencies: [
                "DBus", "FormBundles", "FormEngine", "FormModel", "FormPlugin", "FormStore", "PCRE2", "PluginWire",
                "QuestionnaireImport", "RandomTesting", "SchemaImport", "SurveyImport", "TextEditing", "XLSFormImport",
            ],
            path: "Tests/Fuzz",
            swiftSettings: strict
        ),

        // Benchmarks.
        .target(
            name: "CBusBench",
            path: "Tests/Benchmarks/CBusBench",
            linkerSettings: [.linkedLibrary("systemd")]
        ),
        .executableTarget(
            name: "bench-echo",
            dependencies: ["CDBus"],
            path: "Tests/Benchmarks/BenchEcho",
            linkerSettings: [.linkedLibrary("systemd"), .linkedLibrary("dbus-1")]
        ),
        .executableTarget(
            name: "bench-dbus",
            dependencies: ["DBus", "EventLoop"],
            path: "Tests/Benchmarks/BenchDBus",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "bench-web",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Tests/Benchmarks/BenchWeb",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "formd-bench",
            dependencies: [
                "CBusBench", "DBus", "EventLoop", "FormClient", "FormEngine", "FormModel", "Masks",
                "TextEditing", argumentParser,
            ],
            path: "Tests/Benchmarks/FormdBench",
            swiftSettings: memorySafe
        ),
    ],
    swiftLanguageModes: [.v6]
)
