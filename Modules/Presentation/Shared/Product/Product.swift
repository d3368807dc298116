import Core

/// A product: its modules, policies, words and look.
///
/// Each product is one short file.
public struct Product: Sendable {
  /// The lowercase name, as typed: `hobbyist`.
  public let name: String
  /// The displayed name: `Hobbyist`.
  public let title: String
  /// Its purpose, in one sentence.
  public let summary: String
  public let modules: [any Module.Type]
  public let policies: Policies
  public let voice: Voice
  public let theme: Theme

  public init(
    name: String,
    title: String,
    summary: String,
    modules: [any Module.Type],
    policies: Policies,
    voice: Voice,
    theme: Theme
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.modules = modules
    self.policies = policies
    self.voice = voice
    self.theme = theme
  }

  /// Whether any of its modules answers `query`.
  public func answers<Q: Query>(_ query: Q.Type) -> Bool {
    modules.contains { module in module.manifest.answers.contains { $0 == Q.self } }
  }
}
