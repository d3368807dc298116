/// A command was executed and changed something.
///
/// Published by the kernel once the change is on disk. It is made from the request's type, so it
/// carries a name that is fixed in the program and never the user's data.
public struct FeatureUsed: Signal {
  public static let name = "core.feature-used"
  public static var privacy: Privacy { .countable }

  /// The request's name: `tracking.set-check`.
  public let feature: String

  public init<C: Command>(_ command: C.Type) { feature = C.name }
}
