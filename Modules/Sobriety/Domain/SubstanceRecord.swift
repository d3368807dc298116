import Core
import SobrietyContract
import TrackingContract

/// The mark of one day.
struct SubstanceMark: Sendable, Equatable {
  var status: SoberStatus
  var drinks: Int
  /// When the day was marked.
  var at: Instant
  /// The instant at which a run that starts on this day starts.
  var since: Instant
  /// Where it was marked, in minutes east of UTC; nil if that is not known.
  var offset: Int?
  /// Whether the mark was received later than it was made.
  var isClaimed = false
  /// Whether the instants are those of an earlier mark, which was restored.
  var isKept = false

  static let none = SubstanceMark(
    status: .unmarked,
    drinks: 0,
    at: Instant(milliseconds: 0),
    since: Instant(milliseconds: 0)
  )

  func on(_ day: Day) -> SoberMark {
    SoberMark(day: day, status: status, drinks: drinks, at: at)
  }

  /// Whether the day was marked sober on that day itself.
  var isSoberSince: Bool { status == .sober && since == at }

  /// Whether the day was marked on that day itself; true of a day without a mark.
  var isWitnessed: Bool { status == .unmarked || evidence.isWitnessed }

  /// A run starts with a mark only if it was made on its day.
  var evidence: Evidence {
    Evidence(offset: offset, isLate: since != at, isClaimed: isClaimed, isKept: isKept)
  }
}

/// The registers of one substance, which yield the same state for any order of its facts.
struct SubstanceRecord: Sendable {
  let id: SubstanceID
  /// The earliest day of adding, if two devices added the same substance; nil until a fact arrives.
  private(set) var addedOn: Day?
  private(set) var addedAt: Instant?
  private(set) var added: HybridTimestamp?
  /// Whether the substance is deleted; no later fact restores it.
  private(set) var isDeleted = false

  private var title = LWWRegister("")
  private var drinksPerWeek = LWWRegister(Amount(thousandths: 0))
  private var price = LWWRegister<Price?>(nil)
  private var calories = LWWRegister(0)
  private var reason = LWWRegister("")
  private var days: [Int: LWWRegister<SubstanceMark>] = [:]
  private var replaced: [Int: ReplacedValues<SubstanceMark>] = [:]
  private var told = ToldRuns()
  var diary = SubstanceDiary()

  init(id: SubstanceID) { self.id = id }

  /// The offset from UTC under which something was said; nil for one of more than a day.
  ///
  /// No zone has one, and nothing can be computed with it.
  static func offset(_ minutes: Int?) -> Int? {
    minutes.flatMap { (-1440...1440).contains($0) ? $0 : nil }
  }

  // MARK: Current values

  /// The substance; nil before it is added and after it is deleted.
  var substance: Substance? {
    isDeleted || added == nil ? nil : Substance(id: id, name: title.value)
  }

  var why: String { reason.value }

  var figures: SobrietyFigures {
    SobrietyFigures(
      drinksPerWeek: drinksPerWeek.value,
      price: price.value,
      calories: calories.value
    )
  }

  /// The mark of a day, or what a reported run says about it.
  func mark(on day: Int) -> SubstanceMark {
    let own = days[day]
    if let own, own.value.status != .unmarked { return own.value }
    let run = told.run(on: day, after: own?.stamp ?? .zero)
    return run?.value.mark(on: day) ?? own?.value ?? .none
  }

  /// When what is known about a sober day was said.
  private func saidSober(_ day: Int) -> HybridTimestamp {
    let own = days[day]
    if let own, own.value.status == .sober { return own.stamp }
    return told.run(on: day, after: own?.stamp ?? .zero)?.stamp ?? .zero
  }

  /// The length that the run of a day had before the day ceased to be sober; 0 if it never did.
  func formerLength(of run: ClosedRange<Int>, with day: Int) -> Int {
    guard let end = [endOfMark(on: day), endOfReport(on: day)].compactMap({ $0 }).max() else {
      return 0
    }
    let before = (run.lowerBound..<day).reversed().prefix { saidSober($0) < end }
    let after = (day + 1..<run.upperBound + 1).prefix { saidSober($0) < end }
    return before.count + 1 + after.count
  }

  /// When the latest sober mark of a day was taken back; nil if none was.
  private func endOfMark(on day: Int) -> HybridTimestamp? {
    let earlier = replaced(on: day)
    let place = earlier.firstIndex { $0.value.status == .sober } ?? 0
    guard place > 0 else { return nil }
    // Of a mark that is kept for longer than others it is not known when it was taken back.
    let isFollowed = place < ReplacedValues<SubstanceMark>.limit
    return earlier[isFollowed ? place - 1 : place].stamp
  }

  /// When a mark contradicted the run that was reported for a day; nil if none did.
  private func endOfReport(on day: Int) -> HybridTimestamp? {
    guard let report = told.run(on: day, after: .zero) else { return nil }
    return replaced(on: day).last { $0.stamp > report.stamp }?.stamp
  }

