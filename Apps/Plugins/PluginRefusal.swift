import Core

/// Why a plugin is not loaded, in words for a person.
public struct PluginRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable code for programs, kebab-case: `plugin-other-sdk`.
  public let code: String
  /// The problem with the plugin, and what to do.
  public let description: String

  init(_ code: String, _ sentences: String) {
    self.code = code
    description = sentences
  }

  /// As the error of a command; nothing was changed.
  public var error: DomainError { DomainError(code, "\(description) Nothing was changed.") }
}
