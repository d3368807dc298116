import Core
import Journals
import PostgreSQL
import PostgreSQLTesting
import Testing

@testable import PostgreSQLJournal

/// What an engine needs that spreads the spaces of a journal over several databases.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLShardTests {
  private let spaces = (1...12).map { SpaceID(rawValue: UInt128($0) << 64 | 0x5) }
  private let phone = DeviceID(rawValue: 7)

  @Test func `each statement runs on the database of its space with the same result`() async throws
  {
    try await withPostgreSQL { settings in
      let log = StatementLog()
      var settings = settings
      settings.observer = log.observer
      let journal = try PostgreSQLJournal(settings)
      try await use(journal)
      let shards = try Shards(count: 3)
      for entry in log.entries { try shards.replay(entry) }
      try shards.compare(
        with: try Connection(settings.connection, program: "test", timeout: 30_000)
      )
      let names = Set(log.entries.map(\.statement.statement.name))
      #expect(names.count > 40, "\(names.sorted())")
    }
  }

  @Test(arguments: [
    "SELECT head FROM spaces",
    "SELECT seq FROM facts WHERE id = $1",
    "SELECT 1 FROM spaces WHERE space = $1 AND head < (SELECT max(seq) FROM facts)",
    "DELETE FROM alarms WHERE module = 'm'",
    "INSERT INTO erased (space, entity) SELECT $1, entity FROM facts WHERE space = $1",
  ])
  func `a statement that leaves its space is noticed`(_ sql: String) {
    #expect(!Statement("test", [.uuid], sql).bindsAllTables)
  }

  // MARK: A history

  /// Makes use of all that a journal offers.
  private func use(_ journal: PostgreSQLJournal) async throws {
    _ = try await journal.append(
      spaces.map { space in
        AppendRequest(
          space: space,
          after: 0,
          facts: (1...6).map { fact($0, about: $0 < 4 ? run : read) },
          alarms: [alarm("due", 100), alarm("moved", 5000)]
        )
      }
    )
    for space in spaces.prefix(6) {
      try await changeFacts(of: space, in: journal)
      try await synchronize(space, in: journal)
      try await look(at: space, in: journal)
    }
    #expect(try await journal.next() == 100)
    #expect(try await journal.claim(at: 200, until: 900, limit: 99).count == spaces.count)
    #expect(try await journal.claim(at: 200, limit: 99).isEmpty)
    #expect(try await journal.spaces() == spaces)
    try await journal.erase(spaces[1])
    #expect(try await journal.spaces().count == spaces.count - 1)
  }

  private func changeFacts(of space: SpaceID, in journal: PostgreSQLJournal) async throws {
    let snapshot = Snapshot(space: space, set: 3, sequence: 6, bytes: [1, 2, 3])
    try await journal.keep(snapshot)
    #expect(try await journal.snapshot(of: space, set: 3) == snapshot)
    let conflict = AppendRequest(space: space, after: 2, facts: [fact(99)])
    #expect(try await journal.append([conflict]) == [.conflict(head: 6)])
    try await journal.add([fact(7, about: run, erases: true)], to: space, after: 6)
    let refused = Amendment(fact: fact(5).id, verdict: .refused("late"))
    let amendment = try refused.record(id: FactID(rawValue: 8), stamp: .zero)
    try await journal.add([amendment], to: space, after: 7)
    try await journal.change([alarm("moved", nil)], in: space, after: 8)
  }

  private func synchronize(_ space: SpaceID, in journal: PostgreSQLJournal) async throws {
    let begun = AppendRequest(space: space, after: 8, facts: [], sync: [SyncChange(state: [1])])
    #expect(try await journal.append([begun]) == [.appended(head: 8)])
    let boot = BootTime(boot: 1, milliseconds: 12)
    let made = AppendRequest(
      space: space,
      after: 8,
      facts: [fact(9)],
      made: [fact(9).id: boot]
    )
    #expect(try await journal.append([made]) == [.appended(head: 9)])
    for drops in [SyncChange.Drops.none, .unplaced, .all] {
      let entries = (1...3).map { number in
        SyncEntry(
          author: phone,
          number: number,
          fact: FactID(rawValue: UInt128(number)),
          position: number == 3 ? nil : number,
          verdict: number == 1 ? .taken(fact(1).stamp.clock) : nil
        )
      }
      let change = SyncChange(
        state: [4],
        drops: drops,
        entries: entries,
        decided: [FactID(rawValue: 1)]
      )
      let request = AppendRequest(space: space, after: 9, facts: [], sync: [change])
      #expect(try await journal.append([request]) == [.appended(head: 9)])
    }
  }

  private func look(at space: SpaceID, in journal: PostgreSQLJournal) async throws {
    let ids = (1...9).map { FactID(rawValue: UInt128($0)) }
    #expect(try await journal.read(space, after: 3, limit: 9).rows.count == 6)
    #expect(try await journal.amendments(of: space).count == 1)
    #expect(try await journal.known(ids, in: space).count == 9)
    #expect(try await journal.records(of: ids, in: space).count == 9)
    #expect(try await journal.erasures(of: [run, read], in: space).count == 1)
    #expect(try await journal.entries(in: space, for: ids).count == 3)
    #expect(try await journal.entries(in: space, after: 0, limit: 9).count == 2)
    let numbers = SyncQuestion.Numbers(author: phone, after: 0, limit: 9)
    #expect(try await journal.entries(in: space, of: phone, after: 0, limit: 9).count == 3)
    #expect(try await journal.taken([fact(1).stamp], in: space).count == 1)
    #expect(try await journal.syncState(of: space) == [4])
    #expect(try await journal.bootTimes(of: ids, in: space).count == 1)
    #expect(try await journal.usage(of: space).kinds.count > 1)
    var question = SyncQuestion()
    question.facts = ids
    question.numbers = numbers
    #expect(try await journal.standing(of: space, for: question).head == 9)
    #expect(try await journal.verify(space).rows == 9)
  }
}

