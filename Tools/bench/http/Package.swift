// swift-tools-version: 6.2
import PackageDescription

// The floor of the web figures: a Hummingbird server that answers with a few bytes of JSON. A
// separate package, so that the other benchmarks need not build a web server.
let package = Package(
  name: "bare-http",
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "bare-http",
      dependencies: [.product(name: "Hummingbird", package: "hummingbird")]
    )
  ],
  swiftLanguageModes: [.v6]
)
