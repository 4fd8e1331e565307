// swift-tools-version: 6.2

import PackageDescription

/// A front end in a package of its own. Replace the path by the address of formd's repository.
let package = Package(
    name: "Example",
    dependencies: [.package(name: "formd", path: "../../..")],
    targets: [
        .executableTarget(name: "Example", dependencies: [.product(name: "FormClient", package: "formd")])
    ]
)
