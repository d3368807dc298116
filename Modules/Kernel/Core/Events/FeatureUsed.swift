/// A command was carried out and changed something.
///
/// Told by the kernel once that is on disk.
///
/// Made from the request's type, so that it carries a name that is fixed in the program and can
/// carry nothing that a person said.
public struct FeatureUsed: Signal {
  public static let name = "core.feature-used"
  public static var privacy: Privacy { .countable }

  /// The request's name: `tracking.set-check`.
  public let feature: String

  public init<C: Command>(_ command: C.Type) { feature = C.name }
}
