import Core
import GamificationContract
import SocialContract
import SocialDomain
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct SharingTests {
  private let reading = HabitID(rawValue: 2)

  private func harness(_ policies: Policies = Policies()) -> Harness {
    let harness = social(policies)
    let items = [streak(running, current: 12, best: 40), streak(reading, current: 3, best: 3)]
    harness.answering(AllStreaks.self) { _ in
      StreaksReport(items: items, freezes: FreezeStock(earned: 0, used: 0), offers: [])
    }
    return harness
  }

  @Test func `K-8: friends see nothing of any habit unless its owner says so`() throws {
    let harness = harness()
    #expect(try harness.ask(SharedStreaks()).isEmpty)
    #expect(try harness.ask(AllShared()).items.isEmpty)
    let shared = try harness.when(SetSharing(habit: running, sharing: .streak))
    #expect(shared.items == [SharedHabit(habit: running, title: "Running", showsTitle: false)])
    #expect(
      try harness.ask(SharedStreaks()) == [SharedStreak(title: nil, current: 12, unit: .day)]
    )
  }

  @Test func `what friends see has no id, no best, and a title only if its owner shows it`() throws
  {
    let harness = harness()
    try harness.when(SetSharing(habit: running, sharing: .streak))
    let unnamed = String(decoding: try JSON.encode(try harness.ask(SharedStreaks())), as: UTF8.self)
    for secret in ["Running", "\(running)", "40"] { #expect(!unnamed.contains(secret)) }
    try harness.when(SetSharing(habit: running, sharing: .streak, showsTitle: true))
    #expect(try harness.ask(SharedStreaks()).map(\.title) == ["Running"])
  }

  @Test func `what was shared can be taken back, and to show all again writes nothing`() throws {
    let harness = harness()
    try harness.when(SetSharing(habit: running, sharing: .streak, showsTitle: true))
    #expect(
      try harness.decide(SetSharing(habit: running, sharing: .streak, showsTitle: true)).isEmpty
    )
    try harness.when(SetSharing(habit: running, sharing: .none))
    #expect(try harness.ask(SharedStreaks()).isEmpty)
  }

  @Test func `what shows less is written, as another device may be showing more`() throws {
    let harness = harness()
    let none = SetSharing(habit: running, sharing: .none)
    let unnamed = SetSharing(habit: running, sharing: .streak)
    #expect(try harness.decide(none).count == 1)
    try harness.when(unnamed)
    #expect(try harness.decide(unnamed).count == 1)
    try harness.when(none)
    #expect(try harness.decide(none).count == 1)
    // Nothing was ever shared of what is not there.
    let missing = SetSharing(habit: HabitID(rawValue: 9), sharing: .none)
    #expect(try harness.decide(missing).isEmpty)
  }

  @Test func `a habit that is not there cannot be shared`() throws {
    let harness = harness()
    let missing = SetSharing(habit: HabitID(rawValue: 9), sharing: .streak)
    let error = #expect(throws: DomainError.self) { try harness.when(missing) }
    #expect(error?.code == "unknown-habit")
    #expect(error?.message.contains("archived") == true)
  }

  @Test func `a product without streaks shares none`() throws {
    var policies = Policies()
    policies.showsStreaks = false
    let harness = harness(policies)
    try harness.given(SharingSet(habit: running, sharing: .streak, showsTitle: true))
    #expect(try harness.ask(SharedStreaks()).isEmpty)
  }

  @Test func `the latest decision counts on every device, in whatever order they meet`() throws {
    let shared = SharingSet(habit: running, sharing: .streak, showsTitle: true)
    let hidden = SharingSet(habit: running, sharing: .none, showsTitle: false)
    let (early, late) = (
      HybridTimestamp(clock: HybridTime(milliseconds: 1000), device: DeviceID(rawValue: 2)),
      HybridTimestamp(clock: HybridTime(milliseconds: 2000), device: DeviceID(rawValue: 3))
    )
    let (one, other) = (harness(), harness())
    try one.given(shared, at: early)
    try one.given(hidden, at: late)
    try other.given(hidden, at: late)
    try other.given(shared, at: early)
    #expect(one.snapshot == other.snapshot)
    #expect(try other.ask(SharedStreaks()).isEmpty)
  }

  @Test func `decisions survive a snapshot, and go with their habit`() throws {
    let harness = harness()
    try harness.when(SetSharing(habit: running, sharing: .streak))
    try harness.when(SetSharing(habit: reading, sharing: .streak))
    let before = harness.snapshot
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
    try harness.given(change: HabitRemoved(habit: running))
    #expect(try harness.ask(AllShared()).items.map(\.habit) == [reading])
    try harness.given(SharingSet(habit: running, sharing: .streak, showsTitle: false))
    #expect(try harness.ask(AllShared()).items.map(\.habit) == [reading])
  }

  @Test func `the payload stays what it was`() throws {
    let fact = SharingSet(habit: running, sharing: .streak, showsTitle: true)
    let text = #"{"habit":"00000000000000000000000000000001","sharing":"streak","showsTitle":true}"#
    #expect(String(decoding: try fact.payload(), as: UTF8.self) == text)
    let read = try SharingSet.upcast(payload: Array(text.utf8), version: 1)
    #expect(try read.payload() == fact.payload())
  }
}
