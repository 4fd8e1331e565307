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
        .library(name: "FormPlugin", targets: ["FormPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .target(name: "CLinux"),

        // Faces of system libraries; they know nothing of forms.
        .target(name: "EventLoop", dependencies: ["CSystemd", "CLinux"], swiftSettings: memorySafe),
        .target(name: "DBus", dependencies: ["CDBus", "CLinux", "EventLoop"], swiftSettings: memorySafe),
        .target(name: "PCRE2", dependencies: ["CPCRE2"], swiftSettings: memorySafe),

        // Forms.
        .target(name: "FormModel", swiftSettings: strict),
        .target(name: "PluginWire", swiftSettings: strict),
        .target(name: "FormPlugin", dependencies: ["PluginWire"], swiftSettings: strict),
        .target(name: "FormEngine", dependencies: ["FormModel", "FormPlugin", "PCRE2"], swiftSettings: strict),
        .target(
            name: "FormRuntime",
            dependencies: ["FormModel", "FormEngine", "FormPlugin", "PluginWire", "EventLoop", "CLinux", logging],
            swiftSettings: memorySafe
        ),
        .target(
            name: "FormBus",
            dependencies: ["DBus", "EventLoop", "FormModel", "FormEngine", "FormPlugin", "FormRuntime", logging],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "formd",
            dependencies: [
                "CSystemd", "DBus", "EventLoop", "FormBus", "FormModel", "FormRuntime", argumentParser, logging,
            ],
            swiftSettings: memorySafe
        ),
        .executableTarget(
            name: "formctl",
            dependencies: ["DBus", "EventLoop", "FormEngine", "FormModel", argumentParser],
            resources: [.embedInCode("Schema/form-definition.schema.json")],
            swiftSettings: strict
        ),

        // First-party plug-ins.
        .executableTarget(
            name: "CurrencyPlaceholder",
            dependencies: ["FormPlugin"],
            path: "Plugins/CurrencyPlaceholder",
            exclude: ["plugin.json"],
            swiftSettings: strict
        ),

        // Tests.
        .target(
            name: "FormdTesting",
            dependencies: ["DBus", "EventLoop"],
            path: "Tests/FormdTesting",
            swiftSettings: strict
        ),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "FormdTesting"], swiftSettings: strict),
        .testTarget(name: "DBusTests", dependencies: ["DBus", "EventLoop", "FormdTesting"], swiftSettings: strict),
        .testTarget(name: "FormModelTests", dependencies: ["FormModel"], swiftSettings: strict),
        .testTarget(
            name: "FormEngineTests",
            dependencies: [
                "FormEngine", "FormModel", "FormPlugin", "PCRE2", .product(name: "Yams", package: "Yams"),
            ],
            resources: [.copy("Vectors")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PluginTests",
            dependencies: [
                "FormPlugin", "PluginWire", "FormRuntime", "EventLoop", "FormdTesting", "CurrencyPlaceholder", logging,
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormRuntimeTests",
            dependencies: ["FormRuntime", "FormModel", "FormEngine", "EventLoop", "FormdTesting", logging],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FormBusTests",
            dependencies: ["FormBus", "DBus", "EventLoop", "FormdTesting"],
            resources: [.copy("Contract")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["DBus", "EventLoop", "FormdTesting", "formd", "formctl", "CurrencyPlaceholder"],
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
            path: "Tests/Benchmarks/BenchEcho",
            linkerSettings: [.linkedLibrary("systemd")]
        ),
        .executableTarget(
            name: "formd-bench",
            dependencies: ["CBusBench", "FormEngine", "FormModel", argumentParser],
            path: "Tests/Benchmarks/FormdBench",
            swiftSettings: memorySafe
        ),
    ],
    swiftLanguageModes: [.v6]
)
