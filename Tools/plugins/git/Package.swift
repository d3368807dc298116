// swift-tools-version: 6.2
import PackageDescription

// The plugin is bound to the Trellis in this folder: elsewhere, say where yours is.
let package = Package(
  name: "git",
  products: [.library(name: "git", type: .dynamic, targets: ["Git"])],
  dependencies: [
    // Without the web stack, which only the programs need.
    .package(name: "trellis", path: "../../..", traits: [])
  ],
  targets: [
    .target(name: "Git", dependencies: [.product(name: "TrellisSDK", package: "trellis")]),
    .testTarget(name: "GitTests", dependencies: ["Git"]),
  ],
  swiftLanguageModes: [.v6]
)
