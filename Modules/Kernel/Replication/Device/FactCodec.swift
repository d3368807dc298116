import Journals

/// The form in which the facts of a device travel, such as sealed for its other devices alone.
///
/// A fact keeps its id and its timestamp. All else may change, also its kind and entity.
public protocol FactCodec: Sendable {
  /// A fact as it leaves the device; the same bytes each time, whether it leaves in a push, in an offer or
  /// as what erased another one.
  ///
  /// A fact that came sealed and could not be opened, since its payload was erased, stays as it is.
  ///
  /// - Throws: ``FactKeyNeeded`` without a key; another error if the fact cannot be sealed.
  func seal(_ fact: FactRecord) throws -> FactRecord

  /// A fact as it is stored on the device.
  ///
  /// - Throws: ``FactKeyNeeded`` if its key is not here; another error if it was not sealed by that key.
  func open(_ fact: FactRecord) throws -> FactRecord
}

/// The key with which facts are sealed or opened is not on this device.
public struct FactKeyNeeded: Error, Sendable, Equatable {
  /// The number of the key; nil if there is none at all.
  public let key: Int?

  public init(key: Int? = nil) { self.key = key }
}

/// Facts travel as they are stored.
public struct PlainFacts: FactCodec {
  public init() {}

  public func seal(_ fact: FactRecord) -> FactRecord { fact }
  public func open(_ fact: FactRecord) -> FactRecord { fact }
}
