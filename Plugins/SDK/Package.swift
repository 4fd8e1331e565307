// swift-tools-version: 6.2

import PackageDescription

/// What plug-ins are made with, and nothing else: no system libraries, no other packages. `make install` puts it into
/// `share/formd/sdk`; here its sources are links to formd's own.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "formd-sdk",
    products: [
        .library(name: "FormPlugin", targets: ["FormPlugin"]),
        .library(name: "FormPluginC", targets: ["FormPluginC"]),
    ],
    targets: [
        .target(name: "PluginWire", swiftSettings: strict),
        .target(name: "FormPlugin", dependencies: ["PluginWire"], swiftSettings: strict),
        .target(name: "FormPluginC"),
    ],
    swiftLanguageModes: [.v6]
)
