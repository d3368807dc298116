import Core
import StreaksContract
import TrackingContract

/// The state of Streaks: the days of all habits and the freezes that were used.
///
/// Streaks, rates and strength are not stored; they are computed from this state.
public struct StreaksState: ModuleState {
  public static let foldVersion = 7

  /// The records of all habits, ascending by id.
  private(set) var records: [StreakRecord] = []
  /// The deleted habits, ascending; what arrives about them later is ignored.
  private(set) var removed: [HabitID] = []
  /// The habits joined into others, with the habits whose days their freezes now protect.
  private(set) var joined: [HabitID: HabitID] = [:]
  /// The vacations, ascending by id.
  private(set) var vacations: [Vacation] = []
  /// The days that travel shortened, ascending.
  private(set) var shortened: [Int32] = []
  /// Whether devices used more freezes than they knew of, so that the history decides; derived.
  private var isContested = false
  /// The days for which freezes were used, of any habit; derived.
  private var usedDays: Set<Int32> = []

  public init() {}

  init(
    records: [StreakRecord],
    removed: [HabitID],
    joined: [HabitID: HabitID],
    vacations: [Vacation],
    shortened: [Int32]
  ) {
    self.records = records
    self.removed = removed
    self.joined = joined
    self.vacations = vacations
    self.shortened = shortened
    for place in records.indices {
      placeAway(place)
      self.records[place].shortened = shortened
    }
    settle { .fromMonday }
  }

  /// Returns the record of a habit; nil until the habit itself is known.
  func record(of habit: HabitID) -> StreakRecord? {
    guard let place = recordPlace(of: habit) else { return nil }
    return records[place].isKnown ? records[place] : nil
  }

  private func recordPlace(of habit: HabitID) -> Int? {
    let place = records.place { $0.id < habit }
    return place < records.count && records[place].id == habit ? place : nil
  }

  // MARK: Folding

  mutating func apply(_ change: HabitChanged) {
    update(change.habit.id) { $0.traits = Traits(change) }
    if let place = recordPlace(of: change.habit.id) { placeAway(place) }
  }

  /// Applies which habits now count for others.
  ///
  /// Tracking takes back their days and publishes them day by day; only their freezes are known
  /// here alone.
  mutating func apply(_ change: HabitsJoined, weeks: () -> Weeks = { .fromMonday }) {
    joined = change.roots
    for habit in joined.keys.sorted() {
      update(habit) { $0.traits = nil }
      if let place = recordPlace(of: habit) { placeAway(place) }
    }
    settle(weeks)
  }

  /// The habit that the days of a habit count for.
  private func root(of habit: HabitID) -> HabitID { joined[habit] ?? habit }

  /// Removes a deleted habit permanently.
  mutating func remove(_ habit: HabitID) {
    let place = removed.place { $0 < habit }
    guard place == removed.count || removed[place] != habit else { return }
    removed.insert(habit, at: place)
    records.removeAll { $0.id == habit }
    if isContested { settle { .fromMonday } }
  }

  /// Folds the use of a freeze.
  ///
  /// - Returns: the change to the run around the day, and the freezes that are given back as a
  ///   result.
  mutating func apply(
    _ fact: FreezeUsed,
    at stamp: HybridTimestamp = .zero,
    weeks: () -> Weeks = { .fromMonday }
  ) -> (changed: StreakChanged?, returned: [FreezeReturned]) {
    let day = Int32(clamping: fact.day.number)
    let before = returnedFreezes
    let root = root(of: fact.habit)
    let wasProtected = record(of: root)?.isProtected(Int(day)) ?? false
    let mark = FreezeUsage(day: fact.day.number, stamp: stamp, earned: fact.earned)
    update(fact.habit) { $0.use(mark) }
    settle(weeks)
    let returned = returnedFreezes.filter { !before.contains($0) }
    guard !wasProtected, record(of: root)?.isProtected(Int(day)) == true else {
      return (nil, returned.map { FreezeReturned(habit: $0.habit, day: $0.day) })
    }
    let changed = update(root) { $0.runs(joinedBy: day, weeks: weeks) } ?? nil
    return (changed, returned.map { FreezeReturned(habit: $0.habit, day: $0.day) })
  }

