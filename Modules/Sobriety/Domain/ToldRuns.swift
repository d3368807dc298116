import Core
import SobrietyContract
import TrackingContract

/// A run as defined by a last use that was reported.
struct ToldRun: Sendable, Equatable {
  let first: Int
  /// The last day covered by the report; `first - 1` if the run has no day yet.
  let through: Int
  let since: Instant
  let at: Instant
  let offset: Int?

  init?(_ fact: RunBegun) {
    let (first, through) = (fact.first.number, fact.through.number)
    self.init(first: first, through: through, since: fact.since, at: fact.at, offset: fact.offset)
  }

  /// Nil for days that cannot be recorded.
  private init?(first: Int, through: Int, since: Instant, at: Instant, offset: Int?) {
    let days = HistoryDays.range
    guard days.contains(first), days.contains(through), through >= first - 1 else { return nil }
    self.first = first
    self.through = through
    self.since = since
    self.at = at
    self.offset = SubstanceRecord.offset(offset)
  }

  var days: Range<Int> { first..<through + 1 }

  /// What the run says about one of its days.
  ///
  /// If a run starts on a later day of it, after a slip, the calendar of the query decides the
  /// instant; see `beginning`.
  func mark(on day: Int) -> SubstanceMark {
    let midnight = Int64(day) * 86_400_000 - Int64(offset ?? 0) * 60_000
    return SubstanceMark(
      status: .sober,
      drinks: 0,
      at: at,
      since: day == first ? since : Instant(milliseconds: midnight),
      offset: offset,
      isKept: false
    )
  }

  func write(to writer: inout ByteWriter) {
    writer.write(Int32(first))
    writer.write(Int32(through))
    writer.write(since.milliseconds)
    writer.write(at.milliseconds)
    writer.write(offset) { $0.write(Int64($1)) }
  }

  init(from reader: inout ByteReader) throws {
    let first = Int(try reader.read(Int32.self))
    let through = Int(try reader.read(Int32.self))
    let since = Instant(milliseconds: try reader.read())
    let at = Instant(milliseconds: try reader.read())
    let offset = try reader.readOptional { Int(try $0.read(Int64.self)) }
    guard
      let run = ToldRun(first: first, through: through, since: since, at: at, offset: offset)
    else { throw reader.malformed }
    self = run
  }
}

/// All reported runs, and which of them were corrected; any order of facts gives the same result.
struct ToldRuns: Sendable {
  private var runs: [HybridTimestamp: ToldRun] = [:]
  private var corrected: Set<HybridTimestamp> = []

  init() {}

  mutating func insert(
    _ run: ToldRun,
    at stamp: HybridTimestamp,
    replacing earlier: [HybridTimestamp]
  ) {
    runs[stamp] = run
    corrected.formUnion(earlier)
  }

  /// The runs that count, latest report first.
  var standing: [(stamp: HybridTimestamp, value: ToldRun)] {
    runs.filter { !corrected.contains($0.key) }
      .sorted { $0.key > $1.key }
      .map { (stamp: $0.key, value: $0.value) }
  }

  /// The days of all runs that count.
  var days: Set<Int> { standing.reduce(into: []) { $0.formUnion($1.value.days) } }

  /// The days of some runs, whether or not they count.
  func days(of stamps: [HybridTimestamp]) -> Set<Int> {
    stamps.compactMap { runs[$0] }.reduce(into: []) { $0.formUnion($1.days) }
  }

  /// The run that was reported last for a day, and after `stamp`.
  func run(
    on day: Int,
    after stamp: HybridTimestamp
  ) -> (stamp: HybridTimestamp, value: ToldRun)? {
    var found: (stamp: HybridTimestamp, value: ToldRun)?
    for (told, run) in runs
    where told > stamp && told > found?.stamp ?? .zero && run.days.contains(day)
      && !corrected.contains(told)
    {
      found = (told, run)
    }
    return found
  }

  /// The run that was reported last among those that start with a day.
  func run(from day: Int) -> ToldRun? { standing.first { $0.value.first == day }?.value }

  func write(to writer: inout ByteWriter) {
    writer.write(count: runs.count)
    for (stamp, run) in runs.sorted(by: { $0.key < $1.key }) {
      writer.write(stamp)
      run.write(to: &writer)
    }
    writer.write(count: corrected.count)
    for stamp in corrected.sorted() { writer.write(stamp) }
  }

  init(from reader: inout ByteReader) throws {
    let pairs = try reader.readList { reader in
      (try reader.read(HybridTimestamp.self), try ToldRun(from: &reader))
    }
    runs = Dictionary(pairs, uniquingKeysWith: { $1 })
    corrected = Set(try reader.readList { try $0.read(HybridTimestamp.self) })
  }
}

extension SubstanceRecord {
  /// The days that a reported run changed, in the order in which they are to be published.
  ///
  /// The last day comes last. The others come latest first if the run already had sober days there,
  /// so that a milestone of the past is never a step of the last days.
  func order(of days: [Int], through: Int, after old: SubstanceRecord) -> [Int] {
    let others = days.filter { $0 != through }
    let continues = [through - 1, through].contains { old.mark(on: $0).status == .sober }
    let last = others.count < days.count ? [through] : []
    return (continues ? others.reversed() : others) + last
  }
}
