// swift-tools-version: 6.2
import PackageDescription

// The plugin is bound to the Trellis in this folder: elsewhere, say where yours is.
let package = Package(
  name: "mood",
  products: [.library(name: "mood", type: .dynamic, targets: ["Mood"])],
  dependencies: [
    // Without the web stack, which only the programs need.
    .package(name: "trellis", path: "../../..", traits: [])
  ],
  targets: [
    .target(name: "Mood", dependencies: [.product(name: "TrellisSDK", package: "trellis")]),
    .testTarget(name: "MoodTests", dependencies: ["Mood"]),
  ],
  swiftLanguageModes: [.v6]
)
