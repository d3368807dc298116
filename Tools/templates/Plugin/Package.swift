// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "sample",
  products: [.library(name: "sample", type: .dynamic, targets: ["Sample"])],
  dependencies: [
    // The Trellis that will load the plugin, without the web stack, which only the programs need. A
    // plugin is bound to one build of it: name the release that your users have.
    .package(name: "trellis", path: "TRELLIS", traits: [])
  ],
  targets: [
    .target(name: "Sample", dependencies: [.product(name: "TrellisSDK", package: "trellis")]),
    .testTarget(name: "SampleTests", dependencies: ["Sample"]),
  ],
  swiftLanguageModes: [.v6]
)
