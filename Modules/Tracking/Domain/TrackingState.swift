import Core
import TrackingContract

/// The state of Tracking for one user: habits with all their entries, and vacations.
public struct TrackingState: ModuleState {
  public static let foldVersion = 11

  var habits: [HabitID: HabitRecord] = [:]
  /// Which habits are joined into others.
  var joins = Joins()
  private var plans: [EntityID: LWWRegister<Vacation?>] = [:]
  private(set) var imports = Imports()
  private(set) var devices: [DeviceID] = []
  /// The index of each of the devices; derived.
  private var devicePlaces: [DeviceID: UInt32] = [:]
  /// The offsets of all marks; derived.
  private var offsets = OffsetSpan()
  /// The days that travel shortened; derived, and empty as long as ``offsets`` are not wide.
  private var travel = TravelDays()

  public init() {}

  /// The vacations that are not cancelled, earliest first.
  ///
  /// Those of joined habits apply to the habits for which their days count.
  var vacations: [Vacation] {
    plans.values.compactMap(\.value).map(joins.resolved)
      .sorted { ($0.from, $0.id) < ($1.from, $1.id) }
  }

  private mutating func place(of device: DeviceID) -> UInt32 {
    if let place = devicePlaces[device] { return place }
    let place = UInt32(devices.count)
    devices.append(device)
    devicePlaces[device] = place
    return place
  }

  private static func places(of devices: [DeviceID]) -> [DeviceID: UInt32] {
    let places = devices.enumerated().map { ($1, UInt32($0)) }
    return Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  /// The mark of a day, even if it was cleared.
  func register(of habit: HabitID, on day: Day) -> EntryWrite<KeptMark>? {
    habits[habit]?.entries.register(on: day.number, devices)
  }

  /// Returns the days whose imported marks have certain timestamps.
  func importedDays(
    of record: HabitRecord,
    where isWanted: (HybridTimestamp) -> Bool
  ) -> [Int] {
    record.entries.imported(devices, where: isWanted)
  }

  // MARK: Facts

  mutating func apply(_ fact: HistoryImported, at stamp: HybridTimestamp) {
    imports.insert(fact, at: stamp)
  }

  mutating func apply(_ fact: ImportUndone) { imports.undo(fact.stamp) }

  mutating func apply(_ fact: HabitCreated, at stamp: HybridTimestamp, emit: (any Change) -> Void) {
    change(fact.habit, emit) { $0.apply(fact, at: stamp) }
    if !joins.isEmpty { updateJoins(emit) }
  }

  mutating func apply(_ fact: HabitEdited, at stamp: HybridTimestamp, emit: (any Change) -> Void) {
    change(fact.habit, emit) { $0.apply(fact.patch, on: fact.on, at: stamp) }
  }

  mutating func apply(_ fact: HabitDeleted, emit: (any Change) -> Void) {
    let wasKnown = habits[fact.habit]?.isLive == true
    let days = habits[fact.habit]?.ownEntries.range
    habits[fact.habit, default: HabitRecord(id: fact.habit)].delete()
    if wasKnown { emit(HabitRemoved(habit: fact.habit)) }
    if !joins.isEmpty {
      joins.forget(fact.habit)
      updateJoins(emit)
    }
    if offsets.isWide, let days, updateTravel(on: days) { emit(daysShortened) }
  }

  mutating func apply(_ fact: CheckSet, at stamp: HybridTimestamp, emit: (any Change) -> Void) {
    if let change = apply(fact, at: stamp) { emit(change) }
    guard fact.only != .note else { return }
    let wasWide = offsets.isWide
    offsets.insert(code: EvidenceCode.offset(of: fact.evidence))
    guard offsets.isWide else { return }
    let days = wasWide ? fact.day.number..<(fact.day.number + 1) : markedDays
    if updateTravel(on: days) { emit(daysShortened) }
  }

  mutating func apply(_ fact: DaysImported, at stamp: HybridTimestamp, emit: (any Change) -> Void) {
    // Two entries with the same timestamp could not be ordered.
    var days: Set<Int> = []
    for imported in fact.entries where days.insert(imported.day.number).inserted {
      let set = CheckSet(
        habit: fact.habit,
        day: imported.day,
        entry: imported.entry,
        source: fact.source
      )
      apply(set, at: stamp, emit: emit)
    }
  }

  private var daysShortened: DaysShortened { DaysShortened(days: travel.shortened) }

  private var markedDays: Range<Int> {
    let ranges = habits.values.map(\.ownEntries.range).filter { !$0.isEmpty }
    let first = ranges.map(\.lowerBound).min() ?? 0
    return first..<max(first, ranges.map(\.upperBound).max() ?? first)
  }

  /// Checks the marks of some days again; returns whether other days are shortened now.
  private mutating func updateTravel(on days: Range<Int>) -> Bool {
    var isChanged = false
    for day in days where travel.set(moments(on: day), on: day) { isChanged = true }
    return isChanged
  }

  /// The first and the last moment at which something was marked on a day.
  private func moments(on day: Int) -> ClosedRange<TravelDays.Moment>? {
    let moments = habits.values.lazy.compactMap { $0.ownEntries.moment(on: day) }
    return moments.min().flatMap { first in moments.max().map { first...$0 } }
  }

  var travelledDays: [Day] { travel.shortened }

  /// The vacations that are not cancelled, with the timestamps of their last change.
  var plannedVacations: [(vacation: Vacation, stamp: HybridTimestamp)] {
    plans.values.compactMap { plan in plan.value.map { ($0, plan.stamp) } }
  }

  /// Returns the days that travel shortened up to now, even before the first mark after a journey.
  func shortenedDays(_ context: RequestContext) -> [Day] {
    let offset = context.calendar.zone.utcOffset(at: context.now) / 60
    let now = TravelDays.Moment(at: context.now, offset: offset)
    return travel.shortened(asOf: now, on: context.today.number) { moments(on: $0) }
  }

  private mutating func apply(_ fact: CheckSet, at stamp: HybridTimestamp) -> CheckChanged? {
    let place = place(of: stamp.device)
    let day = fact.day.number
    let root = joins.root(of: fact.habit)
    let isAlone = root == fact.habit && joins.members[root] == nil
    guard isAlone else { return applyJoined(fact, to: root, at: stamp, place) }
    return apply(to: fact.habit) { record, devices in
      guard !record.isDeleted else { return nil }
      let before = record.known(on: day)
      let isSet = record.set(fact, stamp: stamp, device: place, table: devices)
      guard isSet, record.isLive else { return nil }
      return before.change(to: record.known(on: day), habit: fact.habit, day: fact.day)
    }
  }

  mutating func apply(_ fact: VacationSet, at stamp: HybridTimestamp) -> VacationsChanged? {
    setPlan(fact.vacation.id, fact.vacation, at: stamp)
  }

  mutating func apply(_ fact: VacationCancelled, at stamp: HybridTimestamp) -> VacationsChanged? {
    setPlan(fact.id, nil, at: stamp)
  }

  private mutating func setPlan(
    _ id: EntityID,
    _ vacation: Vacation?,
    at stamp: HybridTimestamp
  ) -> VacationsChanged? {
    guard plans[id, default: LWWRegister(nil)].set(vacation, at: stamp) else { return nil }
    return VacationsChanged(vacations: vacations)
  }

  private mutating func apply<R>(
    to habit: HabitID,
    _ body: (inout HabitRecord, [DeviceID]) -> R
  ) -> R {
    body(&habits[habit, default: HabitRecord(id: habit)], devices)
  }

  /// Changes the details of a habit and emits the resulting changes.
  ///
  /// These are the change of the habit itself and one for each day whose status changed, for
  /// example because a target was lowered.
  private mutating func change(
    _ id: HabitID,
    _ emit: (any Change) -> Void,
    _ body: (inout HabitRecord) -> Void
  ) {
    let before = habits[id].flatMap { $0.isLive ? $0 : nil }
    body(&habits[id, default: HabitRecord(id: id)])
    guard let record = habits[id], let after = record.habit else { return }
    let (rules, oldRules) = (record.rules, before?.rules)
    guard after != before?.habit || record.created != before?.created || rules != oldRules
    else { return }
    emit(HabitChanged(habit: after, created: record.created, rules: rules))
    guard oldRules?.targets != rules.targets else { return }
    for day in record.entries.range {
      let old = before?.known(on: day) ?? KnownDay()
      if let change = old.change(to: record.known(on: day), habit: id, day: Day(number: day)) {
        emit(change)
      }
    }
  }
}

/// The state of a day that is published to other modules.
struct KnownDay: Equatable {
  var status = DayStatus.open
  var value: Amount?
  var isKnown = false
  var isWitnessed = true

