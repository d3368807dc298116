import Core
import Journals
import Locks
import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import Testing

/// What a PostgreSQL journal tells its callers when the server or the network fails.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLOutageTests {
  private func session(_ settings: PostgreSQLSettings) throws -> Connection {
    try Connection(settings.connection, program: "test", timeout: 30_000)
  }

  @Test func `a connection that was ended while nobody needed it is made again`() async throws {
    try await withPostgreSQL { settings in
      var named = settings
      named.connection += " application_name=idle-journal"
      let journal = try PostgreSQLJournal(named)
      let session = try session(settings)
      for round in 0..<5 {
        // The system may report the end of a connection a moment after the server does, which one
        // call can meet; the next one must not.
        let head = try await retriedOnce { try await journal.add([fact(round + 1)], after: round) }
        #expect(head == round + 1)
        #expect(try await retriedOnce { try await journal.all().count } == round + 1)
        try await session.endSessions(of: "idle-journal")
      }
    }
  }

  private func retriedOnce<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as JournalError where error.code == .unavailable
    {
      return try await body()
    }
  }

  @Test func `an append whose connection ends in between fails, and the next one works`()
    async throws
  {
    try await withPostgreSQL { settings in
      var named = settings
      named.connection += " application_name=ended-journal"
      let journal = try PostgreSQLJournal(named)
      let session = try session(settings)
      try await journal.add([fact(1)], after: 0)
      try session.execute("BEGIN; LOCK TABLE spaces")
      let append = Task { try await journal.add([fact(2)], after: 1) }
      try await waitForLock(session)
      // Within a transaction the list of sessions stays as it was.
      try await self.session(settings).endSessions(of: "ended-journal")
      let error = await trouble { _ = try await append.value }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains("Nothing was changed") == true)
      #expect(error?.message.contains("Try again") == true)
      try session.execute("COMMIT")
      #expect(try await journal.all().count == 1)
      #expect(try await journal.add([fact(2)], after: 1) == 2)
    }
  }

  @Test func `what was written without an answer to the commit is unconfirmed`() async throws {
    try await withPostgreSQL { settings in
      var alone = settings
      // Only a message tells it of what others write.
      alone.sweepInterval = 600_000
      let calm = try PostgreSQLJournal(alone)
      let ear = Ear(try await calm.heads())
      try await calm.add([fact(1)], after: 0)
      // Commits of this one wait for a standby that does not exist.
      var waiting = settings
      waiting.connection = settings.connection.replacing(
        "options=",
        with: "application_name=unanswered options=-csynchronous_commit=on\\ "
      )
      let journal = try PostgreSQLJournal(waiting)
      let session = try session(settings)
      let calls: [@Sendable () async throws -> Void] = [
        { try await journal.add([fact(2)], after: 1) },
        { try await journal.keep(snapshot(of: home, set: 1, at: 2)) },
      ]
      for call in calls {
        let task = Task { try await call() }
        #expect(await comesTrue { (try? session.isAnyWaitingForStandby()) == true })
        try await session.endSessions(of: "unanswered")
        let error = await trouble { try await task.value }
        #expect(error?.code == .unconfirmed)
        #expect(error?.message.contains("may or may not be kept") == true)
      }
      // It was kept, others hear of it, and making it again changes nothing.
      #expect(await ear.hears([SpaceHead(space: home, sequence: 2)]))
      #expect(try await calm.add([fact(2)], after: 2) == 2)
      #expect(try await calm.snapshot(of: home, set: 1) != nil)
    }
  }

  @Test func `a database that only reads says so and can be read`() async throws {
    try await withPostgreSQL { settings in
      try await PostgreSQLJournal(settings).add([fact(1)], after: 0)
      var standby = settings
      standby.connection = settings.connection.replacing(
        "options=",
        with: "options=-cdefault_transaction_read_only=on\\ "
      )
      let journal = try PostgreSQLJournal(standby)
      #expect(try await journal.all().count == 1)
      let calls: [() async throws -> Void] = [
        { try await journal.add([fact(2)], after: 1) },
        { try await journal.erase(home) },
        { try await journal.keep(snapshot(of: home, set: 1, at: 1)) },
      ]
      for call in calls {
        let error = await trouble(call)
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("only reads") == true)
        #expect(error?.message.contains("is safe") == true)
      }
    }
  }

  @Test func `a space that another node has locked for long is busy, and then free`()
    async throws
  {
    try await withPostgreSQL { settings in
      var hasty = settings
      hasty.patience = 300
      let journal = try PostgreSQLJournal(hasty)
      try await journal.add([fact(1)], after: 0)
      let stalled = try session(settings)
      try stalled.execute("BEGIN; SELECT 1 FROM spaces FOR UPDATE")
      let error = await trouble { try await journal.add([fact(2)], after: 1) }
      #expect(error?.code == .busy)
      #expect(error?.message.contains("nothing was lost") == true)
      try stalled.execute("ROLLBACK")
      #expect(try await journal.add([fact(2)], after: 1) == 2)
    }
  }

  @Test func `without a server every call says so at once`() async throws {
    var settings = PostgreSQLSettings(connection: "host=/nowhere user=me password=hunter2")
    settings.patience = 50
    let error = await trouble { _ = try PostgreSQLJournal(settings) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("cannot be reached") == true)
    #expect(error.map { !"\($0)".contains("hunter2") } == true)
  }

  @Test func `a standby can be read, and is written once it has taken over`() async throws {
    let primary = try PostgreSQLCluster()
    let settings = PostgreSQLSettings(connection: try primary.newSchema())
    try await PostgreSQLJournal(settings).add(facts(1...3), after: 0)
    let standby = try PostgreSQLCluster(following: primary)
    func journal(at hosts: String) throws -> PostgreSQLJournal {
      try PostgreSQLJournal(
        PostgreSQLSettings(connection: "\(settings.connection) host=\(hosts)")
      )
    }
    let reader = try journal(at: standby.folder)
    #expect(try await reader.all().count == 3)
    #expect(await trouble { try await reader.add([fact(4)], after: 3) }?.code == .readOnly)
    let node = try journal(
      at: "\(primary.folder),\(standby.folder) target_session_attrs=read-write"
    )
    try await node.add([fact(4)], after: 3)
    let isThere = SharedLocked(false)
    let waiting = Task {
      while try await reader.all().count < 4 { try await Task.sleep(for: .milliseconds(5)) }
      isThere.withLock { $0 = true }
    }
    #expect(await comesTrue { isThere.withLock { $0 } })
    waiting.cancel()
    try primary.crash()
    try standby.promote()
    // The first call may meet the connection that was lost.
    #expect(try await retriedOnce { try await node.add([fact(5)], after: 4) } == 5)
    #expect(try await retriedOnce { try await node.all().count } == 5)
    #expect(try await reader.add([fact(6)], after: 5) == 6)
  }

  @Test func `a server that crashes loses nothing that it confirmed and doubles nothing`()
    async throws
  {
    let cluster = try PostgreSQLCluster()
    let settings = PostgreSQLSettings(connection: try cluster.newSchema())
    let journal = try PostgreSQLJournal(settings)
    let isOver = SharedLocked(false)
    let confirmed = SharedLocked<[SpaceID: [FactID]]>([:])
    let writers = (1...8).map { number in
      Task {
        var writer = CrashWriter(SpaceID(rawValue: UInt128(number)), journal)
        while !isOver.withLock({ $0 }) {
          if let fact = await writer.write() {
            confirmed.withLock { $0[writer.space, default: []].append(fact) }
          }
        }
      }
    }
    for round in 1...3 {
      let before = confirmed.withLock { $0.values.reduce(0) { $0 + $1.count } }
      #expect(
        await comesTrue {
          confirmed.withLock { $0.values.reduce(0) { $0 + $1.count } } > before + 40 * round
        }
      )
      try cluster.crash()
      try cluster.start()
    }
    isOver.withLock { $0 = true }
    for writer in writers { await writer.value }
    let fresh = try PostgreSQLJournal(settings)
    for (space, facts) in confirmed.withLock({ $0 }) {
      let rows = try await fresh.all(space)
      let ids = rows.map(\.fact.id)
      #expect(Set(ids).count == ids.count, "a fact is there twice")
      #expect(Set(facts).isSubset(of: ids), "a confirmed fact is lost")
      #expect(try await fresh.verify(space).firstBroken == nil)
    }
  }
}

