import Core

/// What is known of a fact besides its payload, so that the payload's values need not repeat it.
struct PayloadContext {
  /// What the fact is about.
  let entity: UInt128?
  /// The time in the fact's id, in Unix milliseconds.
  let milliseconds: Int64

  init(_ fact: FactID, about entity: UInt128?) {
    self.entity = entity
    milliseconds = fact.received.milliseconds
  }

  /// The day of the time in UTC.
  var day: Day { Day(at: Instant(milliseconds: milliseconds), minutesEast: 0) }
}
