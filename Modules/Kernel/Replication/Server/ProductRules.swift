import Core
import Engine
import Journals

/// The rules for a space that the server can read.
///
/// Facts of the product's modules must be readable (`unreadable`), and must not be about days that
/// have begun nowhere on earth (`future-day`). No fact may be too large (`too-large`).
public struct ProductRules: SyncRules {
  /// The easternmost offset in use, in minutes: UTC+14, of the Line Islands.
  private static let easternmost = 840

  private let readers: FactReaders
  public var limits: SpaceLimits
  /// The size of the largest payload that is accepted, in bytes.
  public var payloadBytes = 1 << 20

  /// - Parameter readers: those of the product's modules (`ModuleSet.readers`).
  public init(readers: FactReaders, limits: SpaceLimits = SpaceLimits()) {
    self.readers = readers
    self.limits = limits
  }

  public func isUnknown(_ kind: String) -> Bool { !readers.knows(kind) }

  public func look(at fact: FactRecord, now: Instant) -> FactLook {
    let isUnknown = isUnknown(fact.kind)
    if (fact.payload?.count ?? 0) > payloadBytes {
      return FactLook(refusal: "too-large", isUnknown: isUnknown)
    }
    if isUnknown { return FactLook(isUnknown: true) }
    guard let decoded = try? readers.merging([fact]).first else {
      return FactLook(refusal: "unreadable")
    }
    let latest = Day(at: now, minutesEast: ProductRules.easternmost)
    let isFuture = decoded.latestDay.map { $0 > latest } ?? false
    return FactLook(refusal: isFuture ? "future-day" : nil, latestDay: decoded.latestDay)
  }
}

/// The rules for a space whose facts the server cannot read: it sees only their size.
public struct SealedRules: SyncRules {
  public var limits: SpaceLimits
  /// The size of the largest payload that is accepted, in bytes.
  public var payloadBytes = (1 << 20) + 4096

  public init(limits: SpaceLimits = SpaceLimits()) { self.limits = limits }

  /// All kinds look the same.
  public func isUnknown(_ kind: String) -> Bool { false }

  public func look(at fact: FactRecord, now: Instant) -> FactLook {
    let isTooLarge = (fact.payload?.count ?? 0) > payloadBytes
    return FactLook(refusal: isTooLarge ? "too-large" : nil)
  }
}
