import Foundation

/// The root package as SwiftPM resolved it: `swift package describe --type json`.
public struct PackageGraph: Sendable {
  public let targets: [Target]

  public init(targets: [Target]) { self.targets = targets }

  public init(json: Data) throws {
    targets = try JSONDecoder().decode(Description.self, from: json).targets
  }

  public func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  private struct Description: Decodable {
    let targets: [Target]
  }

  /// A target and its declared dependencies.
  public struct Target: Sendable, Decodable {
    public let name: String
    /// The target's folder, relative to the project's.
    public let path: String
    /// File names relative to ``path``.
    public let sources: [String]
    /// Names of targets and products, in the order of the manifest.
    public let dependencies: [String]
    /// Whether it has tests, unlike what tests share.
    public let isTest: Bool

    public init(
      name: String,
      path: String,
      sources: [String] = [],
      dependencies: [String] = [],
      isTest: Bool = false
    ) {
      self.name = name
      self.path = path
      self.sources = sources
      self.dependencies = dependencies
      self.isTest = isTest
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      name = try values.decode(String.self, forKey: .name)
      path = try values.decode(String.self, forKey: .path)
      sources = try values.decodeIfPresent([String].self, forKey: .sources) ?? []
      let targets = try values.decodeIfPresent([String].self, forKey: .targets) ?? []
      let products = try values.decodeIfPresent([String].self, forKey: .products) ?? []
      dependencies = targets + products
      isTest = try values.decodeIfPresent(String.self, forKey: .type) == "test"
    }

    private enum Key: String, CodingKey {
      case name, path, sources, type
      case targets = "target_dependencies"
      case products = "product_dependencies"
    }

    /// Swift files, relative to the project's folder.
    public var swiftFiles: [String] {
      sources.filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }.sorted()
    }

    /// All of its files, relative to the project's folder; the map of a system's library.
    public var files: [String] {
      sources.isEmpty ? ["\(path)/module.modulemap"] : sources.map { "\(path)/\($0)" }.sorted()
    }

    public var layer: Layer { Layer(path: path) }
  }
}