  /// Decides which of the used freezes count.
  mutating func settle(_ weeks: () -> Weeks) {
    usedDays = Set(records.flatMap { $0.uses.map(\.day) })
    guard !usedDays.isEmpty else {
      isContested = false
      return
    }
    let settlement = FreezeSettlement(records, joined: joined, weeks: weeks)
    isContested = settlement.isContested
    for place in records.indices { records[place].protected = settlement.protected[place] }
  }

  /// Returns this state with the freezes that count given all the history known now.
  func settled(weeks: Weeks) -> StreaksState {
    guard isContested else { return self }
    var state = self
    state.settle { weeks }
    return state
  }

  /// A freeze that was used and does not count.
  struct Returned: Hashable {
    let habit: HabitID
    let day: Day
  }

  /// The freezes that were given back, ascending by habit, then by day.
  var returnedFreezes: [Returned] {
    guard isContested else { return [] }
    let all = records.flatMap { record in
      let root = root(of: record.id)
      let counting = root == record.id ? record : self.record(of: root)
      return record.uses.filter { use in
        guard let counting else { return true }
        let day = Int(use.day)
        return !counting.isProtected(day) && !counting.history.isDone(on: day)
      }
      .map { Returned(habit: root, day: Day(number: Int($0.day))) }
    }
    return Set(all).sorted { ($0.habit, $0.day) < ($1.habit, $1.day) }
  }

  mutating func apply(_ change: VacationsChanged) {
    vacations = change.vacations.sorted { $0.id < $1.id }
    for place in records.indices { placeAway(place) }
  }

  mutating func apply(_ change: DaysShortened) {
    shortened = change.days.map { Int32(clamping: $0.number) }
    for place in records.indices { records[place].shortened = shortened }
    if isContested { settle { .fromMonday } }
  }

  /// Folds the new state of a day.
  ///
  /// - Parameter weeks: evaluated only if weeks are counted.
  /// - Returns: the change to the run around the day; nil if its length is unchanged.
  mutating func apply(_ change: CheckChanged, weeks: () -> Weeks) -> StreakChanged? {
    let day = Int32(clamping: change.day.number)
    let isFrozen = wasUsed(on: day, of: change.habit)
    // A day that is no longer done breaks no run if a freeze was used for it.
    if isFrozen, change.to != .done { update(change.habit) { $0.protect(day) } }
    let changed = update(change.habit) { $0.apply(change, weeks: weeks) } ?? nil
    if isFrozen { settle(weeks) }
    return changed
  }

  /// Whether a freeze was used for a day of a habit, or of one that was joined into it.
  private func wasUsed(on day: Int32, of habit: HabitID) -> Bool {
    guard usedDays.contains(day) else { return false }
    return records.contains { record in
      (record.id == habit || root(of: record.id) == habit) && record.hasUse(on: day)
    }
  }

  /// Changes a habit's record unless the habit was deleted; an empty record is not kept.
  @discardableResult
  private mutating func update<T>(_ habit: HabitID, _ body: (inout StreakRecord) -> T) -> T? {
    let grave = removed.place { $0 < habit }
    guard grave == removed.count || removed[grave] != habit else { return nil }
    let place = records.place { $0.id < habit }
    if place == records.count || records[place].id != habit {
      var record = StreakRecord(id: habit)
      record.away = awayDays(of: habit, [])
      record.shortened = shortened
      records.insert(record, at: place)
    }
    let (result, isEmpty) = records[place].change(body)
    if isEmpty { records.remove(at: place) }
    return result
  }

  private mutating func placeAway(_ place: Int) {
    let archived = records[place].traits?.archivedDays ?? []
    records[place].away = awayDays(of: records[place].id, archived)
  }

  /// Returns the days of vacation and in the archive, with adjacent ranges merged.
  private func awayDays(of habit: HabitID, _ archived: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    let planned = vacations.filter { $0.from <= $0.to && $0.covers($0.from, habit) }
      .map { $0.from.number...$0.to.number }
    let ranges = (planned + archived).sorted { $0.lowerBound < $1.lowerBound }
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
  /// Compares everything except derived properties.
  public static func == (a: StreaksState, b: StreaksState) -> Bool {
    a.records == b.records && a.removed == b.removed && a.joined == b.joined
      && a.vacations == b.vacations
      && a.shortened == b.shortened
  }
}

extension Array {
  /// Returns the first index whose element `comesBefore` rejects, in a sorted array.
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
