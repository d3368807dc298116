/// The graph of targets as a Mermaid diagram in a document.
public struct ModuleDrawing: Sendable {
  public static let begin = "<!-- module graph: Tools/check-architecture --write-graph -->"
  public static let end = "<!-- end of module graph -->"

  private let drawn: [PackageGraph.Target]

  /// Leaves out tests and tools, which may depend on anything and would hide the rest.
  public init(_ graph: PackageGraph) {
    drawn = graph.targets.filter { $0.layer != .test && $0.layer != .tool }
      .sorted { $0.name < $1.name }
  }

  public var mermaid: String {
    var lines = ["```mermaid", "flowchart BT"]
    for (title, members) in groups {
      lines.append("  subgraph \(title)")
      lines += members.map { "    \($0.name)" }
      lines.append("  end")
    }
    for target in drawn {
      lines += direct(target).map { "  \(target.name) --> \($0)" }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }

  /// The document with the diagram between its markers; nil if it has no markers.
  public func written(into document: String) -> String? {
    guard let begin = document.firstRange(of: ModuleDrawing.begin),
      let end = document.firstRange(of: ModuleDrawing.end), begin.upperBound <= end.lowerBound
    else { return nil }
    return document[..<begin.upperBound] + "\n" + mermaid + "\n" + document[end.lowerBound...]
  }

  private var groups: [(title: String, members: [PackageGraph.Target])] {
    let byTitle = Dictionary(grouping: drawn) { target in
      switch target.layer {
      case .kernel: "Kernel"
      case .toolkit: "Presentation"
      case .products, .app: "Apps"
      default: target.layer.module ?? "Tools"
      }
    }
    return byTitle.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The dependencies that do not follow from others; with all of them the diagram is unreadable.
  private func direct(_ target: PackageGraph.Target) -> [String] {
    let names = dependencies(of: target.name)
    return names.filter { name in
      !names.contains { $0 != name && reachable(from: $0).contains(name) }
    }
    .sorted()
  }

  private func dependencies(of name: String) -> [String] {
    let target = drawn.first { $0.name == name }
    return (target?.dependencies ?? []).filter { name in drawn.contains { $0.name == name } }
  }

  private func reachable(from name: String) -> Set<String> {
    var seen: Set<String> = []
    var rest = dependencies(of: name)
    while let next = rest.popLast() {
      if seen.insert(next).inserted { rest += dependencies(of: next) }
    }
    return seen
  }
}
