// swift-tools-version: 6.2
import PackageDescription

// The plugin is bound to the Trellis in this folder: elsewhere, say where yours is.
let package = Package(
  name: "mqtt",
  products: [.library(name: "mqtt", type: .dynamic, targets: ["MQTT"])],
  dependencies: [
    // Without the web stack, which only the programs need.
    .package(name: "trellis", path: "../../..", traits: [])
  ],
  targets: [
    .target(name: "MQTT", dependencies: [.product(name: "TrellisSDK", package: "trellis")]),
    .testTarget(name: "MQTTTests", dependencies: ["MQTT"]),
  ],
  swiftLanguageModes: [.v6]
)
