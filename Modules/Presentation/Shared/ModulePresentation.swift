import Core

/// What a module shows to people, in whatever way they look at it.
///
/// Contributed by the module, gathered by the app, so that the app knows none of them by name. A
/// product without the module has no trace of it.
public protocol ModulePresentation: Sendable {
  /// The name of the module this belongs to.
  static var module: String { get }
  /// Its preferences, for `trellis settings` and the settings page.
  static var settings: [Setting] { get }
  /// Everything it says that a product may say in its own words.
  static var phrases: [Phrase] { get }
}

extension ModulePresentation {
  public static var settings: [Setting] { [] }
  public static var phrases: [Phrase] { [] }
}

/// One preference that a person can see and change.
public struct Setting: Sendable {
  /// As it is typed: `week-start`.
  public let key: String
  public let summary: String
  /// What may be given, in words: `monday … sunday`.
  public let values: String
  public let read: @Sendable (any SpaceContext) async throws -> String
  public let write: @Sendable (any SpaceContext, String) async throws -> Void

  public init(
    key: String,
    summary: String,
    values: String,
    read: @escaping @Sendable (any SpaceContext) async throws -> String,
    write: @escaping @Sendable (any SpaceContext, String) async throws -> Void
  ) {
    self.key = key
    self.summary = summary
    self.values = values
    self.read = read
    self.write = write
  }
}
