import Core
import SobrietyContract
import TrackingContract

/// What was said of one day.
struct SubstanceMark: Sendable, Equatable {
  var status: SoberStatus
  var drinks: Int
  /// When a run that begins on this day begins.
  var since: Instant

  static let none = SubstanceMark(status: .unmarked, drinks: 0, since: Instant(milliseconds: 0))
}

/// All that is known of one substance: registers, so that any order of its facts folds alike.
struct SubstanceRecord: Sendable {
  let id: SubstanceID
  /// The earliest, should two devices have added the same substance; nil until one arrives.
  private(set) var addedOn: Day?
  private(set) var addedAt: Instant?
  private(set) var added: HybridTimestamp?
  /// Gone for good: nothing that arrives later brings anything back.
  private(set) var isDeleted = false

  private var title = Register("")
  private var drinksPerWeek = Register(Amount(thousandths: 0))
  private var price = Register<Price?>(nil)
  private var calories = Register(0)
  private var reason = Register("")
  private var days: [Int: Register<SubstanceMark>] = [:]

  init(id: SubstanceID) { self.id = id }

  /// Days a person's history can hold: 1900-01-01 to 2199-12-31.
  ///
  /// Facts about others are passed over.
  static let days = -25_567...84_005

  // MARK: What is known

  /// Nil before it is known and after it was deleted.
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

  func mark(on day: Int) -> SubstanceMark { days[day]?.value ?? .none }

  /// How many days something is said of.
  var saidDays: Int { days.values.count { $0.value.status != .unmarked } }

  var soberDays: [Int] { days.filter { $0.value.value.status == .sober }.map(\.key).sorted() }

  /// As other modules see it; nil like ``substance``.
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
    addedOn = min(addedOn ?? fact.on, fact.on)
    addedAt = min(addedAt ?? fact.at, fact.at)
    added = min(added ?? stamp, stamp)
    title.set(fact.title, at: stamp)
  }

  /// Says whether the mark stands.
  mutating func apply(_ fact: DayMarked, at stamp: HybridTimestamp) -> Bool {
    guard SubstanceRecord.days.contains(fact.day.number) else { return false }
    let drinks = fact.status == .notSober ? max(0, fact.drinks) : 0
    let mark = SubstanceMark(status: fact.status, drinks: drinks, since: fact.since)
    return days[fact.day.number, default: Register(.none)].set(mark, at: stamp)
  }

  mutating func apply(_ fact: FiguresSet, at stamp: HybridTimestamp) {
    if let new = fact.drinksPerWeek { drinksPerWeek.set(new, at: stamp) }
    if let new = fact.price { price.set(new, at: stamp) }
    if let new = fact.calories { calories.set(new, at: stamp) }
  }

  mutating func apply(_ fact: WhySet, at stamp: HybridTimestamp) { reason.set(fact.why, at: stamp) }

  /// Forgets everything but that there was such a substance.
  mutating func delete() {
    self = SubstanceRecord(id: id)
    isDeleted = true
  }

  /// What was said of the days, earliest first, and when.
  var marks: [SoberMark] {
    days.filter { $0.value.value.status != .unmarked }
      .sorted { $0.key < $1.key }
      .map { day, mark in
        SoberMark(
          day: Day(number: day),
          status: mark.value.status,
          drinks: mark.value.drinks,
          at: mark.stamp.clock.instant
        )
      }
  }

  /// The days of which something is said, earliest first, and what it is.
  var said: [(day: Int, status: SoberStatus)] {
    days.filter { $0.value.value.status != .unmarked }
      .map { (day: $0.key, status: $0.value.value.status) }
      .sorted { $0.day < $1.day }
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
      writer.write(mark) {
        $0.write($1.status.code)
        $0.write(Int64($1.drinks))
        $0.write($1.since.milliseconds)
      }
    }
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
    let pairs = try reader.readList { reader in
      let day = Int(try reader.read(Int32.self))
      guard SubstanceRecord.days.contains(day) else { throw reader.malformed }
      return (day, try reader.readRegister { try SubstanceMark(from: &$0) })
    }
    days = Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

extension Price {
  fileprivate init(from reader: inout ByteReader) throws {
    let minor = try reader.read(Int64.self)
    self.init(minor: minor, currency: try reader.readNamed(Currency.init(known:)))
  }
}

extension SubstanceMark {
  fileprivate init(from reader: inout ByteReader) throws {
    let code = try reader.read(UInt8.self)
    guard let status = SoberStatus(code: code) else { throw reader.malformed }
    self.status = status
    drinks = Int(try reader.read(Int64.self))
    since = Instant(milliseconds: try reader.read())
  }
}

extension SoberStatus {
  /// The number that stands for it in a snapshot.
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
