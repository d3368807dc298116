/// The tests that `Tools/check` runs for a change of each file.
///
/// The script lists them by folder, so a new folder is easily forgotten there.
public struct TestSelection: Sendable {
  public static let script = "Tools/check"

  private let graph: PackageGraph
  private let chosen: [String: [String]]
  /// The targets from which each target of tests is built, itself included.
  private let parts: [String: Set<String>]

  /// - Parameter text: a line for each file, as `Tools/check --tests-of` prints it: `FILE: TESTS …`.
  public init(_ graph: PackageGraph, printed text: String) {
    self.graph = graph
    var chosen: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let file = words.first else { continue }
      chosen[String(file.dropLast())] = Array(words.dropFirst())
    }
    self.chosen = chosen
    let dependencies = Dictionary(
      graph.targets.map { ($0.name, $0.dependencies) },
      uniquingKeysWith: { first, _ in first }
    )
    let tests = graph.targets.filter(\.isTest).map(\.name)
    parts = Dictionary(
      tests.map { ($0, TestSelection.reachable(from: $0, dependencies)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// At most one for each target, whose files mostly share what is wrong.
  public var findings: [Finding] {
    graph.targets.compactMap { target in
      let users = Set(parts.keys.filter { parts[$0]?.contains(target.name) == true })
      let message = target.files.lazy.compactMap { objection(to: $0, of: target, users) }.first
      return message.map { Finding(.selection, TestSelection.script, 1, $0) }
    }
  }

  /// - Parameter users: all tests that use the target.
  private func objection(
    to file: String,
    of target: PackageGraph.Target,
    _ users: Set<String>
  ) -> String? {
    let tests = chosen[file] ?? []
    if let unknown = tests.first(where: { parts[$0] == nil }) {
      return "For \(file) it runs \(unknown), which is no target of tests: correct `tests_of`."
    }
    // Some tools are used by no test.
    let isEnough =
      users.isEmpty ? !tests.isEmpty || target.layer == .tool : !users.isDisjoint(with: tests)
    guard !isEnough else { return nil }
    return "For \(file) it runs no tests that use \(target.name): add them to `tests_of`."
  }

  private static func reachable(
    from name: String,
    _ dependencies: [String: [String]]
  ) -> Set<String> {
    var seen: Set<String> = []
    var rest = [name]
    while let next = rest.popLast() {
      if seen.insert(next).inserted { rest += dependencies[next] ?? [] }
    }
    return seen
  }
}
