import Core
import RemindersContract
import TrackingContract

/// The reminders, the preferences, and the notices given.
public struct RemindersState: ModuleState {
  public static let foldVersion = 2

  /// A reminder as it was last set.
  struct StoredReminder: Sendable, Equatable {
    let weekdays: [Weekday]
    let at: Instant
  }

  struct Choice: Sendable, Equatable {
    let value: String
    let at: Instant
  }

  /// The reminders by habit; nil for removed ones, so that they are not imported again.
  var storedReminders: [HabitID: [ReminderSlot: LWWRegister<StoredReminder?>]] = [:]
  var choices: [String: LWWRegister<Choice>] = [:]
  /// The notices by habit; those about several habits are under nil.
  ///
  /// Deleting a habit thus removes its own notices and no others.
  var given: [HabitID?: LatestNotices<Notice>] = [:]
  var read = LatestNotices<Bool>(limit: InboxLimits.read)
  /// The deleted habits, about which facts may still arrive from other devices.
  var deleted: Set<HabitID> = []

  public init() {}

  mutating func apply(_ fact: ReminderSet, at stamp: HybridTimestamp) {
    guard fact.slot.isPossible else { return }
    let reminder = StoredReminder(weekdays: Set(fact.weekdays).sorted(), at: fact.at)
    set(reminder, fact.habit, fact.slot, at: stamp)
  }

  mutating func apply(_ fact: ReminderRemoved, at stamp: HybridTimestamp) {
    guard fact.slot.isPossible else { return }
    set(nil, fact.habit, fact.slot, at: stamp)
  }

  private mutating func set(
    _ reminder: StoredReminder?,
    _ habit: HabitID,
    _ slot: ReminderSlot,
    at stamp: HybridTimestamp
  ) {
    guard !deleted.contains(habit) else { return }
    if storedReminders[habit]?[slot] == nil {
      storedReminders[habit, default: [:]][slot] = LWWRegister(reminder, at: stamp)
    } else {
      storedReminders[habit]?[slot]?.set(reminder, at: stamp)
    }
  }

  mutating func apply(_ fact: NoticePreferenceSet, at stamp: HybridTimestamp) {
    let choice = Choice(value: fact.value, at: fact.at)
    if choices[fact.key] == nil {
      choices[fact.key] = LWWRegister(choice, at: stamp)
    } else {
      choices[fact.key]?.set(choice, at: stamp)
    }
  }

  /// Applies a notice and returns whether it is new here.
  mutating func apply(_ fact: NoticeGiven, at stamp: HybridTimestamp) -> Bool {
    let (notice, habit) = (fact.notice, fact.notice.habit)
    if let habit, deleted.contains(habit) { return false }
    return given[habit, default: LatestNotices(limit: InboxLimits.kept)].set(
      notice.id,
      notice,
      at: stamp
    )
  }

  mutating func apply(_ fact: InboxRead, at stamp: HybridTimestamp) {
    for notice in fact.notices { _ = read.set(notice, true, at: stamp) }
  }

  mutating func remove(_ habit: HabitID) {
    deleted.insert(habit)
    storedReminders[habit] = nil
    given[habit] = nil
  }
}

extension ReminderSlot {
  /// Whether the slot is valid; facts from other devices are not validated.
  var isPossible: Bool { (0..<1440).contains(minutes) && Int32(exactly: day?.number ?? 0) != nil }
}

// MARK: Reminders

extension RemindersState {
  /// The reminders of a habit that were set here, ordered by time of day.
  func activeReminders(of habit: HabitID) -> [(slot: ReminderSlot, reminder: StoredReminder)] {
    (storedReminders[habit] ?? [:])
      .compactMap { slot, register in register.value.map { (slot, $0) } }
      .sorted { $0.slot < $1.slot }
  }

  /// The imported reminders of a habit that were never set or removed here.
  func pendingImports(of habit: Habit) -> [(slot: ReminderSlot, weekdays: Set<Weekday>)] {
    imports(of: habit).filter { storedReminders[habit.id]?[$0.key] == nil }
      .sorted { $0.key < $1.key }.map { ($0, $1) }
  }

  /// The weekdays of the reminders that a habit was imported with; none for every day.
  func imports(of habit: Habit) -> [ReminderSlot: Set<Weekday>] {
    var found: [ReminderSlot: Set<Weekday>] = [:]
    for time in habit.details.reminders {
      let slot = ReminderSlot(minutes: time.minutes)
      guard slot.isPossible else { continue }
      let days = time.weekdays.isEmpty ? Set(Weekday.allCases) : time.weekdays
      found[slot, default: []].formUnion(days)
    }
    return found.mapValues { $0.count == 7 ? [] : $0 }
  }

  func isOn(_ preference: NoticePreference) -> Bool {
    choices[preference.rawValue]?.value.value != "off"
  }

  /// Whether a kind is on; a timed kind is off until it has a time.
  func isOn(_ kind: NoticeKind) -> Bool {
    kind.isTimed ? minutes(kind) != nil : isOn(.kind(kind))
  }

  /// The time of a timed kind, in minutes after midnight; nil while it is off.
  func minutes(_ kind: NoticeKind) -> Int? {
    guard kind.isTimed else { return nil }
    return choices[NoticePreference.kind(kind).rawValue].flatMap { TimeOfDay($0.value.value) }?
      .minutes
  }

  /// The time from which notices of a kind are given; nil while they are off.
  func since(_ kind: NoticeKind) -> Instant? {
    guard isOn(.reminders), isOn(kind) else { return nil }
    let switches = [NoticePreference.reminders, .kind(kind)]
    let times = switches.compactMap { choices[$0.rawValue]?.value.at }
    return times.max() ?? Instant(milliseconds: .min)
  }

  /// Whether any kind is on that comes at its time, and not with what it is about.
  var isPlanning: Bool { NoticeKind.allCases.contains { $0 != .milestone && since($0) != nil } }

  var quiet: QuietHours? {
    choices[NoticePreference.quietHours.rawValue].flatMap { QuietHours($0.value.value) }
  }

  func wasGiven(_ id: NoticeID, to habit: HabitID?) -> Bool {
    given[habit]?.entries[id] != nil
  }
}
