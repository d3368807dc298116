import Core

/// A product: which modules it has, what it allows, how it speaks and looks.
///
/// One short file each.
public struct Product: Sendable {
  /// Lowercase, as it is typed: `hobbyist`.
  public let name: String
  /// As people read it: `Hobbyist`.
  public let title: String
  /// What it is for, in one sentence.
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
}