/// Appends facts to one space, and makes up its mind after errors as an engine does.
private struct CrashWriter {
  let space: SpaceID
  private let journal: PostgreSQLJournal
  private var head = 0
  private var next: FactID

  init(_ space: SpaceID, _ journal: PostgreSQLJournal) {
    self.space = space
    self.journal = journal
    next = CrashWriter.newID()
  }

  private static func newID() -> FactID { FactID(rawValue: UInt128.random(in: 1...(.max))) }

  /// Appends the next fact; returns it once it is confirmed.
  mutating func write() async -> FactID? {
    let sample = fact(1)
    let record = FactRecord(
      id: next,
      stamp: sample.stamp,
      kind: sample.kind,
      version: 1,
      entity: nil,
      payload: sample.payload
    )
    let request = AppendRequest(space: space, after: head, facts: [record])
    do {
      switch try await journal.append([request]).first {
      case .appended(let head):
        self.head = head
        defer { next = CrashWriter.newID() }
        return next
      case .conflict(let head): self.head = head
      case .superseded: Issue.record("nothing here has a ticket")
      case nil: Issue.record("no result")
      }
    } catch {
      if ![.unavailable, .unconfirmed, .busy].contains(error.code) {
        Issue.record("thrown was \(error)")
      }
      // The same fact is given again: it may be there already, behind the head known here.
      try? await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }
}

extension Connection {
  fileprivate func isAnyWaitingForStandby() throws -> Bool {
    let find = Statement(
      "waiting for standby",
      "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep')"
    )
    return try run(find.alone).bool(0, 0)
  }
}
