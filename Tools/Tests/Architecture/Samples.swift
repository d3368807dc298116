import Architecture

/// A small house with one target of each layer.
enum Samples {
  static let graph = PackageGraph(targets: [
    target("Core", "Modules/Kernel/Core"),
    target("Loop", "Modules/Kernel/Loop", ["CUV"]),
    target("CommandKit", "Modules/Kernel/CommandKit", ["Core", "ArgumentParser"]),
    target("SQLite", "Modules/Kernel/SQLite", ["CSQLite"]),
    target("AContract", "Modules/A/Contract", ["Core"]),
    target("ADomain", "Modules/A/Domain", ["Core", "AContract"]),
    target("ASurface", "Modules/A/Surface", ["Core", "CommandKit", "AContract"]),
    target("BContract", "Modules/B/Contract", ["Core", "AContract"]),
    target("BDomain", "Modules/B/Domain", ["Core", "BContract", "AContract"]),
    target("BFormats", "Modules/B/Formats", ["Core", "SQLite", "BContract"]),
    target("BSurface", "Modules/B/Surface", ["Core", "CommandKit", "BContract", "BFormats"]),
    target("Products", "Apps/Products", ["ADomain", "BDomain", "ASurface"]),
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

  /// What the rules of imports say of a file in a target of the house.
  static func imports(_ text: String, in name: String) -> [Finding] {
    guard let target = graph.target(name) else { return [] }
    let source = SourceText(path: "\(target.path)/File.swift", text)
    return ImportRules(DependencyLaw(graph)).findings(in: source, of: target)
  }

  /// What the rules of single files say of a text in a folder.
  static func rules(_ text: String, in path: String = "Modules/A/Domain") -> [Finding] {
    SourceRules(SourceText(path: "File.swift", text), layer: Layer(path: path)).findings
  }
}
