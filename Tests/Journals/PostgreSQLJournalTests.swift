import Core
import Journals
import Locks
import PostgreSQL
import PostgreSQLTesting
import Testing

@testable import PostgreSQLJournal

/// What a PostgreSQL journal must do besides what every journal must: several nodes use it.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLJournalTests {
  private func withPair(
    _ body: (_ one: PostgreSQLJournal, _ two: PostgreSQLJournal) async throws -> Void
  ) async throws {
    try await withPostgreSQL { try await body(PostgreSQLJournal($0), PostgreSQLJournal($0)) }
  }

  // MARK: Races

  @Test func `of two nodes that append to a space at once one wins, and the other is told`()
    async throws
  {
    try await withPair { one, two in
      // The first round makes the space, in which both find none.
      for round in 0..<40 {
        async let first = one.append([request(round, fact(2 * round + 1))])
        async let second = two.append([request(round, fact(2 * round + 2))])
        let results = try await first + second
        #expect(results.count { $0 == .appended(head: round + 1) } == 1)
        #expect(results.count { $0 == .conflict(head: round + 1) } == 1)
      }
      let report = try await one.verify(home)
      #expect(report == ChainReport(rows: 40, erased: 0, firstBroken: nil))
    }
  }

  @Test func `of two attempts at a command one is recorded, whichever node makes it`()
    async throws
  {
    try await withPair { one, two in
      let (first, second) = (ticket(1, attempt: 1), ticket(1, attempt: 2))
      #expect(try await one.append([ticketed(0, 1, first)]) == [.appended(head: 1)])
      // Also in the same batch as others, which are stored.
      #expect(
        try await two.append([ticketed(1, 2, second), ticketed(1, 3, ticket(2, attempt: 2))])
          == [.superseded(commands: [[1]]), .appended(head: 2)]
      )
      // A command may consist of several changes.
      #expect(try await one.append([ticketed(2, 4, first)]) == [.appended(head: 3)])
      // In another space it is another command.
      let elsewhere = AppendRequest(space: work, after: 0, facts: [fact(5)], tickets: [second])
      #expect(try await two.append([elsewhere]) == [.appended(head: 1)])
      try await one.erase(home)
      #expect(try await two.append([ticketed(0, 6, second)]) == [.appended(head: 1)])
    }
  }

  @Test func `of two attempts that are made at once one is recorded`() async throws {
    try await withPair { one, two in
      for name in UInt8(0)..<40 {
        async let first = one.append([ticketed(0, 1, ticket(name, attempt: 1))])
        async let second = two.append([ticketed(0, 2, ticket(name, attempt: 2))])
        _ = try await (first, second)
        // Whoever lost decides again, for a space that has one row now.
        let again = try await one.append([ticketed(1, 3, ticket(name, attempt: 1))])
        let head = again == [.appended(head: 2)] ? 2 : 1
        let more = try await two.append([ticketed(head, 4, ticket(name, attempt: 2))])
        #expect((again + more).count { $0 == .superseded(commands: [[name]]) } == 1)
        try await one.erase(home)
      }
    }
  }

  private func ticket(_ name: UInt8, attempt: UInt8) -> CommandTicket {
    CommandTicket(name: [name], attempt: [attempt])
  }

  private func ticketed(_ after: Int, _ number: Int, _ ticket: CommandTicket) -> AppendRequest {
    AppendRequest(space: home, after: after, facts: [fact(number)], tickets: [ticket])
  }

  @Test func `batches with the same spaces in different orders do not wait in a circle`()
    async throws
  {
    try await withPair { one, two in
      let spaces = (1...9).map { SpaceID(rawValue: UInt128($0)) }
      async let forward = appendAll(spaces, to: one)
      async let backward = appendAll(spaces.reversed(), to: two)
      let appended = try await forward + backward
      var stored = 0
      for space in spaces { stored += try await one.verify(space).rows }
      #expect(appended == stored && stored >= 30 * spaces.count)
    }
  }

  /// Appends to all spaces in one batch, again and again; returns how many facts were taken.
  private func appendAll(
    _ spaces: [SpaceID],
    to journal: PostgreSQLJournal
  ) async throws -> Int {
    var heads: [SpaceID: Int] = [:]
    var taken = 0
    for _ in 0..<60 {
      let batch = spaces.map { space in
        AppendRequest(
          space: space,
          after: heads[space] ?? 0,
          facts: [fact(Int.random(in: 1...(.max)))]
        )
      }
      for (space, result) in zip(spaces, try await journal.append(batch)) {
        switch result {
        case .appended(let head):
          heads[space] = head
          taken += 1
        case .conflict(let head): heads[space] = head
        case .superseded: Issue.record("nothing here has a ticket")
        }
      }
    }
    return taken
  }

  @Test func `two nodes do not both get an alarm`() async throws {
    try await withPair { one, two in
      let keys = (1...60).map { AlarmKey(rawValue: "\($0)") }
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

  /// Claims three at a time until there are none.
  ///
  /// Another claimant may have locked those that this one finds, so it asks more often than that.
  private func claimAll(_ journal: PostgreSQLJournal) async throws -> [AlarmKey] {
    var claimed: [AlarmKey] = []
    for _ in 0..<60 {
      claimed += try await journal.claim(at: 100, until: 999, limit: 3).map(\.key)
    }
    return claimed
  }

  // MARK: Groups

  @Test func `appends that wait are committed together`() async throws {
    try await withPostgreSQL { settings in
      var settings = settings
      settings.writers = 1
      let journal = try PostgreSQLJournal(settings)
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      try await journal.add([fact(1)], after: 0)
      let appends = try await blocked(home, by: session) {
        let first = Task { try await journal.append([request(1, fact(2))]) }
        try await waitForLock(session)
        // All of them arrive while the first one waits for the lock.
        let others = (101...150).map { number in
          Task {
            try await journal.add([fact(1)], to: SpaceID(rawValue: UInt128(number)), after: 0)
          }
        }
        #expect(await comesTrue { journal.waitingAppends == others.count })
        return [first] + others.map { other in Task { [.appended(head: try await other.value)] } }
      }
      for append in appends { _ = try await append.value }
      let count = Statement("transactions", "SELECT count(DISTINCT xmin::text) FROM facts")
      #expect(try session.run(count.alone).int(0, 0) == 3)
    }
  }

  @Test func `appends that wait are shared by the threads that write`() async throws {
    try await withPostgreSQL { settings in
      let journal = try PostgreSQLJournal(settings)
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      for space in [home, work] { try await journal.add([fact(1)], to: space, after: 0) }
      let appends = try await blocked(home, work, by: session) {
        var appends: [Task<Int, any Error>] = []
        for space in [home, work] {
          appends.append(Task { try await journal.add([fact(2)], to: space, after: 1) })
          try await waitForLock(session, count: appends.count)
        }
        for number in 101...150 {
          let space = SpaceID(rawValue: UInt128(number))
          appends.append(Task { try await journal.add([fact(1)], to: space, after: 0) })
        }
        #expect(await comesTrue { journal.waitingAppends == 50 })
        return appends
      }
      for append in appends { _ = try await append.value }
      // Two at first, one of each thread that was blocked, and one of each with what waited for it.
      let count = Statement("transactions", "SELECT count(DISTINCT xmin::text) FROM facts")
      #expect(try session.run(count.alone).int(0, 0) == 6)
    }
  }

  @Test func `an append that cannot be stored keeps no other from being stored`() async throws {
    try await withPostgreSQL { settings in
      var settings = settings
      settings.writers = 1
      let journal = try PostgreSQLJournal(settings)
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      let bad = SpaceID(rawValue: 0xBAD)
      try await journal.add([fact(1)], after: 0)
      try await journal.add(facts(1...2), to: bad, after: 0)
      try session.execute("DELETE FROM facts WHERE seq = 2")
      let (broken, sound) = try await blocked(home, by: session) {
        let first = Task { try await journal.append([request(1, fact(2))]) }
        try await waitForLock(session)
        let broken = Task { try await journal.add([fact(3)], to: bad, after: 2) }
        let sound = Task { try await journal.add([fact(3)], to: work, after: 0) }
        #expect(await comesTrue { journal.waitingAppends == 2 })
        return (broken, [first, Task { [.appended(head: try await sound.value)] }])
      }
      for append in sound { _ = try await append.value }
      #expect(await trouble { _ = try await broken.value }?.code == .damaged)
      #expect(try await journal.all(work).count == 1)
      #expect(try await journal.read(bad, after: 0, limit: 9).head == 2)
    }
  }

  @Test func `appends of a group that has waited for a lock in vain do not wait as long again`()
    async throws
  {
    try await withPostgreSQL { settings in
      let log = StatementLog()
      var settings = settings
      settings.writers = 1
      // Enough for all appends to arrive on a busy machine; it passes once.
      settings.patience = 2000
      settings.observer = log.observer
      let journal = try PostgreSQLJournal(settings)
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      let stalled = try Connection(settings.connection, program: "test", timeout: 30_000)
      for space in [home, work] { try await journal.add([fact(1)], to: space, after: 0) }
      try await blocked(work, by: stalled) {
        let (held, free) = try await blocked(home, by: session) {
          let first = Task { try await journal.append([request(1, fact(2))]) }
          try await waitForLock(session)
          let held = Task { try await journal.add([fact(2)], to: work, after: 1) }
          #expect(await comesTrue { journal.waitingAppends == 1 })
          let other = SpaceID(rawValue: 101)
          let free = Task { try await journal.add([fact(1)], to: other, after: 0) }
          #expect(await comesTrue { journal.waitingAppends == 2 })
          return (held, [first, Task { [.appended(head: try await free.value)] }])
        }
        for append in free { _ = try await append.value }
        #expect(await trouble { _ = try await held.value }?.code == .busy)
      }
      let short = log.entries.filter { $0.statement.statement.name == "append wait shortly" }
      #expect(short.count == 1, "those that succeeded are noted")
    }
  }

  /// Runs `body` while another session has locked these spaces.
  private func blocked<T>(
    _ spaces: SpaceID...,
    by session: Connection,
    _ body: () async throws -> T
  ) async throws -> T {
    let lock = Statement("lock", [.uuid], "SELECT 1 FROM spaces WHERE space = $1 FOR UPDATE")
    try session.execute("BEGIN")
    for space in spaces { _ = try session.run(lock.with { $0.add(space.rawValue) }) }
    let value = try await body()
    try session.execute("COMMIT")
    return value
  }

  // MARK: Values

  @Test func `texts may contain the zero character`() async throws {
    try await withPostgreSQL { settings in
      let journal = try PostgreSQLJournal(settings)
      let odd = FactRecord(
        id: FactID(rawValue: 1),
        stamp: .zero,
        kind: "a\0b",
        version: 1,
        entity: nil,
        payload: [0]
      )
      let entry = SyncEntry(
        author: DeviceID(rawValue: 1),
        number: 1,
        fact: odd.id,
        position: 1,
        verdict: .refused("\0")
      )
      let request = AppendRequest(
        space: home,
        after: 0,
        facts: [odd],
        alarms: [alarm("\0", 5, of: "m\0")],
        sync: [SyncChange(state: [], entries: [entry])]
      )
      #expect(try await journal.append([request]) == [.appended(head: 1)])
      #expect(try await journal.all().first?.fact.kind == "a\0b")
      #expect(try await journal.entries(in: home, after: 0, limit: 1) == [entry])
      #expect(try await journal.claim(at: 5, of: ["m\0"]).map(\.key) == ["\0"])
    }
  }

  @Test func `rows behind the last one are noticed`() async throws {
    try await withPostgreSQL { settings in
      let journal = try PostgreSQLJournal(settings)
      try await journal.add(facts(1...3), after: 0)
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      try session.execute(
        """
        UPDATE spaces SET head = 2,
          head_hash = (SELECT chain_hash FROM facts WHERE facts.space = spaces.space AND seq = 2)
        """
      )
      #expect(await trouble { try await journal.add([fact(4)], after: 2) }?.code == .damaged)
      #expect(try await journal.read(home, after: 0, limit: 9).head == 2)
    }
  }

  @Test func `two entries of a sync cannot have one place`() async throws {
    try await withPostgreSQL { settings in
      let journal = try PostgreSQLJournal(settings)
      let entries = [1, 2].map { number in
        SyncEntry(author: DeviceID(rawValue: 1), number: number, fact: fact(number).id, position: 1)
      }
      let change = SyncChange(state: [], entries: entries)
      let request = AppendRequest(space: home, after: 0, facts: facts(1...2), sync: [change])
      let error = await trouble { _ = try await journal.append([request]) }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains("Nothing was changed") == true)
      #expect(try await journal.spaces().isEmpty)
    }
  }

  @Test func `nothing is appended behind a row that is missing`() async throws {
    try await withPostgreSQL { settings in
      let journal = try PostgreSQLJournal(settings)
      try await journal.add(facts(1...3), after: 0)
      try Connection(settings.connection, program: "test", timeout: 30_000)
        .execute("DELETE FROM facts WHERE seq = 3")
      let error = await trouble { try await journal.add([fact(4)], after: 3) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("left as it is") == true)
    }
  }

  @Test func `the settings show no password`() {
    let settings = PostgreSQLSettings(connection: "host=db password=hunter2")
    var dumped = ""
    dump(settings, to: &dumped)
    for text in ["\(settings)", String(reflecting: settings), "\([settings])", dumped] {
      #expect(!text.contains("hunter2"))
    }
  }
}

private func request(_ head: Int, _ fact: FactRecord) -> AppendRequest {
  AppendRequest(space: home, after: head, facts: [fact])
}

/// Waits until other sessions, at least `count` of them, wait for what this one has locked.
func waitForLock(_ session: Connection, count: Int = 1) async throws {
  let waiting = Statement(
    "waiting",
    """
    SELECT count(*) FROM pg_locks AS waiting WHERE NOT granted
      AND pg_backend_pid() = ANY(pg_blocking_pids(waiting.pid))
    """
  )
  #expect(await comesTrue { (try? session.run(waiting.alone).int(0, 0)) ?? 0 >= count })
}
