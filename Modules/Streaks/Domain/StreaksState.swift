import Core
import StreaksContract
import TrackingContract

/// The days of all habits and the freezes that were used.
///
/// Streaks, rates and strength are not
/// kept: they are functions of this.
public struct StreaksState: ModuleState {
  public static let foldVersion = 3

  /// Ascending by id.
  private(set) var records: [StreakRecord] = []
  /// Habits that are gone for good, ascending: what arrives about them later is passed over.
  private(set) var removed: [HabitID] = []
  /// In the order of their ids.
  private(set) var vacations: [Vacation] = []
  /// Whether devices used more freezes than they knew of, so that the history decides which
  /// count: derived.
  private var isContested = false

  public init() {}

  init(records: [StreakRecord], removed: [HabitID], vacations: [Vacation]) {
    self.records = records
    self.removed = removed
    self.vacations = vacations
    placeVacations()
    settle { .monday }
  }

  /// The habit, if it is known itself.
  func record(of habit: HabitID) -> StreakRecord? {
    let place = records.place { $0.id < habit }
    guard place < records.count, records[place].id == habit else { return nil }
    return records[place].traits == nil ? nil : records[place]
  }

  // MARK: Folding

  mutating func apply(_ change: HabitChanged) {
    update(change.habit.id) { $0.traits = Traits(change.habit, place: change.place) }
  }

  /// The habit is gone for good.
  mutating func remove(_ habit: HabitID) {
    let place = removed.place { $0 < habit }
    guard place == removed.count || removed[place] != habit else { return }
    removed.insert(habit, at: place)
    records.removeAll { $0.id == habit }
    if isContested { settle { .monday } }
  }

  /// Folds that a freeze was used.
  ///
  /// - Returns: what it did to the run around its day, and the freezes that are given back by it.
  mutating func apply(
    _ fact: FreezeUsed,
    at stamp: HybridTimestamp = .zero,
    weekStart: () -> Weekday = { .monday }
  ) -> (changed: StreakChanged?, returned: [FreezeReturned]) {
    let day = Int32(clamping: fact.day.number)
    let before = returnedFreezes
    let wasProtected = record(of: fact.habit)?.isProtected(Int(day)) ?? false
    let mark = FreezeMark(day: fact.day.number, stamp: stamp, earned: fact.earned)
    update(fact.habit) { $0.use(mark) }
    settle(weekStart)
    let returned = returnedFreezes.filter { !before.contains($0) }
    guard !wasProtected, record(of: fact.habit)?.isProtected(Int(day)) == true else {
      return (nil, returned.map { FreezeReturned(habit: $0.habit, day: $0.day) })
    }
    let changed = update(fact.habit) { $0.runs(joinedBy: day, weekStart: weekStart) } ?? nil
    return (changed, returned.map { FreezeReturned(habit: $0.habit, day: $0.day) })
  }

  /// Works out which of the freezes that were used count.
  mutating func settle(_ weekStart: () -> Weekday) {
    guard records.contains(where: { !$0.uses.isEmpty }) else {
      isContested = false
      return
    }
    let settlement = FreezeSettlement(records, weekStart: weekStart)
    isContested = settlement.isContested
    for place in records.indices { records[place].protected = settlement.protected[place] }
  }

  /// This state with the freezes that count by all the history it has now.
  func settled(weekStart: Weekday) -> StreaksState {
    guard isContested else { return self }
    var state = self
    state.settle { weekStart }
    return state
  }

  /// A freeze that was used and does not count.
  struct Returned: Equatable {
    let habit: HabitID
    let day: Day
  }

  /// Ascending by habit, then by day.
  var returnedFreezes: [Returned] {
    guard isContested else { return [] }
    return records.flatMap { record in
      record.uses.filter { !record.isProtected(Int($0.day)) }
        .map { Returned(habit: record.id, day: Day(number: Int($0.day))) }
    }
  }

  mutating func apply(_ change: VacationsChanged) {
    vacations = change.vacations.sorted { $0.id < $1.id }
    placeVacations()
  }

  /// Folds what a day now is.
  ///
  /// - Parameter weekStart: asked for only where weeks are counted.
  /// - Returns: what it did to the run around the day; nil when its length stayed.
  mutating func apply(_ change: CheckChanged, weekStart: () -> Weekday) -> StreakChanged? {
    update(change.habit) { $0.apply(change, weekStart: weekStart) } ?? nil
  }

  /// Changes the record of a habit unless the habit is gone; an empty record is not kept.
  @discardableResult
  private mutating func update<T>(_ habit: HabitID, _ body: (inout StreakRecord) -> T) -> T? {
    let grave = removed.place { $0 < habit }
    guard grave == removed.count || removed[grave] != habit else { return nil }
    let place = records.place { $0.id < habit }
    if place == records.count || records[place].id != habit {
      var record = StreakRecord(id: habit)
      record.vacations = dayRanges(of: habit)
      records.insert(record, at: place)
    }
    let result = body(&records[place])
    if records[place].isEmpty { records.remove(at: place) }
    return result
  }

  private mutating func placeVacations() {
    for place in records.indices { records[place].vacations = dayRanges(of: records[place].id) }
  }

  /// The days of vacation of a habit, ranges that touch made one.
  private func dayRanges(of habit: HabitID) -> [ClosedRange<Int>] {
    let ranges = vacations.filter { $0.from <= $0.to && $0.covers($0.from, habit) }
      .map { $0.from.number...$0.to.number }
      .sorted { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<Int>] = []
    for range in ranges {
      guard let last = merged.last, range.lowerBound <= last.upperBound + 1 else {
        merged.append(range)
        continue
      }
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
    return merged
  }
}

extension StreaksState: Equatable {
  /// What is derived is left out.
  public static func == (a: StreaksState, b: StreaksState) -> Bool {
    a.records == b.records && a.removed == b.removed && a.vacations == b.vacations
  }
}

extension Array {
  /// The first place whose element does not come before what is looked for, in a sorted list.
  func place(where comesBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
