/// The rules about which target may depend on which.
///
/// The same rules apply to declared dependencies and to imports.
public struct DependencyLaw: Sendable {
  private let layers: [String: Layer]
  private let declared: [String: Set<String>]

  public init(_ graph: PackageGraph) {
    layers = Dictionary(
      graph.targets.map { ($0.name.asModuleName, $0.layer) },
      uniquingKeysWith: { first, _ in first }
    )
    declared = Dictionary(
      graph.targets.map { ($0.name, Set($0.dependencies.map(\.asModuleName))) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Libraries with one owner each, so that replacing one changes a single target.
  static let owners: [String: Set<String>] = [
    "CMalloc": ["trellis"],
    "CUV": ["Loop"],
    "CSQLite": ["SQLite"],
    "CPostgreSQL": ["PostgreSQL"],
    "Crypto": [
      "Accounts", "HTTPServing", "Journals", "Notifying", "NotifyingTests", "Replication",
      "ReplicationTests", "Sealing", "SealingTests", "ServerStorage", "Web", "trellis-server",
    ],
    "CryptoExtras": ["Accounts", "Sealing", "SealingTests"],
    "CZlib": ["Compression", "TrackingFormats"],
    "CCairo": ["SocialDrawing"],
    "CCurl": ["HTTPClient"],
    "CSystemd": ["DBus"],
  ]

  /// The libraries that a domain may use besides contracts: none of them does I/O.
  static let pureLibraries: Set<String> = [
    "Swift", "FoundationEssentials", "Glibc", "Synchronization",
  ]

  /// The modules of the command line, which pages must not use.
  static let commandLine: Set<String> = ["Terminal", "Commands", "ArgumentParser"]

  /// The modules that presentations are made with.
  static let toolkit = commandLine.union(["Core", "Presentation", "Pages"])

  /// Whether the name is that of a target of this package.
  func isTarget(_ name: String) -> Bool { layers[name] != nil }

  /// The reason why `target` must not depend on the module `name`; nil if it may.
  public func objection(to name: String, in target: PackageGraph.Target) -> String? {
    if let owners = DependencyLaw.owners[name], !owners.contains(target.name) {
      let list = owners.sorted().joined(separator: " and ")
      return "\(target.name) uses \(name), which only \(list) may use: go through what they offer."
    }
    return objection(to: name, layers[name], in: target)
  }

  /// Like ``objection(to:in:)``, and also requires the manifest to declare the import.
  public func objection(toImporting name: String, in target: PackageGraph.Target) -> String? {
    if let objection = objection(to: name, in: target) { return objection }
    let isDeclared = declared[target.name]?.contains(name) ?? false
    guard isTarget(name), name != target.name.asModuleName, !isDeclared else { return nil }
    return """
      \(target.name) imports \(name) but does not declare it: add it to the target's dependencies \
      (for a module, to `consumes` or `shows`) in Package.swift.
      """
  }

  private func objection(
    to name: String,
    _ layer: Layer?,
    in target: PackageGraph.Target
  ) -> String? {
    switch target.layer {
    case .kernel:
      guard layer == nil || layer == .kernel else {
        return """
          \(target.name) uses \(name), but the kernel imports no module: declare in Core what the \
          kernel needs, and let \(name) provide it.
          """
      }
      return foundation(name, target)
    case .contract:
      guard name == "Core" || layer?.isContract == true else {
        return """
          \(target.name) uses \(name), but a contract imports only Core and other contracts: move \
          what needs it to the domain or the presentation.
          """
      }
      return nil
    case .domain:
      let isPure = DependencyLaw.pureLibraries.contains(name)
      guard name == "Core" || layer?.isContract == true || isPure else {
        return """
          \(target.name) uses \(name), but a domain imports only Core and contracts, and of libraries \
          \(DependencyLaw.pureLibraries.subtracting(["Swift"]).sorted().joined(separator: ", ")): ask \
          another module by a request, or follow its changes; leave input and output to the apps.
          """
      }
      return nil
    case .toolkit:
      guard layer == nil || layer == .toolkit || ["Core", "FileSystem", "Locks"].contains(name)
      else {
        return """
          \(target.name) uses \(name), but Modules/Presentation imports only Core, FileSystem, Locks \
          and its own targets: let modules pass in what is theirs.
          """
      }
      if target.name == "Pages", let objection = pages(importing: name) { return objection }
      return foundation(name, target)
    case .presentation(let module):
      let isOffered = DependencyLaw.toolkit.contains(name)
      let isOwnPart = layer == .part(module: module)
      guard isOffered || isOwnPart || layer?.isContract == true else {
        return """
          \(target.name) uses \(name), but a presentation imports only \
          \(DependencyLaw.toolkit.sorted().joined(separator: ", ")), contracts, and parts of its \
          own module such as drawings: send a request of the contract instead.
          """
      }
      return nil
    case .part, .app, .tool: return concrete(name, layer, target) ?? foundation(name, target)
    case .products: return foundation(name, target)
    case .test: return nil
    }
  }

  /// The reason why a page must not import the module `name`; nil if it may.
  public func pages(importing name: String) -> String? {
    guard DependencyLaw.commandLine.contains(name) else { return nil }
    return """
      A page imports \(name), which belongs to the command line: what both need goes where neither \
      does, such as the documents of the module or Modules/Presentation/Shared.
      """
  }

  private func concrete(
    _ name: String,
    _ layer: Layer?,
    _ target: PackageGraph.Target
  ) -> String? {
    guard let layer, layer.isConcrete else { return nil }
    return """
      \(target.name) uses \(name), but only Apps/Products and tests name concrete modules: use its \
      contract, or what presentations contribute to a product.
      """
  }

  private func foundation(_ name: String, _ target: PackageGraph.Target) -> String? {
    guard ["Foundation", "FoundationNetworking"].contains(name) else { return nil }
    return """
      \(target.name) imports \(name), which loads ICU at every start: use FoundationEssentials or \
      Glibc.
      """
  }
}

extension String {
  /// A target's name as `import` spells it.
  var asModuleName: String { String(map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
}
