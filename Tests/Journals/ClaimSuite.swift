import Core
import Journals
import SQLiteJournal
import Testing

/// What every journal must do when alarms are due.
@Suite struct ClaimSuite {
  @Test(arguments: Store.allCases)
  func `a claimed alarm is nobody else's until the lease ends`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.change([alarm("a", 100)])
      let claimed = try await journal.claim(at: 150, until: 250)
      #expect(claimed.map(\.key) == ["a"])
      #expect(claimed.map(\.at.milliseconds) == [100])
      #expect(try await journal.claim(at: 150, until: 999).isEmpty)
      #expect(try await journal.claim(at: 249, until: 999).isEmpty)
      #expect(try await journal.claim(at: 250, until: 999) == claimed)
      #expect(try await journal.claim(at: 250, until: 999).isEmpty)
    }
  }

  @Test(arguments: Store.allCases)
  func `whoever claimed an alarm ends it by an append`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.change([alarm("a", 100), alarm("b", 100)])
      let claimed = try #require(try await journal.claim(at: 100, until: 200, limit: 1).first)
      let results = try await journal.append([
        AppendRequest(
          space: home,
          after: 0,
          facts: [fact(1)],
          alarms: [AlarmChange(ending: claimed)]
        )
      ])
      #expect(results == [.appended(head: 1)])
      #expect(try await journal.claim(at: 999).map(\.key) == ["b"])
    }
  }

  @Test(arguments: Store.allCases)
  func `an append in conflict ends no alarm`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.change([alarm("a", 100)])
      let claimed = try #require(try await journal.claim(at: 100, until: 200).first)
      let results = try await journal.append([
        AppendRequest(
          space: home,
          after: 7,
          facts: [fact(1)],
          alarms: [AlarmChange(ending: claimed)]
        )
      ])
      #expect(results == [.conflict(head: 0)])
      #expect(try await journal.claim(at: 200) == [claimed])
    }
  }

  @Test(arguments: Store.allCases)
  func `an alarm that was moved meanwhile is not ended with its old instant`(
    _ store: Store
  ) async throws {
    try await store.withJournal { journal async throws in
      try await journal.change([alarm("a", 100)])
      let old = try #require(try await journal.claim(at: 100, until: 200).first)
      try await journal.change([alarm("a", 300)])
      try await journal.change([AlarmChange(ending: old)])
      #expect(try await journal.next() == 300)
      let moved = try #require(try await journal.claim(at: 300).first)
      #expect(moved.at.milliseconds == 300)
      try await journal.change([AlarmChange(ending: moved)])
      #expect(try await journal.next() == nil)
    }
  }

  @Test(arguments: Store.allCases, [100, 120] as [Int64])
  func `setting an alarm anew frees it`(_ store: Store, _ at: Int64) async throws {
    try await store.withJournal { journal async throws in
      try await journal.change([alarm("a", 100)])
      #expect(try await journal.claim(at: 150, until: 999).count == 1)
      try await journal.change([alarm("a", at)])
      #expect(try await journal.next() == at)
      #expect(try await journal.claim(at: 150, until: 999).map(\.at.milliseconds) == [at])
    }
  }

  @Test(arguments: Store.allCases)
  func `only alarms of the asked modules count, and only they are claimed`(
    _ store: Store
  ) async throws {
    try await store.withJournal { journal async throws in
      let others = (1...5 as ClosedRange<Int64>).map {
        alarm(AlarmKey(rawValue: "\($0)"), $0, of: "other")
      }
      try await journal.change(others + [alarm("a", 10), alarm("b", 20), alarm("c", 30)])
      let claimed = try await journal.claim(at: 50, until: 999, limit: 2)
      #expect(claimed.map(\.key) == ["a", "b"])
      #expect(try await journal.claim(at: 50, until: 999, of: ["other"], limit: 9).count == 5)
      #expect(try await journal.claim(at: 50, of: ["streaks", "other"]).map(\.key) == ["c"])
      #expect(try await journal.claim(at: 50, of: []).isEmpty)
    }
  }

  @Test(arguments: Store.allCases)
  func `the next alarm is due when the claim on it ends`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.change([alarm("a", -100), alarm("b", 900), alarm("o", 5, of: "other")])
      #expect(try await journal.next() == -100)
      #expect(try await journal.claim(at: -50, until: 400).map(\.key) == ["a"])
      #expect(try await journal.next() == 400)
      #expect(try await journal.claim(at: 400, until: 1000).map(\.key) == ["a"])
      // The unclaimed alarm comes before the end of the claim.
      #expect(try await journal.next() == 900)
      #expect(try await journal.next(of: ["other"]) == 5)
      #expect(try await journal.next(of: ["other", "streaks"]) == 5)
      #expect(try await journal.next(of: []) == nil)
    }
  }

  @Test func `two open journals do not both get an alarm`() async throws {
    try await withFolder { folder in
      let one = try SQLiteJournal(path: "\(folder)/journal.db")
      let two = try SQLiteJournal(path: "\(folder)/journal.db")
      let keys = (1...40).map { AlarmKey(rawValue: "\($0)") }
      try await one.change(keys.map { alarm($0, 100) })
      async let mine = claimAll(one)
      async let theirs = claimAll(two)
      let claimed = try await mine + theirs
      #expect(claimed.count == keys.count)
      #expect(Set(claimed) == Set(keys))
      #expect(try await one.next() == 999)
      #expect(try await two.next() == 999)
    }
  }

  /// Claims three at a time, more often than necessary for all.
  private func claimAll(_ journal: SQLiteJournal) async throws -> [AlarmKey] {
    var claimed: [AlarmKey] = []
    for _ in 0..<30 {
      claimed += try await journal.claim(at: 100, until: 999, limit: 3).map(\.key)
    }
    return claimed
  }
}
