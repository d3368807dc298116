/// A setting that products decide differently, declared by the module that interprets it.
///
/// A module declares the key in its contract and extends ``Policies`` with a property for it, so
/// that a product reads `policies.backfillDays` and the kernel knows none of the keys.
public protocol PolicyKey {
  associatedtype Value: Sendable
  /// The value for products that do not set one.
  static var defaultValue: Value { get }
}

/// What a product allows.
///
/// Modules read it through ``RequestContext``; the user cannot change it.
public struct Policies: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates policies with the defaults of all modules.
  public init() {}

  /// Creates policies with the defaults of all modules, changed by `change`.
  public init(_ change: (inout Policies) -> Void) { change(&self) }

  public subscript<Key: PolicyKey>(_ key: Key.Type) -> Key.Value {
    get {
      // In two steps: casting a missing value to an optional type would give nil, not the default.
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}
