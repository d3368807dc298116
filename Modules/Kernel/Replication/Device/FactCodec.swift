import Journals

/// Converts facts to the form in which they travel, such as sealed for the person's other devices.
///
/// A fact keeps its id and its timestamp. Everything else may change, even its kind and entity.
public protocol FactCodec: Sendable {
  /// Whether facts travel as they are stored.
  var isPlain: Bool { get }
  /// The number of forms in which a fact may have left a device, such as with one key or another.
  var formCount: Int { get }

  /// Returns a fact as it leaves the device.
  ///
  /// The bytes are the same each time, whether the fact leaves in a push, in an offer, or as the
  /// one that erased another; until the device gets another key, which makes another form. A fact
  /// that arrived sealed and could not be opened, since its payload was erased, stays as it is.
  ///
  /// - Throws: ``FactKeyNeeded`` without a key; another error if the fact cannot be sealed.
  func seal(_ fact: FactRecord) throws -> FactRecord

  /// Returns a fact in one of its forms, counted from 0.
  ///
  /// - Throws: like ``seal(_:)``.
  func seal(_ fact: FactRecord, form: Int) throws -> FactRecord

  /// Returns a fact as it is stored on the device.
  ///
  /// - Throws: ``FactKeyNeeded`` if the device does not have its key; another error if it was not
  ///   sealed with that key.
  func open(_ fact: FactRecord) throws -> FactRecord
}

extension FactCodec {
  public var isPlain: Bool { false }
  public var formCount: Int { 1 }

  public func seal(_ fact: FactRecord, form: Int) throws -> FactRecord { try seal(fact) }
}

/// The key with which facts are sealed or opened is not on this device.
public struct FactKeyNeeded: Error, Sendable, Equatable {
  /// The number of the key; nil if there is none at all.
  public let key: Int?

  public init(key: Int? = nil) { self.key = key }
}

/// Lets facts travel as they are stored.
public struct PlainFacts: FactCodec {
  public init() {}

  public var isPlain: Bool { true }

  public func seal(_ fact: FactRecord) -> FactRecord { fact }
  public func open(_ fact: FactRecord) -> FactRecord { fact }
}
