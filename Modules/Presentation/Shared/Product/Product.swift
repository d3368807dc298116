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
  /// What it counts, in a sentence or two, shown before anything is counted.
  public let counting: String
  public let modules: [any Module.Type]
  public let policies: Policies
  public let voice: Voice
  public let theme: Theme

  /// - Parameter counting: its summary unless given.
  public init(
    name: String,
    title: String,
    summary: String,
    counting: String? = nil,
    modules: [any Module.Type],
    policies: Policies,
    voice: Voice,
    theme: Theme
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.counting = counting ?? summary
    self.modules = modules
    self.policies = policies
    self.voice = voice
    self.theme = theme
  }

  /// Whether any of its modules answers `request`.
  public func answers(_ request: any Request.Type) -> Bool {
    modules.contains { module in module.manifest.answers.contains { $0 == request } }
  }
}