  /// Whether a reported run says that the day is sober, whatever it was marked as.
  func isFilled(_ day: Int) -> Bool { told.run(on: day, after: .zero) != nil }

  /// Whether what is known about a day comes from a reported run, and not from a mark of the day.
  func isTold(_ day: Int, _ mark: SubstanceMark) -> Bool {
    mark.status == .sober && days[day]?.value.status ?? .unmarked == .unmarked
  }

  /// The run that was reported to start with a day, by the latest report.
  func toldRun(from day: Int) -> ToldRun? { told.run(from: day) }

  /// The days that a fact may change, ascending; this record does not know the fact yet.
  func days(changedBy fact: RunBegun) -> [Int] {
    var all = told.days(of: fact.replaces ?? [])
    if let run = ToldRun(fact) { all.formUnion(run.days) }
    return all.sorted()
  }

  /// The runs that a new last use, on the day before `first`, contradicts.
  func corrected(by first: Int, through: Int) -> [HybridTimestamp] {
    let last = first - 1
    let isSlip = days[last]?.value.status == .notSober
    return told.standing.filter { run in
      let contains = run.value.days.contains(last) && last < run.value.through && !isSlip
      let isWithin = first...max(first, through) ~= run.value.first && run.value.first > first
      return contains || isWithin || run.value.first == first
    }
    .map(\.stamp)
  }

  /// The last day of a run that begins on `first` and may reach `today`.
  func end(from first: Int, to today: Int) -> Int {
    let slips = days.filter { $0.value.value.status == .notSober }.map(\.key)
    let slip = slips.filter { $0 >= first && $0 <= today }.min()
    return slip.map { $0 - 1 } ?? today
  }

  /// The marks that a day had before, latest first.
  func replaced(on day: Int) -> [LWWRegister<SubstanceMark>] { replaced[day]?.writes ?? [] }

  /// The days about which something is known, ascending, with what that is.
  var said: [(day: Int, mark: SubstanceMark)] {
    Set(days.keys).union(told.days).sorted().map { (day: $0, mark: mark(on: $0)) }
      .filter { $0.mark.status != .unmarked }
  }

  /// The number of known days.
  var saidDays: Int { said.count }

  var soberDays: [Int] { said.filter { $0.mark.status == .sober }.map(\.day) }

  /// The habit that other modules see; nil whenever ``substance`` is nil.
  var habit: Habit? {
    guard let substance, let addedOn, let addedAt else { return nil }
    return Habit(
      id: id.habit,
      details: HabitDetails(title: substance.habitTitle),
      createdOn: addedOn,
      createdAt: addedAt
    )
  }

  // MARK: Facts

  mutating func apply(_ fact: SubstanceAdded, at stamp: HybridTimestamp) {
    // A foreign device may name any day, and others decide about each one since then.
    let on = max(fact.on, Day(number: HistoryDays.range.lowerBound))
    addedOn = min(addedOn ?? on, on)
    addedAt = min(addedAt ?? fact.at, fact.at)
    added = min(added ?? stamp, stamp)
    title.set(fact.title, at: stamp)
  }

  /// Applies a mark and returns whether it became the current one.
  mutating func apply(_ fact: DayMarked, at stamp: HybridTimestamp) -> Bool {
    guard HistoryDays.range.contains(fact.day.number) else { return false }
    let drinks = fact.status == .notSober ? max(0, fact.drinks) : 0
    let mark = SubstanceMark(
      status: fact.status,
      drinks: drinks,
      at: fact.at,
      since: fact.since,
      offset: SubstanceRecord.offset(fact.offset),
      isClaimed: fact.claimed ?? false,
      isKept: fact.restores != nil
    )
    return set(LWWRegister(mark, at: stamp), on: fact.day.number)
  }

  private mutating func set(_ given: LWWRegister<SubstanceMark>, on day: Int) -> Bool {
    let held = days[day]
    let isLater = days[day, default: LWWRegister(.none)].set(given.value, at: given.stamp)
    if let held, held.stamp != given.stamp {
      // However often the day is marked later, the fact that it was marked on the day itself is
      // kept.
      replaced[day, default: ReplacedValues()].insert(isLater ? held : given) { $0.isSoberSince }
    }
    return isLater
  }

  mutating func apply(_ fact: SubstanceRenamed, at stamp: HybridTimestamp) {
    title.set(fact.title, at: stamp)
  }

  /// Applies the report of a run and returns whether it could be recorded.
  mutating func apply(_ fact: RunBegun, at stamp: HybridTimestamp) -> Bool {
    guard let run = ToldRun(fact) else { return false }
    told.insert(run, at: stamp, replacing: fact.replaces ?? [])
    return true
  }

  mutating func apply(_ fact: FiguresSet, at stamp: HybridTimestamp) {
    if let new = fact.drinksPerWeek { drinksPerWeek.set(new, at: stamp) }
    if let new = fact.price { price.set(new, at: stamp) }
    if let new = fact.calories { calories.set(new, at: stamp) }
  }

