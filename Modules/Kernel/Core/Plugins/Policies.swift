/// One thing that products decide differently, declared by the module that understands it.
///
/// A module names its key in its contract and extends ``Policies`` with a property for it, so that a
/// product reads `policies.backfillDays` and the kernel knows none of them.
public protocol PolicyKey {
  associatedtype Value: Sendable
  /// What holds in products that do not say anything.
  static var defaultValue: Value { get }
}

/// What a product allows.
///
/// Modules read it through ``RequestContext``; a person cannot change it.
public struct Policies: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// The defaults of all modules.
  public init() {}

  /// The defaults of all modules, changed by `change`.
  public init(_ change: (inout Policies) -> Void) { change(&self) }

  public subscript<Key: PolicyKey>(_ key: Key.Type) -> Key.Value {
    get {
      // In two steps: to cast a missing value to an optional type would give nil, not the default.
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}
