import Core
import Journals
import PostgreSQL
import PostgreSQLTesting
import Testing

@testable import PostgreSQLJournal

/// Nodes hear of what others write, also when messages or connections are lost.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLHeadTests {
  private func withPair(
    _ body: (_ journal: PostgreSQLJournal, _ other: PostgreSQLJournal) async throws -> Void
  ) async throws {
    try await withPostgreSQL { try await body(PostgreSQLJournal($0), PostgreSQLJournal($0)) }
  }

  @Test func `what another node appends is told`() async throws {
    try await withPair { journal, other in
      try await other.add(facts(1...2), to: work, after: 0)
      let ear = Ear(try await journal.heads())
      try await other.add(facts(1...3), after: 0)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 3)]))
      try await other.add([fact(4)], after: 3)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 4)]))
      // What was there before is not reported.
      #expect(!ear.heard.contains { $0.space == work && $0.sequence < 2 })
    }
  }

  @Test func `what a node appends itself is not told to it`() async throws {
    try await withPair { journal, other in
      let ear = Ear(try await journal.heads())
      let theirs = Ear(try await other.heads())
      try await journal.add(facts(1...3), after: 0)
      // The message was sent, since the other one has heard it.
      #expect(await theirs.hears([SpaceHead(space: home, sequence: 3)]))
      try await other.add(facts(1...1), to: work, after: 0)
      #expect(await ear.hears([SpaceHead(space: work, sequence: 1)]))
      try await journal.add([fact(4)], after: 3)
      try await other.add([fact(5)], after: 4)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 5)]))
      #expect(!ear.heard.contains { $0.space == home && $0.sequence < 5 })
    }
  }

  @Test func `each listener is told`() async throws {
    try await withPair { journal, other in
      let ears = [Ear(try await journal.heads()), Ear(try await journal.heads())]
      for head in 1...3 {
        try await other.add([fact(head)], after: head - 1)
        for ear in ears { #expect(await ear.hears([SpaceHead(space: home, sequence: head)])) }
      }
      ears[0].stop()
      #expect(await comesTrue { ears[0].hasEnded })
      try await other.add([fact(4)], after: 3)
      #expect(await ears[1].hears([SpaceHead(space: home, sequence: 4)]))
      #expect(ears[0].heard.count == 3)
    }
  }

  @Test func `all of much that is written fast is told in the end`() async throws {
    try await withPair { journal, other in
      let ear = Ear(try await journal.heads())
      for head in 1...150 { try await other.add([fact(head)], after: head - 1) }
      // More than one message can hold.
      let batch = (1000..<1400).map {
        AppendRequest(space: SpaceID(rawValue: UInt128($0)), after: 0, facts: [fact(1)])
      }
      _ = try await other.append(batch)
      let last = batch.map { SpaceHead(space: $0.space, sequence: 1) }
      #expect(await ear.hears(last + [SpaceHead(space: home, sequence: 150)]))
      let heads = ear.heard.filter { $0.space == home }.map(\.sequence)
      #expect(heads == heads.sorted())
    }
  }

  @Test func `journals of other schemas are not heard`() async throws {
    try await withPair { journal, other in
      let ear = Ear(try await journal.heads())
      try await withPostgreSQL { settings in
        let stranger = try PostgreSQLJournal(settings)
        let second = Ear(try await PostgreSQLJournal(settings).heads())
        try await stranger.add(facts(1...7), after: 0)
        #expect(await second.hears([SpaceHead(space: home, sequence: 7)]))
      }
      try await other.add([fact(1)], after: 0)
      #expect(await ear.hears([SpaceHead(space: home, sequence: 1)]))
      #expect(ear.heard.count == 1)
    }
  }

  @Test func `after a lost connection the heads of the spaces that were read are compared`()
    async throws
  {
    try await withPostgreSQL { settings in
      var named = settings
      named.connection += " application_name=lost-connection"
      named.sweepInterval = 3_600_000
      let journal = try PostgreSQLJournal(named)
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      try await journal.add(facts(1...2), after: 0)
      try await journal.add(facts(1...2), to: work, after: 0)
      let ear = Ear(try await journal.heads())
      _ = try await (journal.all(), journal.all(work))
      // A node whose message is lost.
      try session.execute("UPDATE spaces SET head = 3 WHERE space = \(literal(home))")
      try await session.endSessions(of: "lost-connection")
      #expect(await ear.hears([SpaceHead(space: home, sequence: 3)]))
      #expect(!ear.heard.contains { $0.space == work })
    }
  }

  @Test func `now and then they are compared also without a reason`() async throws {
    try await withPostgreSQL { settings in
      var hasty = settings
      hasty.sweepInterval = 20
      let journal = try PostgreSQLJournal(hasty)
      try await journal.add(facts(1...2), after: 0)
      let ear = Ear(try await journal.heads())
      _ = try await journal.all()
      let session = try Connection(settings.connection, program: "test", timeout: 30_000)
      for head in [3, 9, 1] {
        try session.execute("UPDATE spaces SET head = \(head) WHERE space = \(literal(home))")
        // A smaller one too, as after the loss of a server.
        #expect(await ear.hears([SpaceHead(space: home, sequence: head)]))
      }
      #expect(ear.heard.map(\.sequence) == [3, 9, 1])
    }
  }

  @Test func `spaces that were not used for long are forgotten`() {
    var heads = RecentHeads(capacity: 3)
    for number in 1...3 { heads.use(SpaceID(rawValue: UInt128(number)), at: number) }
    heads.update(SpaceID(rawValue: 2), to: 20)
    heads.update(SpaceID(rawValue: 9), to: 90)
    #expect(heads.all.values.sorted() == [1, 3, 20])
    // The second one is used again, and outlives those that are not.
    for number in [2, 4, 5] { heads.use(SpaceID(rawValue: UInt128(number)), at: number) }
    #expect(heads.all.values.sorted() == [2, 4, 5])
    #expect(heads[SpaceID(rawValue: 1)] == nil)
    #expect(heads[SpaceID(rawValue: 2)] == 2)
  }

  @Test func `without a server nobody is told that messages are heard`() async throws {
    let cluster = try PostgreSQLCluster()
    var settings = PostgreSQLSettings(connection: try cluster.newSchema())
    settings.patience = 100
    let journal = try PostgreSQLJournal(settings)
    try cluster.crash()
    #expect(await trouble { _ = try await journal.heads() }?.code == .unavailable)
    try cluster.start()
    let ear = Ear(try await journal.headsWhenReady())
    try await PostgreSQLJournal(settings).add([fact(1)], after: 0)
    #expect(await ear.hears([SpaceHead(space: home, sequence: 1)]))
  }

  @Test func `a journal that is let go of has closed its connections`() async throws {
    try await withPostgreSQL { settings in
      var named = settings
      named.connection += " application_name=let-go"
      weak var gone: PostgreSQLJournal?
      for round in 0..<3 {
        try await {
          let journal = try PostgreSQLJournal(named)
          gone = journal
          // One that is listened to, one whose stream nobody reads, and one without a stream.
          let heads = round == 2 ? nil : try await journal.heads()
          let ear = round == 0 ? heads.map { Ear($0) } : nil
          try await journal.add([fact(round + 1)], after: round)
          #expect(try await journal.all().count == round + 1)
          #expect(ear?.heard ?? [] == [])
        }()
        #expect(await comesTrue { gone == nil })
        let session = try Connection(settings.connection, program: "test", timeout: 30_000)
        #expect(await comesTrue { (try? session.countSessions(of: "let-go")) == 0 })
      }
    }
  }

  @Test func `a journal is reserved only while no node listens, and no node listens then`()
    async throws
  {
    try await withPostgreSQL { settings in
      let journal = try PostgreSQLJournal(settings)
      var hasty = settings
      hasty.patience = 100
      do {
        let node = try PostgreSQLJournal(settings)
        let ear = Ear(try await node.heads())
        #expect(try await !journal.reserve())
        ear.stop()
      }
      #expect(try await becomesReserved(journal))
      let late = try PostgreSQLJournal(hasty)
      #expect(await trouble { _ = try await late.heads() }?.code == .busy)
      // Another journal in the same database has nodes of its own.
      try await withPostgreSQL { _ = try await PostgreSQLJournal($0).heads() }
    }
  }

  private func becomesReserved(_ journal: PostgreSQLJournal) async throws -> Bool {
    for _ in 0..<400 {
      if try await journal.reserve() { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  private func literal(_ space: SpaceID) -> String {
    let hex = String(space.rawValue, radix: 16)
    return "'\(String(repeating: "0", count: 32 - hex.count))\(hex)'"
  }
}

extension Journal {
  /// Listens as soon as the store can be reached again.
  fileprivate func headsWhenReady() async throws -> AsyncStream<SpaceHead> {
    for _ in 0..<200 {
      do { return try await heads() } catch { try await Task.sleep(for: .milliseconds(50)) }
    }
    return try await heads()
  }
}

extension Connection {
  /// Ends all sessions of programs with this name, and returns once they are gone.
  func endSessions(of program: String) async throws {
    let end = Statement(
      "end sessions",
      [.text],
      """
      SELECT pid::bigint, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = $1
      """
    )
    let ended = try run(end.with { $0.add(program) })
    let processes = try (0..<ended.count).map { try ended.int64($0, 0) }
    let left = Statement(
      "sessions left",
      [.bigints],
      "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY($1)"
    )
    #expect(await comesTrue { (try? run(left.with { $0.add(processes) }).int(0, 0)) == 0 })
  }

  func countSessions(of program: String) throws -> Int {
    let count = Statement(
      "count sessions",
      [.text],
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
    )
    return try run(count.with { $0.add(program) }).int(0, 0)
  }
}
