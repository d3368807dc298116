/// Something that is published on the bus.
///
/// Three protocols refine it, so that the compiler distinguishes what is stored (``Fact``), what is
/// derived (``Change``) and what is published once (``Signal``).
public protocol Event: Sendable {
  /// The stable name on the wire, `<module>.<subject>-<past-verb>`: `tracking.check-set`.
  ///
  /// A name is never reused with another meaning.
  static var name: String { get }

  /// What the event may reveal; this alone decides what may leave the device.
  static var privacy: Privacy { get }

  /// What replaces it, if something does; nil for nearly all.
  static var deprecation: Deprecation? { get }
}

extension Event {
  public static var deprecation: Deprecation? { nil }

  /// Personal by default, so that a type without a declared level leaks nothing.
  public static var privacy: Privacy { .personal }
}

/// How much an event reveals about the user.
public enum Privacy: String, Sendable, Codable {
  /// The fact that it happened may be counted, and nothing else.
  case countable
  /// Reveals what the user does or when; never counted, and leaves the device only by their choice.
  case personal
  /// Health data or free text; only shown to modules that declare that they read it.
  case sensitive
}

/// Something that happened.
///
/// Facts are appended to the space's journal before they are published, and are synced, exported
/// and never edited.
///
/// Folding the same facts in any order must give the same state: registers keep the value with the
/// greatest ``HybridTimestamp``.
public protocol Fact: Event, Codable {
  /// The version of the payload's format; later versions of a type read all earlier ones.
  static var version: Int { get }

  /// The entity that this fact is about; erasing the entity blanks the payload of this fact.
  var entity: EntityID? { get }

  /// The latest local day on which something was done according to the fact; nil if it names none.
  ///
  /// A server checks that this day is not in the future. A day that is only planned does not count.
  var latestDay: Day? { get }

  /// Whether facts of this type erase others; true for every ``ErasingFact`` and for no other.
  static var erases: Bool { get }

  /// The payload as JSON with keys in byte order, equal to the result of ``JSON/encode(_:)``.
  ///
  /// A fact that is encoded very often may write the same bytes faster, for instance with
  /// ``JSONMembers``.
  func payload() throws -> [UInt8]

  /// Reads a payload of `version`, which may be older than ``version``.
  static func upcast(payload: [UInt8], version: Int) throws -> Self
}

extension Fact {
  public static var version: Int { 1 }
  public var latestDay: Day? { nil }
  public static var erases: Bool { false }

  public func payload() throws -> [UInt8] { try JSON.encode(self) }

  public static func upcast(payload: [UInt8], version: Int) throws -> Self {
    try JSON.decode(Self.self, from: payload)
  }
}

/// A fact that erases all other facts about its entity.
///
/// When it is appended, here or on another device, the payloads of all other facts about
/// ``Fact/entity`` are removed from the journal. Their ids and hashes remain, so that the facts
/// cannot return and the chain still verifies.
public protocol ErasingFact: Fact {}

extension ErasingFact {
  public static var erases: Bool { true }
}

/// What a fact changed in a module's state.
///
/// Changes are derived and never stored; a replay publishes them again in the same order.
public protocol Change: Event {}

/// Something that is worth reporting now.
///
/// Signals are live only: a replay never repeats them.
public protocol Signal: Event {}
