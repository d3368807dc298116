import ArgumentParser
import Core

/// What a module shows on the command line.
///
/// Contributed by the module, gathered by the app, so that the app knows none of them by name.
public protocol Surface: Sendable {
  /// The name of the module this belongs to.
  static var module: String { get }
  /// Its commands, in the order in which help lists them.
  static var commands: [any TrellisCommand.Type] { get }
  /// Those of its commands that make sense in a product.
  static func commands(for product: Product) -> [any TrellisCommand.Type]
  /// Its preferences, for `trellis settings`.
  static var settings: [Setting] { get }
  /// What to type first, for someone who is new here: `trellis sober mark`.
  static var firstStep: String? { get }
  /// Everything it says that a product may say in its own words.
  static var phrases: [Phrase] { get }
  /// What it says after any command that made something of its own happen.
  static var presenters: [SignalPresenter] { get }
}

extension Surface {
  public static func commands(for product: Product) -> [any TrellisCommand.Type] { commands }
  public static var settings: [Setting] { [] }
  public static var firstStep: String? { nil }
  public static var phrases: [Phrase] { [] }
  public static var presenters: [SignalPresenter] { [] }
}

/// One preference that a person can see and change.
public struct Setting: Sendable {
  /// As it is typed: `week-start`.
  public let key: String
  public let summary: String
  /// What may be given, in words: `monday … sunday`.
  public let values: String
  public let read: @Sendable (Session) async throws -> String
  public let write: @Sendable (Session, String) async throws -> Void

  public init(
    key: String,
    summary: String,
    values: String,
    read: @escaping @Sendable (Session) async throws -> String,
    write: @escaping @Sendable (Session, String) async throws -> Void
  ) {
    self.key = key
    self.summary = summary
    self.values = values
    self.read = read
    self.write = write
  }
}
