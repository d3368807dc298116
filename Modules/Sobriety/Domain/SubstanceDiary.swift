import Core
import SobrietyContract
import TrackingContract

/// What a person said about days beyond their marks; any order of facts gives the same result.
struct SubstanceDiary: Sendable {
  /// When the pledge of a day was made; nil if it was taken back.
  private var pledges: [Int: LWWRegister<Instant?>] = [:]
  private var reviews: [Int: LWWRegister<DayReview?>] = [:]
  private var slips: [Int: LWWRegister<SlipNote?>] = [:]
  /// Whether a craving reported at an instant counts.
  private var cravings: [Instant: LWWRegister<Bool>] = [:]

  init() {}

  // MARK: Facts

  mutating func apply(_ fact: DayPledged, at stamp: HybridTimestamp) {
    guard HistoryDays.range.contains(fact.day.number) else { return }
    let value = fact.isPledged ? fact.at : nil
    _ = pledges[fact.day.number, default: LWWRegister(nil)].set(value, at: stamp)
  }

  mutating func apply(_ fact: DayReviewed, at stamp: HybridTimestamp) {
    guard HistoryDays.range.contains(fact.day.number) else { return }
    let value = fact.effort.map { DayReview(effort: $0, note: fact.note, at: fact.at) }
    _ = reviews[fact.day.number, default: LWWRegister(nil)].set(value, at: stamp)
  }

  mutating func apply(_ fact: SlipNoted, at stamp: HybridTimestamp) {
    guard HistoryDays.range.contains(fact.day.number) else { return }
    let triggers = SlipTrigger.allCases.filter { fact.triggers.contains($0.rawValue) }
    let isEmpty = triggers.isEmpty && fact.note.isEmpty
    let value = isEmpty ? nil : SlipNote(triggers: triggers, note: fact.note, at: fact.at)
    _ = slips[fact.day.number, default: LWWRegister(nil)].set(value, at: stamp)
  }

  mutating func apply(_ fact: CravingPassed, at stamp: HybridTimestamp) {
    let counts = fact.isTakenBack != true
    _ = cravings[fact.at, default: LWWRegister(false)].set(counts, at: stamp)
  }

  // MARK: Current values

  func pledge(on day: Int) -> Instant? { pledges[day]?.value }

  func review(on day: Int) -> DayReview? { reviews[day]?.value }

  func slip(on day: Int) -> SlipNote? { slips[day]?.value }

  /// The days with a note of what led to them.
  var notedSlips: [Int: SlipNote] { slips.compactMapValues(\.value) }

  /// The instants of the cravings that count, earliest first.
  var passed: [Instant] { cravings.filter(\.value.value).keys.sorted() }

  /// The first instant from `now` on at which no craving was reported.
  func free(from now: Instant) -> Instant {
    var instant = now
    while cravings[instant] != nil { instant = Instant(milliseconds: instant.milliseconds + 1) }
    return instant
  }

  // MARK: Snapshots

  func write(to writer: inout ByteWriter) {
    SubstanceDiary.write(pledges, to: &writer) { $0.write($1.milliseconds) }
    SubstanceDiary.write(reviews, to: &writer) { writer, review in
      writer.write(review.effort.rawValue)
      writer.write(review.note)
      writer.write(review.at.milliseconds)
    }
    SubstanceDiary.write(slips, to: &writer) { writer, slip in
      writer.write(count: slip.triggers.count)
      for trigger in slip.triggers { writer.write(trigger.rawValue) }
      writer.write(slip.note)
      writer.write(slip.at.milliseconds)
    }
    writer.write(count: cravings.count)
    for (instant, counts) in cravings.sorted(by: { $0.key < $1.key }) {
      writer.write(instant.milliseconds)
      writer.write(counts) { $0.write($1) }
    }
  }

  private static func write<T>(
    _ days: [Int: LWWRegister<T?>],
    to writer: inout ByteWriter,
    _ body: (inout ByteWriter, T) -> Void
  ) {
    writer.write(count: days.count)
    for (day, register) in days.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      writer.write(register) { writer, value in writer.write(value) { body(&$0, $1) } }
    }
  }

  init(from reader: inout ByteReader) throws {
    pledges = try SubstanceDiary.read(&reader) { Instant(milliseconds: try $0.read()) }
    reviews = try SubstanceDiary.read(&reader) { reader in
      DayReview(
        effort: try reader.readNamed(DayEffort.init(rawValue:)),
        note: try reader.read(),
        at: Instant(milliseconds: try reader.read())
      )
    }
    slips = try SubstanceDiary.read(&reader) { reader in
      SlipNote(
        triggers: try reader.readList { try $0.readNamed(SlipTrigger.init(rawValue:)) },
        note: try reader.read(),
        at: Instant(milliseconds: try reader.read())
      )
    }
    let told = try reader.readList { reader in
      (Instant(milliseconds: try reader.read()), try reader.readRegister { try $0.read(Bool.self) })
    }
    cravings = Dictionary(told, uniquingKeysWith: { $1 })
  }

  private static func read<T>(
    _ reader: inout ByteReader,
    _ body: (inout ByteReader) throws -> T
  ) throws -> [Int: LWWRegister<T?>] {
    try SubstanceRecord.readDays(&reader) { reader in
      try reader.readRegister { try $0.readOptional { try body(&$0) } }
    }
  }
}
