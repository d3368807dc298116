/// Requires a module's README to name each message of its contract: its events and its requests.
///
/// Others look there for what they may follow, send and query.
public struct ReadmeRule: Sendable {
  private let path: String
  private let readme: String

  public init(path: String, _ readme: String) {
    self.path = path
    self.readme = readme
  }

  /// Where the README of a contract's module is; nil for other targets.
  public static func path(for target: PackageGraph.Target) -> String? {
    guard case .contract(let module) = target.layer else { return nil }
    return "Modules/\(module)/README.md"
  }

  /// - Parameters:
  ///   - text: the text of a file of the contract.
  ///   - file: the path of that file.
  public func findings(in text: String, at file: String) -> [Finding] {
    let pattern = #/public static let name = "(?<module>[a-z0-9-]+)\.(?<message>[a-z0-9-]+)"/#
    var found: [Finding] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let match = line.firstMatch(of: pattern) else { continue }
      let (module, message) = (match.output.module, match.output.message)
      if readme.contains("`\(message)`") || readme.contains("`\(module).\(message)`") { continue }
      let name = "`\(module).\(message)`"
      let missing = "\(name) is not in \(path): say there what the module does with it."
      found.append(Finding(.undocumented, file, index + 1, missing))
    }
    return found
  }
}