  mutating func apply(_ fact: WhySet, at stamp: HybridTimestamp) { reason.set(fact.why, at: stamp) }

  /// Clears everything except the fact that the substance existed.
  mutating func delete() {
    self = SubstanceRecord(id: id)
    isDeleted = true
  }

  /// The known days, earliest first, with the time at which each was reported.
  var marks: [SoberMark] { said.map { day, mark in mark.on(Day(number: day)) } }
}

extension SubstanceRecord {
  /// The marked days, for checks of how they were made.
  var evidentMarks: [EvidentMark] {
    // One report about many days is not a pattern of marking.
    said.filter { days[$0.day]?.value == $0.mark }.map { day, mark in
      EvidentMark(
        title: substance?.habitTitle ?? "",
        day: Day(number: day),
        at: mark.at,
        stamped: days[day]?.stamp.clock.instant ?? mark.at,
        evidence: mark.evidence
      )
    }
  }
}

// MARK: Snapshots

extension SubstanceRecord {
  func write(to writer: inout ByteWriter) {
    writer.write(id)
    writer.write(isDeleted)
    guard !isDeleted else { return }
    writer.write(addedOn) { $0.write(Int64($1.number)) }
    writer.write(addedAt) { $0.write($1.milliseconds) }
    writer.write(added) { $0.write($1) }
    writer.write(title) { $0.write($1) }
    writer.write(drinksPerWeek) { $0.write($1.thousandths) }
    writer.write(price) { writer, price in
      writer.write(price) {
        $0.write($1.minor)
        $0.write($1.currency.code)
      }
    }
    writer.write(calories) { $0.write(Int64($1)) }
    writer.write(reason) { $0.write($1) }
    writer.write(count: days.count)
    for (day, mark) in days.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      writer.write(mark) { $1.write(to: &$0) }
    }
    writer.write(count: replaced.count)
    for (day, marks) in replaced.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      writer.write(marks) { $1.write(to: &$0) }
    }
    told.write(to: &writer)
    diary.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws {
    id = try reader.read()
    isDeleted = try reader.read()
    guard !isDeleted else { return }
    addedOn = try reader.readOptional { Day(number: Int(try $0.read(Int64.self))) }
    addedAt = try reader.readOptional { Instant(milliseconds: try $0.read()) }
    added = try reader.readOptional { try $0.read(HybridTimestamp.self) }
    title = try reader.readRegister { try $0.read() }
    drinksPerWeek = try reader.readRegister { Amount(thousandths: try $0.read()) }
    price = try reader.readRegister { try $0.readOptional { try Price(from: &$0) } }
    calories = try reader.readRegister { Int(try $0.read(Int64.self)) }
    reason = try reader.readRegister { try $0.read() }
    days = try SubstanceRecord.readDays(&reader) { reader in
      try reader.readRegister { try SubstanceMark(from: &$0) }
    }
    replaced = try SubstanceRecord.readDays(&reader) { reader in
      try reader.readReplaced { try SubstanceMark(from: &$0) }
    }
    told = try ToldRuns(from: &reader)
    diary = try SubstanceDiary(from: &reader)
  }

  static func readDays<T>(
    _ reader: inout ByteReader,
    _ body: (inout ByteReader) throws -> T
  ) throws -> [Int: T] {
    let pairs = try reader.readList { reader in
      let day = Int(try reader.read(Int32.self))
      guard HistoryDays.range.contains(day) else { throw reader.malformed }
      return (day, try body(&reader))
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

extension Price {
  fileprivate init(from reader: inout ByteReader) throws {
    let minor = try reader.read(Int64.self)
    self.init(minor: minor, currency: try reader.readNamed(Currency.init(known:)))
  }
}

extension SubstanceMark {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(status.code)
    writer.write(Int64(drinks))
    writer.write(at.milliseconds)
    writer.write(since.milliseconds)
    writer.write(offset) { $0.write(Int64($1)) }
    writer.write(isClaimed)
    writer.write(isKept)
  }

  fileprivate init(from reader: inout ByteReader) throws {
    let code = try reader.read(UInt8.self)
    guard let status = SoberStatus(code: code) else { throw reader.malformed }
    self.status = status
    drinks = Int(try reader.read(Int64.self))
    at = Instant(milliseconds: try reader.read())
    since = Instant(milliseconds: try reader.read())
    offset = try reader.readOptional { Int(try $0.read(Int64.self)) }
    isClaimed = try reader.read()
    isKept = try reader.read()
  }
}

extension SoberStatus {
  /// The number that represents the status in a snapshot.
  fileprivate var code: UInt8 {
    switch self {
    case .unmarked: 0
    case .sober: 1
    case .notSober: 2
    }
  }

  fileprivate init?(code: UInt8) {
    switch code {
    case 0: self = .unmarked
    case 1: self = .sober
    case 2: self = .notSober
    default: return nil
    }
  }
}
