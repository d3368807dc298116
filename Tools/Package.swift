// swift-tools-version: 6.2
import PackageDescription

// The project's own tools, in a separate package without dependencies, so that they run even when
// the root package does not build.
let package = Package(
  name: "tools",
  targets: [
    .target(name: "Architecture"),
    .target(name: "Conformance"),
    .target(name: "Manual"),
    .executableTarget(name: "check-architecture", dependencies: ["Architecture"]),
    .executableTarget(name: "render-manual", dependencies: ["Manual"]),
    .executableTarget(name: "report-conformance", dependencies: ["Conformance"]),
    .testTarget(
      name: "ArchitectureTests",
      dependencies: ["Architecture"],
      path: "Tests/Architecture"
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Conformance"],
      path: "Tests/Conformance"
    ),
    .testTarget(name: "ManualTests", dependencies: ["Manual"], path: "Tests/Manual"),
    .testTarget(
      name: "ScaffoldingTests",
      dependencies: ["Architecture"],
      path: "Tests/Scaffolding"
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
