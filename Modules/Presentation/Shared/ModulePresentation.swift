import Core

/// What a module shows to people, in any user interface.
///
/// Modules contribute it and the app collects it, so that the app knows no module by name. A
/// product without the module shows no trace of it.
public protocol ModulePresentation: Sendable {
  /// The name of the module it belongs to.
  static var module: String { get }
  /// Its preferences, for `trellis settings` and the settings page.
  static var settings: [Setting] { get }
  /// The preferences that make sense in a product; by default all.
  static func settings(for product: Product) -> [Setting]
  /// All its phrases that a product can override.
  static var phrases: [Phrase] { get }
  /// Its sentences for events, for places where programs receive events.
  static var sentences: [EventSentence] { get }
  /// Its notices on the person's desktop when its signals are given.
  static var notices: [SignalNotice] { get }
}

extension ModulePresentation {
  public static var settings: [Setting] { [] }
  public static func settings(for product: Product) -> [Setting] { settings }
  public static var phrases: [Phrase] { [] }
  public static var sentences: [EventSentence] { [] }
  public static var notices: [SignalNotice] { [] }
}

/// A preference that a person can view and change.
public struct Setting: Sendable {
  /// The ``values`` of a switch.
  public static let onOrOff = "on, off"

  /// The key as typed: `week-start`.
  public let key: String
  public let summary: String
  /// The allowed values, in words: `monday … sunday`.
  public let values: String
  /// Whether it is only switched on and off.
  public var isSwitch: Bool { values == Setting.onOrOff }
  public let read: @Sendable (any SpaceContext) async throws -> String
  public let write: @Sendable (any SpaceContext, String) async throws -> Void
  /// Sets a value that applies from a day on; nil if values of this setting apply from now on.
  public let writeFrom: (@Sendable (any SpaceContext, String, Day) async throws -> Void)?

  public init(
    key: String,
    summary: String,
    values: String,
    read: @escaping @Sendable (any SpaceContext) async throws -> String,
    write: @escaping @Sendable (any SpaceContext, String) async throws -> Void,
    writeFrom: (@Sendable (any SpaceContext, String, Day) async throws -> Void)? = nil
  ) {
    self.key = key
    self.summary = summary
    self.values = values
    self.read = read
    self.write = write
    self.writeFrom = writeFrom
  }
}
