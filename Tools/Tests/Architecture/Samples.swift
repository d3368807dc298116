import Architecture

/// A small package with one target of each layer.
enum Samples {
  static let graph = PackageGraph(targets: [
    target("Core", "Modules/Kernel/Core"),
    target("Loop", "Modules/Kernel/Loop", ["CUV"]),
    target("Presentation", "Modules/Presentation/Shared", ["Core"]),
    target("Commands", "Modules/Presentation/Commands", ["Core", "ArgumentParser"]),
    target("Pages", "Modules/Presentation/Pages", ["Core", "Presentation"]),
    target("SQLite", "Modules/Kernel/SQLite", ["CSQLite"]),
    target("AContract", "Modules/A/Contract", ["Core"]),
    target("ADomain", "Modules/A/Domain", ["Core", "AContract"]),
    target("APresentation", "Modules/A/Presentation", ["Core", "Commands", "AContract"]),
    target("BContract", "Modules/B/Contract", ["Core", "AContract"]),
    target("BDomain", "Modules/B/Domain", ["Core", "BContract", "AContract"]),
    target("BFormats", "Modules/B/Formats", ["Core", "SQLite", "BContract"]),
    target(
      "BPresentation",
      "Modules/B/Presentation",
      ["Core", "Commands", "BContract", "BFormats"]
    ),
    target("Products", "Apps/Products", ["ADomain", "BDomain", "APresentation"]),
    target("app", "Apps/CLI", ["Products", "AContract"]),
    target("ATests", "Tests/A", ["ADomain"]),
  ])

  static func target(
    _ name: String,
    _ path: String,
    _ dependencies: [String] = []
  ) -> PackageGraph.Target {
    PackageGraph.Target(name: name, path: path, dependencies: dependencies)
  }

  /// The findings about imports for a file in a target of the sample package.
  static func imports(
    _ text: String,
    in name: String,
    file: String = "File.swift"
  ) -> [Finding] {
    guard let target = graph.target(name) else { return [] }
    let source = SourceText(path: "\(target.path)/\(file)", text)
    return ImportRules(DependencyLaw(graph)).findings(in: source, of: target)
  }

  /// The findings of the single-file rules for a text in a folder.
  static func rules(_ text: String, in path: String = "Modules/A/Domain") -> [Finding] {
    SourceRules(SourceText(path: "File.swift", text), layer: Layer(path: path)).findings
  }
}
