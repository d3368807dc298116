// swift-tools-version: 6.2
import PackageDescription

// Measures Trellis together with a floor or a peer for each figure, in one process and one run.
// From this folder: `swift run -c release bench`, or `bench bus` for one group.
let package = Package(
  name: "trellis-bench",
  dependencies: [
    .package(name: "trellis", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // The floor of a program that opens a journal: it starts, reads one row and ends.
    .executableTarget(
      name: "bare-read",
      dependencies: [.product(name: "TrellisKernel", package: "trellis")]
    ),
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "TrellisCosts", package: "trellis"),
        .product(name: "TrellisKernel", package: "trellis"),
        .product(name: "TrellisModules", package: "trellis"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name == "bench" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
