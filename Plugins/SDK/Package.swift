// swift-tools-version: 6.2

import PackageDescription

/// The package that plug-ins in Swift depend on. It needs no system libraries and no other packages. `make install`
/// copies it to `share/formd/sdk`; in the project its sources are links to formd's own.
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
