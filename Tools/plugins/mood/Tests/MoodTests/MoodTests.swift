import TestKit
import Testing
import TrackingContract
import TrellisSDK

@testable import Mood

@Suite struct MoodTests {
  private let harness = Harness(MoodModule.self)
  private let habit = HabitID(rawValue: 7)

  @Test func `a day has the mood that was said last, and its words stay`() throws {
    #expect(try harness.when(NoteMood(mood: .good, note: "Sun")).mood == .good)
    let said = try harness.when(NoteMood(mood: .great))
    #expect((said.mood, said.note) == (.great, "Sun"))
    #expect(harness.facts.count == 2)
    try harness.when(NoteMood(mood: .great))
    #expect(harness.facts.count == 2)
  }

  @Test func `what was said is taken back with its words`() throws {
    try harness.when(NoteMood(mood: .low, note: "Rain"))
    let said = try harness.when(NoteMood(mood: nil))
    #expect((said.mood, said.note) == (nil, ""))
  }

  @Test func `days to come and long notes are refused`() throws {
    let tomorrow = try harness.when(NoteMood(mood: .fair)).day.advanced(by: 1)
    let future = #expect(throws: DomainError.self) {
      try harness.when(NoteMood(day: tomorrow, mood: .fair))
    }
    #expect(future?.code == "mood-in-future")
    let long = #expect(throws: DomainError.self) {
      try harness.when(NoteMood(mood: .fair, note: String(repeating: "x", count: 501)))
    }
    #expect(long?.code == "mood-note-too-long")
  }

  @Test func `days with a habit are compared with the others, from five of each on`() throws {
    let today = try harness.when(NoteMood(mood: .great)).day
    for back in 0..<10 {
      let day = today.advanced(by: -back)
      try harness.when(NoteMood(day: day, mood: back < 5 ? .great : .low))
      guard back < 5 else { continue }
      #expect(try harness.ask(MoodsByHabit()).isEmpty)
      try harness.given(change: done(on: day))
    }
    let found = try #require(try harness.ask(MoodsByHabit()).first)
    #expect((found.doneMood, found.otherMood) == (5, 2))
    #expect((found.doneDays, found.otherDays) == (5, 5))
    try harness.given(change: HabitRemoved(habit: habit))
    #expect(try harness.ask(MoodsByHabit()).isEmpty)
  }

  @Test func `any order of the same facts is the same, and so is a snapshot`() throws {
    for mood in Mood.allCases { try harness.when(NoteMood(mood: mood, note: mood.name)) }
    try assertConverges([MoodModule.self], harness.facts, seed: 7)
    let before = try harness.when(NoteMood(mood: .great))
    try harness.reopenFromSnapshot()
    #expect(try harness.when(NoteMood(mood: .great)) == before)
  }

  private func done(on day: Day) -> CheckChanged {
    CheckChanged(habit: habit, day: day, from: .open, to: .done, value: nil, isKnown: true)
  }
}
