import Core
import SobrietyContract
import TrackingContract

/// The user's substances with all marked days.
public struct SobrietyState: ModuleState {
  public static let foldVersion = 5

  private(set) var records: [SubstanceID: SubstanceRecord] = [:]

  public init() {}

  /// The substances in the order in which they were added.
  var substances: [Substance] {
    records.values.filter { $0.substance != nil }
      .sorted { ($0.added ?? .zero, $0.id) < ($1.added ?? .zero, $1.id) }
      .compactMap(\.substance)
  }

  // MARK: Facts

  /// Adds a substance and emits a daily habit for it, with all its known days.
  mutating func apply(_ fact: SubstanceAdded, at stamp: HybridTimestamp, emit: (any Change) -> Void)
  {
    name(fact.substance, emit) { $0.apply(fact, at: stamp) }
  }

  mutating func apply(
    _ fact: SubstanceRenamed,
    at stamp: HybridTimestamp,
    emit: (any Change) -> Void
  ) {
    name(fact.substance, emit) { $0.apply(fact, at: stamp) }
  }

  /// Changes what a substance is called and emits its habit if that differs.
  private mutating func name(
    _ id: SubstanceID,
    _ emit: (any Change) -> Void,
    _ body: (inout SubstanceRecord) -> Void
  ) {
    let (before, wasAdded) = (records[id]?.habit, records[id]?.added)
    update(id, body)
    guard let record = records[id], let habit = record.habit,
      habit != before || record.added != wasAdded
    else { return }
    emit(HabitChanged(habit: habit, created: record.added))
    guard before == nil else { return }
    for (day, mark) in record.said {
      emit(SobrietyState.change(habit.id, Day(number: day), from: .none, to: mark))
    }
  }

  /// Deletes a substance and emits the removal, even if the substance is not known yet.
  ///
  /// Facts that arrive about it later are ignored, and every other module must ignore them too.
  mutating func apply(_ fact: SubstanceDeleted, emit: (any Change) -> Void) {
    guard records[fact.substance]?.isDeleted != true else { return }
    records[fact.substance, default: SubstanceRecord(id: fact.substance)].delete()
    emit(HabitRemoved(habit: fact.substance.habit))
  }

  mutating func apply(_ fact: DayMarked, at stamp: HybridTimestamp) -> CheckChanged? {
    let day = fact.day.number
    let before = records[fact.substance]?.mark(on: day) ?? .none
    guard update(fact.substance, { $0.apply(fact, at: stamp) }) == true,
      let record = records[fact.substance], record.substance != nil
    else { return nil }
    let after = record.mark(on: day)
    guard before.status != after.status || before.isWitnessed != after.isWitnessed else {
      return nil
    }
    return SobrietyState.change(fact.substance.habit, fact.day, from: before, to: after)
  }

  /// Fills the days of a run and emits those that changed.
  ///
  /// The last day comes last, so that subscribers see the run reach its length there, and not every
  /// milestone on the way as news.
  mutating func apply(_ fact: RunBegun, at stamp: HybridTimestamp, emit: (any Change) -> Void) {
    let before = records[fact.substance]
    guard update(fact.substance, { $0.apply(fact, at: stamp) }) == true,
      let record = records[fact.substance], record.substance != nil
    else { return }
    let old = before ?? SubstanceRecord(id: fact.substance)
    let days = old.days(changedBy: fact)
    for day in record.order(of: days, through: fact.through.number, after: old) {
      let (from, to) = (old.mark(on: day), record.mark(on: day))
      guard from.status != to.status || from.isWitnessed != to.isWitnessed else { continue }
      emit(SobrietyState.change(fact.substance.habit, Day(number: day), from: from, to: to))
    }
  }

  mutating func apply(_ fact: FiguresSet, at stamp: HybridTimestamp) {
    update(fact.substance) { $0.apply(fact, at: stamp) }
  }

  mutating func apply(_ fact: WhySet, at stamp: HybridTimestamp) {
    update(fact.substance) { $0.apply(fact, at: stamp) }
  }

  /// Changes what is said about days beyond their marks, which no other module follows.
  mutating func note(
    _ substance: SubstanceID,
    _ body: (inout SubstanceDiary) -> Void
  ) {
    update(substance) { body(&$0.diary) }
  }

  /// Changes a record unless its substance is deleted.
  @discardableResult
  private mutating func update<T>(
    _ id: SubstanceID,
    _ body: (inout SubstanceRecord) -> T
  ) -> T? {
    guard records[id]?.isDeleted != true else { return nil }
    return body(&records[id, default: SubstanceRecord(id: id)])
  }

  /// Returns the change to the habit: a sober day is done, a day that was not sober is missed.
  private static func change(
    _ habit: HabitID,
    _ day: Day,
    from: SubstanceMark,
    to: SubstanceMark
  ) -> CheckChanged {
    CheckChanged(
      habit: habit,
      day: day,
      from: from.status == .sober ? .done : .open,
      to: to.status == .sober ? .done : .open,
      value: nil,
      isKnown: to.status != .unmarked,
      isWitnessed: to.isWitnessed
    )
  }

  // MARK: Snapshots

  public func write(to writer: inout ByteWriter) {
    writer.write(count: records.count)
    for record in records.values.sorted(by: { $0.id < $1.id }) { record.write(to: &writer) }
  }

  public init(from reader: inout ByteReader) throws {
    for record in try reader.readList({ try SubstanceRecord(from: &$0) }) {
      records[record.id] = record
    }
  }
}
