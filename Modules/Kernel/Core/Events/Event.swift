/// Something that is said on the bus.
///
/// Three protocols refine it, so that the compiler keeps apart what is stored (``Fact``), what is
/// derived (``Change``) and what is told once (``Signal``).
public protocol Event: Sendable {
  /// The stable name on the wire, `<module>.<subject>-<past-verb>`: `tracking.check-set`.
  /// A name is never reused for another meaning.
  static var name: String { get }

  /// What the event may reveal; what may leave the device is decided by this alone.
  static var privacy: Privacy { get }
}

extension Event {
  /// Personal unless a type says otherwise: forgetting to think about it must leak nothing.
  public static var privacy: Privacy { .personal }
}

/// How much an event tells about a person.
public enum Privacy: String, Sendable, Codable {
  /// Only that it happened may be counted.
  case countable
  /// Tells what a person does or when; never counted, never leaves without the person's choice.
  case personal
  /// Health or free text: never shown to another module that did not declare to read it.
  case sensitive
}

/// What happened.
///
/// Appended to the space's journal before anyone is told, synced, exported and never edited.
///
/// Any order of the same facts must fold to the same state: registers keep the value with the
/// greatest ``HybridTimestamp``.
public protocol Fact: Event, Codable {
  /// Version of the payload's shape. A reader accepts all versions it ever shipped.
  static var version: Int { get }

  /// The thing this fact is about; erasing that thing blanks the payload of this fact.
  var entity: EntityID? { get }

  /// Whether facts of this type erase others; true for every ``ErasingFact`` and for no other.
  static var erases: Bool { get }

  /// The payload as JSON, keys in the order of their bytes: what ``JSON/encode(_:)`` gives.
  ///
  /// A fact that is said very often may write the same bytes faster, as by ``JSONMembers``.
  func payload() throws -> [UInt8]

  /// Reads a payload of `version`, which may be older than ``version``.
  static func upcast(payload: [UInt8], version: Int) throws -> Self
}

extension Fact {
  public static var version: Int { 1 }
  public static var erases: Bool { false }

  public func payload() throws -> [UInt8] { try JSON.encode(self) }

  public static func upcast(payload: [UInt8], version: Int) throws -> Self {
    try JSON.decode(Self.self, from: payload)
  }
}

/// A fact that erases: when it is appended, here or on another device, the payloads of all other
/// facts about ``Fact/entity`` leave the journal.
///
/// Their ids and hashes stay, so that nothing comes back and the chain still verifies.
public protocol ErasingFact: Fact {}

extension ErasingFact {
  public static var erases: Bool { true }
}

/// What a fact did to a module's state.
///
/// Derived, so a replay publishes it again in the same order; never stored.
public protocol Change: Event {}

/// Worth telling somebody now.
///
/// Live only: a replay never repeats it.
public protocol Signal: Event {}
