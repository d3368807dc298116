import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// What devices that do not know of each other set of the same day: its mark, its value, its note.
@Suite struct EntryPartTests {
  private func last(_ harness: Harness) throws -> CheckSet {
    try #require(harness.facts.last?.fact as? CheckSet)
  }

  /// Folds what each of two devices did with the same day, given to a third.
  private func merge(
    _ first: @escaping (Harness, Habit) throws -> Void,
    _ second: @escaping (Harness, Habit) throws -> Void
  ) throws -> Entry {
    let origin = try tracking()
    let habit = try origin.add { $0.target = Target(amount: Amount(10), unit: "pages") }
    let third = try tracking()
    try third.given(try #require(origin.facts.first).fact, at: stamp(0))
    for (device, act) in [first, second].enumerated() {
      let harness = try tracking()
      try harness.given(try #require(origin.facts.first).fact, at: stamp(0))
      try act(harness, habit)
      for (place, fact) in harness.facts.dropFirst().enumerated() {
        let time = stamp(Int64(10 * place + device + 1), device: UInt64(device + 1))
        try third.given(fact.fact, at: time)
      }
    }
    let entry = try third.ask(CheckOn(habit: habit.id, day: habit.createdOn)).entry
    try third.reopenFromSnapshot()
    #expect(try third.ask(CheckOn(habit: habit.id, day: habit.createdOn)).entry == entry)
    return entry
  }

  private func add(_ amount: Double) -> (Harness, Habit) throws -> Void {
    { try $0.when(SetCheck(habit: $1.id, mark: .done, adds: Amount(amount))) }
  }

  @Test func `two devices that each add five make ten`() throws {
    let entry = try merge(add(5), add(5))
    #expect(entry.value == Amount(10))
    #expect(DayStatus(entry, target: Target(amount: Amount(10), unit: "pages")) == .done)
  }

  @Test func `a value that is set later stands, whatever was added before`() throws {
    let entry = try merge(add(5)) { harness, habit in
      try harness.check(habit)
      try harness.check(habit, value: Amount(7))
    }
    #expect(entry.value == Amount(7))
  }

  @Test func `what is added after a value was set counts`() throws {
    let entry = try merge { harness, habit in
      try harness.check(habit, value: Amount(7))
      try self.add(1)(harness, habit)
    } _: { harness, habit in
      try self.add(2)(harness, habit)
      try self.add(4)(harness, habit)
    }
    #expect(entry.value == Amount(14))
  }

  @Test func `an undo takes back what one device added, not what the other did`() throws {
    let entry = try merge(add(5)) { harness, habit in
      let before = try harness.ask(CheckOn(habit: habit.id)).entry
      try self.add(3)(harness, habit)
      let first = try harness.ask(CheckOn(habit: habit.id)).entry
      try self.add(4)(harness, habit)
      try harness.when(
        SetCheck(habit: habit.id, mark: first.mark, value: first.value, restores: first.at)
      )
      #expect(before.value == nil)
    }
    #expect(entry.value == Amount(8))
  }

  @Test func `a note and a mark of two devices are both kept`() throws {
    let entry = try merge { harness, habit in
      try harness.check(habit, nil, .open, note: "on the train")
    } _: { harness, habit in
      try harness.check(habit)
    }
    #expect(entry.mark == .done)
    #expect(entry.note == "on the train")
  }

  @Test func `a note that is written later leaves the mark of the other device as it is`() throws {
    let entry = try merge { harness, habit in
      try harness.check(habit)
      try harness.check(habit, note: "first")
    } _: { harness, habit in
      try harness.check(habit)
      try harness.check(habit, nil, .skipped)
      try harness.check(habit, nil, .skipped, note: "second")
      try harness.check(habit, nil, .missed)
    }
    #expect(entry.mark == .missed)
    #expect(entry.note == "second")
  }

  @Test func `a note alone is an entry, without a mark`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.check(habit, nil, .open, note: "a thought")
    #expect(try last(harness).only == .note)
    #expect(try harness.ask(EntriesOf(habit: habit.id)).map(\.entry.note) == ["a thought"])
    #expect(harness.checkChanges.isEmpty)
    try harness.check(habit)
    #expect(try last(harness).only == .mark)
    #expect(try last(harness).entry.note == "a thought")
    try harness.check(habit, nil, .open, note: "")
    #expect(try last(harness).only == nil)
    #expect(try harness.ask(EntriesOf(habit: habit.id)).isEmpty)
  }

  @Test func `an undo leaves a note as it is, unless it has another`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    try harness.check(habit, note: "kept")
    try harness.check(habit, nil, .skipped)
    let undo = SetCheck(habit: habit.id, mark: .done, restores: first.at)
    #expect(try harness.when(undo).entry == Entry(mark: .done, note: "kept", at: first.at))
    try harness.check(habit, nil, .skipped)
    let other = SetCheck(habit: habit.id, mark: .done, note: "", restores: first.at)
    #expect(try harness.when(other).entry == first)
  }