  /// Returns the change from this day to `other`; nil if they are equal.
  func change(to other: KnownDay, habit: HabitID, day: Day) -> CheckChanged? {
    guard self != other else { return nil }
    return CheckChanged(
      habit: habit,
      day: day,
      from: status,
      to: other.status,
      value: other.value,
      isKnown: other.isKnown,
      isWitnessed: other.isWitnessed
    )
  }
}

extension HabitRecord {
  func known(on day: Int) -> KnownDay {
    guard let entry = entries.entry(on: day) else { return KnownDay() }
    let isKnown = entry.isMarked
    return KnownDay(
      status: DayStatus(entry, target: target(on: day)),
      value: entry.value,
      isKnown: isKnown,
      isWitnessed: !isKnown || entries.isWitnessed(on: day)
    )
  }
}

extension TrackingState {
  public func write(to writer: inout ByteWriter) {
    // Devices and habits are sorted, so that equal states have equal bytes; and devices without
    // remaining marks are left out, since a copy that never saw their marks does not know them.
    var used = Set<UInt32>()
    for record in habits.values { record.ownEntries.addDevices(to: &used) }
    let sorted = used.map { devices[Int($0)] }.sorted()
    let order = TrackingState.places(of: sorted)
    let places = devices.map { order[$0] ?? 0 }
    writer.write(array: sorted.map(\.rawValue))
    writer.write(count: habits.count)
    for record in habits.values.sorted(by: { $0.id < $1.id }) {
      record.write(to: &writer, places: places)
    }
    writer.write(count: plans.count)
    for (id, plan) in plans.sorted(by: { $0.key < $1.key }) {
      writer.write(id)
      writer.write(plan) { writer, vacation in writer.write(vacation) { $1.write(to: &$0) } }
    }
    imports.write(to: &writer)
    joins.write(to: &writer)
  }

  public init(from reader: inout ByteReader) throws {
    devices = try reader.readArray(of: UInt64.self).map(DeviceID.init(rawValue:))
    devicePlaces = TrackingState.places(of: devices)
    let count = devices.count
    guard devicePlaces.count == count else { throw reader.malformed }
    for record in try reader.readList({ try HabitRecord(from: &$0, deviceCount: count) }) {
      habits[record.id] = record
    }
    let pairs = try reader.readList { reader in
      (
        try reader.read(EntityID.self),
        try reader.readRegister { try $0.readOptional { try Vacation(from: &$0) } }
      )
    }
    plans = Dictionary(pairs, uniquingKeysWith: { $1 })
    imports = try Imports(from: &reader)
    joins = try Joins(from: &reader)
    for record in habits.values { record.ownEntries.addOffsets(to: &offsets) }
    updateJoins { _ in }
    if offsets.isWide { _ = updateTravel(on: markedDays) }
  }
}
