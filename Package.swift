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
        .target(name: "CICU"),
        .target(name: "CZip"),
        .target(name: "CLinux"),
        // Replaces what frees memory, in the daemon only.
        .target(name: "WipingMemory"),

        // Faces of system libraries; they know nothing of forms.
        .target(name: "EventLoop", dependencies: ["CSystemd", "CLinux"], swiftSettings: memorySafe),
        .target(name: "DBus", dependencies: ["CDBus", "CLinux", "EventLoop"], swiftSettings: memorySafe),
        .target(name: "PCRE2", dependencies: ["CPCRE2"], swiftSettings: memorySafe),

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
        .target(name: "FormModel", dependencies: ["FormMessages"], swiftSettings: strict),
        .target(name: "PluginWire", swiftSettings: strict),
        .target(name: "FormPlugin", dependencies: ["PluginWire"], swiftSettings: strict),
        .target(name: "FormPluginC"),
        .target(name: "PaymentCards", swiftSettings: strict),
        .target(
            name: "FormEngine",
            dependencies: ["FormMessages", "FormModel", "FormPlugin", "PCRE2", "PaymentCards"],
            swiftSettings: strict
        ),
        .target(name: "LocaleData", dependencies: ["CICU", "FormModel", "FormEngine"], swiftSettings: memorySafe),
        .target(name: "FormReference", dependencies: ["FormModel"], swiftSettings: strict),
        .target(name: "SchemaImport", dependencies: ["FormModel"], swiftSettings: strict),
        .target(name: "SurveyImport", dependencies: ["FormModel", "SchemaImport"], swiftSettings: strict),
        .target(name: "FormStore", dependencies: ["CLinux", "EventLoop", logging], swiftSettings: memorySafe),
        .target(
            name: "XLSFormImport",
            dependencies: ["CExpat", "CZip", "FormModel", "SchemaImport", "SurveyImport"],
            swiftSettings: memorySafe
        ),
        .target(
            name: "PluginHost",
            dependencies: [
                "CLinux", "EventLoop", "FormEngine", "FormModel", "FormPlugin", "PluginWire", logging,
            ],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormRuntime",
            dependencies: [
                "FormModel", "FormEngine", "FormPlugin", "FormStore", "PluginHost", "PluginWire", "EventLoop", logging,
            ],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormBus",
            dependencies: [
                "DBus", "EventLoop", "FormContract", "FormModel", "FormEngine", "FormPlugin", "FormRuntime",
                "FormStore", "PluginHost", "PluginWire", logging,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "formd",
            dependencies: [
                "CLinux", "CSystemd", "DBus", "EventLoop", "FormBus", "FormContract", "FormEngine", "FormModel",
                "FormMessages", "FormRuntime", "FormStore", "LocaleData", "PluginHost", "WipingMemory", logging,
            ],
            swiftSettings: memorySafe
        ),
        .executableTarget(
            name: "formctl",
            dependencies: [
                "DBus", "EventLoop", "FormClient", "FormContract", "FormEngine", "FormModel", "FormReference",
                "FormPresentation", "FormTerminal", "LocaleData", "PluginHost", "PluginWire", "SchemaImport",
                "SurveyImport", "XLSFormImport", argumentParser, logging,
            ],
            exclude: ["Schema"],
            swiftSettings: strict
        ),

        // The gateway for forms in browsers, and the files of its page.
        .target(name: "WebFiles", exclude: ["Page"]),
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
            dependencies: ["CLinux", "DBus", "EventLoop", "FormdTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormModelTests",
            dependencies: ["FormModel", "FormEngine", "FormReference"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormEngineTests",
            dependencies: [
                "FormEngine", "FormMessages", "FormModel", "FormPlugin", "FormTraces", "ICUJudge", "LocaleData",
                "PCRE2",
            ],
            resources: [.copy("Vectors"), .copy("Suites/Readers")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SurveyImportTests",
            dependencies: ["SurveyImport", "SchemaImport", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "XLSFormImportTests",
            dependencies: ["XLSFormImport", "SchemaImport", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PublishedFormTests",
            dependencies: ["FormEngine", "FormModel", "SchemaImport", "SurveyImport", "XLSFormImport"],
            resources: [.copy("Forms"), .copy("Sources")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SchemaImportTests",
            dependencies: ["SchemaImport", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormMessagesTests",
            dependencies: ["FormMessages", "FormModel", "FormEngine", "FormPresentation", "LocaleData"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LocaleDataTests",
            dependencies: ["LocaleData", "FormEngine", "FormModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PluginTests",
            dependencies: [
                "FormPlugin", "PluginHost", "PluginWire", "EventLoop", "FormdTesting", "CurrencyPlaceholder",
                "CardNumber", "PaymentCards", "PangoTextMeasurer", "formd-zoo-plugin", "formd-plugin-launcher", logging,
            ],
            exclude: ["Programs"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormStoreTests",
            dependencies: ["FormStore", "EventLoop", "FormdTesting", logging],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormRuntimeTests",
            dependencies: [
                "FormRuntime", "FormStore", "FormModel", "FormEngine", "PluginHost", "EventLoop", "FormdTesting",
                "formd-zoo-plugin", "formd-plugin-launcher", logging,
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "FormManualTests", dependencies: ["FormManual"], swiftSettings: strict),
        .testTarget(name: "FormctlTests", dependencies: ["formctl", "FormEngine", "FormModel"], swiftSettings: strict),
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
                "FormClient", "FormContract", "DBus", "EventLoop", "FormdTesting", "formd", "front-end",
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
            exclude: ["Forms", "Programs"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormTerminalTests",
            dependencies: [
                "DBus", "FormClient", "FormMessages", "FormModel", "FormPresentation", "FormTerminal", "FormdTesting",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "DBus", "EventLoop", "FormContract", "FormModel", "FormdTesting", "FormTraces", "formd", "formctl",
                "CurrencyPlaceholder", "CardNumber", "PangoTextMeasurer", "formd-zoo-plugin", "formd-plugin-launcher",
            ],
            exclude: ["Terminal/Screens", "Terminal/Zenity"],
            swiftSettings: strict
        ),

        // What `make fuzz` runs.
        .executableTarget(
            name: "formd-fuzz",
            dependencies: [
                "DBus", "FormEngine", "FormModel", "FormPlugin", "FormStore", "PCRE2", "PluginWire", "SchemaImport",
                "SurveyImport", "XLSFormImport",
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
            name: "formd-bench",
            dependencies: ["CBusBench", "DBus", "EventLoop", "FormClient", "FormModel", "FormEngine", argumentParser],
            path: "Tests/Benchmarks/FormdBench",
            swiftSettings: memorySafe
        ),
    ],
    swiftLanguageModes: [.v6]
)
