// swift-tools-version: 6.2
import PackageDescription

// The plugin is bound to the Trellis in this folder: elsewhere, say where yours is.
let package = Package(
  name: "pomodoro",
  products: [.library(name: "pomodoro", type: .dynamic, targets: ["Pomodoro"])],
  dependencies: [
    // Without the web stack, which only the programs need.
    .package(name: "trellis", path: "../../..", traits: [])
  ],
  targets: [
    .target(name: "Pomodoro", dependencies: [.product(name: "TrellisSDK", package: "trellis")]),
    .testTarget(name: "PomodoroTests", dependencies: ["Pomodoro"]),
  ],
  swiftLanguageModes: [.v6]
)
