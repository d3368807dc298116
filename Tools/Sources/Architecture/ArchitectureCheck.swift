import Foundation

/// The complete check of a project's folder.
public struct ArchitectureCheck: Sendable {
  public static let document = "CONTRIBUTING.md"
  public static let exemptions = "Tools/architecture-exemptions.txt"

  private let folder: String
  private let graph: PackageGraph
  private let law: DependencyLaw

  public init(folder: String) throws {
    self.folder = folder
    // Its own scratch folder: the check must not wait for a build that is running.
    let result = try Shell.run(
      [
        "swift", "package", "--scratch-path", "Tools/.build/describe", "describe", "--type", "json",
      ],
      in: folder,
      without: "MODULES"
    )
    guard result.status == 0 else {
      throw ToolError("Package.swift cannot be read:\n\(result.errors)")
    }
    graph = try PackageGraph(json: result.output)
    law = DependencyLaw(graph)
  }

  public func findings() throws -> [Finding] {
    var found = try declared() + staleGraph() + forgottenTests()
    for target in graph.targets where !target.swiftFiles.isEmpty {
      let files = try target.swiftFiles.map { (path: $0, text: try read($0)) }
      let texts = files.map { SourceText(path: $0.path, $0.text) }
      found += try imports(of: target, texts)
      if let path = ReadmeRule.path(for: target) {
        let rule = ReadmeRule(path: path, try read(path))
        found += files.flatMap { rule.findings(in: $0.text, at: $0.path) }
      }
      for text in texts {
        found += SourceRules(text, layer: target.layer).findings
        if DocumentationRule.holds(for: target) { found += DocumentationRule(text).findings }
      }
    }
    let exemptions = Exemptions(
      file: ArchitectureCheck.exemptions,
      try read(ArchitectureCheck.exemptions)
    )
    return exemptions.applied(to: found).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  /// Writes the graph into the document; returns whether that changed it.
  public func writeGraph() throws -> Bool {
    let old = try read(ArchitectureCheck.document)
    guard let new = ModuleDrawing(graph).written(into: old) else { throw withoutMarks }
    guard new != old else { return false }
    try new.write(
      toFile: folder + "/" + ArchitectureCheck.document,
      atomically: true,
      encoding: .utf8
    )
    return true
  }

  private var withoutMarks: ToolError {
    ToolError(
      """
      \(ArchitectureCheck.document) has no place for the module graph: put the lines
      \(ModuleDrawing.begin)
      \(ModuleDrawing.end)
      where it belongs.
      """
    )
  }

  private func declared() throws -> [Finding] {
    let manifest = try read("Package.swift").split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    return graph.targets.flatMap { target in
      target.dependencies.compactMap { name in
        law.objection(to: name.asModuleName, in: target).map { message in
          let marks = ["\"\(target.name)\"", "Feature(\"\(target.layer.module ?? target.name)\""]
          let line = manifest.firstIndex { line in marks.contains { line.contains($0) } } ?? 0
          return Finding(.dependency, "Package.swift", line + 1, message)
        }
      }
    }
  }

  private func staleGraph() throws -> [Finding] {
    let document = try read(ArchitectureCheck.document)
    guard let new = ModuleDrawing(graph).written(into: document) else { throw withoutMarks }
    guard new != document else { return [] }
    let message =
      "The module graph is not drawn as it is: run Tools/check-architecture --write-graph."
    return [Finding(.graph, ArchitectureCheck.document, 1, message)]
  }

  private func forgottenTests() throws -> [Finding] {
    let command = [TestSelection.script, "--tests-of"] + graph.targets.flatMap(\.files)
    let result = try Shell.run(command, in: folder)
    guard result.status == 0 else {
      throw ToolError("\(TestSelection.script) does not say what it runs:\n\(result.errors)")
    }
    return TestSelection(graph, printed: String(decoding: result.output, as: UTF8.self)).findings
  }

  private func imports(of target: PackageGraph.Target, _ texts: [SourceText]) throws -> [Finding] {
    var found = texts.flatMap { ImportRules(law).findings(in: $0, of: target) }
    // The compiler decides what is imported, in case an unusual spelling misled the scan.
    let seen = Set(texts.flatMap { $0.imports.map(\.module) })
    let real = try CompilerImports.modules(of: target.swiftFiles, in: folder)
    for module in real.subtracting(seen).sorted() {
      guard let message = law.objection(toImporting: module, in: target) else { continue }
      found.append(Finding(.dependency, target.path, 1, message))
    }
    return found
  }

  private func read(_ path: String) throws -> String {
    do {
      return try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
    } catch {
      throw ToolError("\(path) cannot be read: \(error.localizedDescription)")
    }
  }
}