  @Test func `a value is set or added to, not both, and never below nothing`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    func refused(_ value: Amount?, _ adds: Amount) throws -> String {
      try refusal {
        try harness.when(SetCheck(habit: habit.id, mark: .done, value: value, adds: adds))
      }.code
    }
    #expect(try refused(Amount(1), Amount(1)) == "value-twice")
    #expect(try refused(nil, Amount(-1)) == "value-negative")
    try add(5)(harness, habit)
    #expect(try refused(nil, Amount(thousandths: .max)) == "value-too-large")
    #expect(
      try harness.when(SetCheck(habit: habit.id, mark: .done, adds: Amount(-2))).entry.value
        == Amount(3)
    )
  }

  // MARK: A plain model

  /// Says of all facts about one day what they come to, looking at each of them.
  private func expected(_ facts: [(fact: CheckSet, stamp: HybridTimestamp)]) -> Entry {
    // What an import brought comes before all that the person set.
    let sorted = facts.sorted {
      ($0.fact.isImported ? 0 : 1, $0.stamp) < ($1.fact.isImported ? 0 : 1, $1.stamp)
    }
    let marks = sorted.filter { $0.fact.only != .note }
    let note = sorted.last { $0.fact.only != .mark }?.fact.entry.note ?? ""
    guard var entry = marks.last?.fact.entry else { return Entry(mark: .open, note: note) }
    entry.note = note
    let base = marks.lastIndex { $0.fact.adds == nil }
    let added = marks[(base.map { $0 + 1 } ?? 0)...].compactMap(\.fact.adds?.thousandths)
    if !added.isEmpty {
      let sum = added.reduce(base.flatMap { marks[$0].fact.entry.value?.thousandths } ?? 0, +)
      entry.value = sum == 0 && entry.value == nil ? nil : Amount(thousandths: max(0, sum))
    }
    return entry.isEmpty ? .empty : entry
  }

  @Test(arguments: UInt64(0)..<300)
  func `any facts of a day, in any order, come to what a plain model says`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let harness = try tracking()
    let habit = try harness.add()
    var facts: [(fact: CheckSet, stamp: HybridTimestamp)] = []
    for second in 0..<Int.random(in: 1...9, using: &random) {
      let entry = Entry(
        mark: Mark.allCases.randomElement(using: &random) ?? .open,
        value: Bool.random(using: &random)
          ? nil : Amount(Double(Int.random(in: 0...9, using: &random))),
        note: ["", "", "a", "b"].randomElement(using: &random) ?? "",
        at: try at("2026-03-12T07:00:00Z")
      )
      let isImported = Int.random(in: 0..<4, using: &random) == 0
      let part: EntryPart? = [nil, .mark, .note].randomElement(using: &random) ?? nil
      let only = isImported ? nil : part
      let adds = Amount(Double(Int.random(in: -3...5, using: &random)))
      let isAdding = Bool.random(using: &random) && only != .note && !isImported
      let fact = CheckSet(
        habit: habit.id,
        day: habit.createdOn,
        entry: entry,
        only: only,
        adds: isAdding ? adds : nil,
        source: isImported ? "loop" : nil
      )
      let device = UInt64.random(in: 1...3, using: &random)
      facts.append((fact, stamp(Int64(second), device: device)))
    }
    for fact in facts.shuffled(using: &random) {
      try harness.given(fact.fact, at: fact.stamp)
      if Int.random(in: 0..<4, using: &random) == 0 { try harness.reopenFromSnapshot() }
    }
    let entry = try harness.ask(CheckOn(habit: habit.id, day: habit.createdOn)).entry
    #expect(entry == expected(facts), "seed \(seed)")
  }
}
