import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct SnapshotTests {
  @Test(arguments: 0..<50)
  func `a state that is read from its snapshot is the same`(seed: UInt64) throws {
    let harness = Harness(TrackingModule.self)
    let history = GeneratedHistory(seed: 3_000_000 + seed, count: 80)
    for (index, fact) in history.facts.enumerated() {
      try harness.given(fact.fact, at: fact.stamp)
      // Reopening in between must give the same state as folding without a break.
      if index == 40 { try harness.reopenFromSnapshot() }
    }
    let before = harness.snapshot
    let habits = try harness.ask(AllHabits(includesArchived: true))
    let entries = try habits.map { try harness.ask(EntriesOf(habit: $0.id)) }
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
    #expect(try harness.ask(AllHabits(includesArchived: true)) == habits)
    #expect(try habits.map { try harness.ask(EntriesOf(habit: $0.id)) } == entries)
    let whole = Harness(TrackingModule.self)
    try whole.given(merged: history.facts)
    #expect(whole.snapshot == before)
  }

  @Test func `marks of more devices than two bytes can number are kept apart`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let (first, next) = (habit.createdOn, habit.createdOn.advanced(by: -1))
    let marks = (UInt64(1)...65_600).map { device in
      let day = device.isMultiple(of: 2) ? first : next
      let mark: Mark = device > 65_590 ? .done : .open
      let clock = HybridTime(milliseconds: 1_000_000 + Int64(device))
      return StampedFact(
        CheckSet(habit: habit.id, day: day, entry: Entry(mark: mark)),
        HybridTimestamp(clock: clock, device: DeviceID(rawValue: device))
      )
    }
    try harness.given(merged: marks)
    let before = harness.snapshot
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
    for day in [first, next] {
      #expect(try harness.ask(CheckOn(habit: habit.id, day: day)).entry.mark == .done)
    }
  }

  @Test func `everything about a habit and a day is in the snapshot`() throws {
    let harness = try tracking()
    let target = Target(amount: Amount(1.5), unit: "km", direction: .atMost)
    let habit = try harness.add("Walk 🚶", try schedule("3/7days")) {
      $0.notes = "Notes"
      $0.question = "Did you?"
      $0.color = HabitColor(rgb: 0x0A0B0C)
      $0.icon = "🚶"
      $0.group = "Group"
      $0.priority = .low
      $0.difficulty = .medium
      $0.target = target
      $0.position = -4
      $0.reminders = [ReminderTime(minutes: 1439, weekdays: [.monday, .sunday])]
    }
    let state = try harness.check(habit, value: Amount(2), note: "Rain")
    try harness.when(PlanVacation(from: habit.createdOn, to: habit.createdOn, habits: [habit.id]))
    let vacations = try harness.ask(AllVacations())
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(AllHabits()) == [habit])
    #expect(try harness.ask(CheckOn(habit: habit.id)).entry == state.entry)
    #expect(try harness.ask(AllVacations()) == vacations)
  }

  @Test func `reminders of another device at impossible times break no snapshot`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    var patch = HabitPatch()
    patch.reminders = [ReminderTime(minutes: .max), ReminderTime(minutes: .min)]
    try harness.given(HabitEdited(habit: habit.id, patch: patch))
    let before = harness.snapshot
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
  }

  @Test func `random bytes are refused, or a state that can be kept`() throws {
    var random = SplitMix64(seed: 42)
    for _ in 0..<3000 {
      let count = Int.random(in: 0..<200, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      try expectRefusedOrKept(TrackingState.self, bytes)
    }
  }

  @Test func `a damaged snapshot is refused, or a state that can be kept`() throws {
    let harness = Harness(TrackingModule.self)
    for fact in GeneratedHistory(seed: 7, count: 40).facts {
      try harness.given(fact.fact, at: fact.stamp)
    }
    let whole = harness.snapshot
    for end in whole.indices {
      var reader = ByteReader(whole[..<end])
      #expect(throws: ByteReader.Malformed.self) { try TrackingState(from: &reader) }
    }
    var random = SplitMix64(seed: 43)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255,
          using: &random
        )
      }
      try expectRefusedOrKept(TrackingState.self, bytes)
    }
  }

  @Test func `a snapshot that names a device twice is refused`() throws {
    var writer = ByteWriter()
    writer.write(array: [UInt64(7), 7])
    // No habits, vacations, imports, undone imports or joins.
    for _ in 0..<5 { writer.write(count: 0) }
    var reader = ByteReader(writer.bytes)
    #expect(throws: ByteReader.Malformed.self) { try TrackingState(from: &reader) }
  }

  @Test func `ten habits and a year of checks take less than 64 KB`() throws {
    let harness = try tracking("2025-01-01T19:00:00Z")
    let habits = try (1...10).map { try harness.add("Habit number \($0)") { $0.notes = "Why" } }
    for day in 0..<365 {
      for habit in habits {
        harness.now = harness.now.advanced(byMilliseconds: 1500)
        try harness.check(habit, note: day % 30 == 0 ? "A short note" : nil)
      }
      harness.now = harness.now.advanced(bySeconds: 86_400 - 15)
    }
    let year = try harness.ask(EntriesOf(habit: habits[0].id))
    #expect(year.count == 365)
    #expect(harness.snapshot.count < 64 * 1024, "\(harness.snapshot.count) bytes")
  }
}