/// Databases of their own, each with the spaces that fall to it.
private struct Shards {
  private let connections: [Connection]

  init(count: Int) throws {
    let cluster = try PostgreSQLCluster.shared.get()
    connections = try (0..<count).map { _ in
      let settings = PostgreSQLSettings(connection: try cluster.newDatabase())
      // Creates the tables.
      _ = try PostgreSQLJournal(settings)
      return try Connection(settings.connection, program: "test", timeout: 30_000)
    }
  }

  private func shard(of space: UInt128) -> Connection {
    connections[Int(space % UInt128(connections.count))]
  }

  /// Runs a statement where it belongs, and compares what it returns.
  func replay(_ entry: StatementLog.Entry) throws {
    let name = entry.statement.statement.name
    switch entry.statement.route {
    case nil: Issue.record("“\(name)” does not say to which space it belongs")
    case .nowhere: break
    case .space(let space):
      let answer = StatementAnswer(try shard(of: space).run(entry.statement))
      #expect(answer == entry.answer, "\(name)")
    case .everywhere:
      var answers = try connections.map { StatementAnswer(try $0.run(entry.statement)) }
      if name == "all is due" || name == "all next alarm" {
        // One value from each: whether any alarm is due, and the first of all.
        let values = answers.flatMap(\.rows).compactMap(\.first).compactMap { $0 }
        let found = name == "all is due" ? values.max(by: isSmaller) : values.min(by: isSmaller)
        #expect(entry.answer.rows == [[found]], "\(name)")
        return
      }
      var all = answers.removeFirst()
      for answer in answers { all.add(answer) }
      #expect(all == entry.answer, "\(name)")
    }
  }

  /// Numbers without a sign, the most significant byte first.
  private func isSmaller(_ one: [UInt8], _ two: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(two)
  }

  /// Compares all rows with those of the database in which all spaces are together.
  func compare(with whole: Connection) throws {
    for table in Schema.tablesOfSpaces {
      let all = Statement("test all \(table)", "SELECT space, \(table)::text FROM \(table)")
      var found = StatementAnswer(try connections[0].run(all.alone))
      for other in connections.dropFirst() { found.add(StatementAnswer(try other.run(all.alone))) }
      let wanted = StatementAnswer(try whole.run(all.alone))
      #expect(found.rows == wanted.rows, "\(table)")
      for connection in connections {
        let own = try connection.run(all.alone)
        for row in 0..<own.count {
          #expect(shard(of: try own.uuid(row, 0)) === connection, "\(table)")
        }
      }
    }
  }
}
