import Core
import Journals
import PostgreSQL
import PostgreSQLTesting
import Testing

@testable import PostgreSQLJournal

/// The tables come about step by step, also if the program or the server fails in between.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLMigrationTests {
  private func newSession() throws -> (settings: PostgreSQLSettings, session: Connection) {
    let schema = try PostgreSQLCluster.shared.get().newSchema()
    let session = try Connection(schema, program: "test", timeout: 30_000)
    return (PostgreSQLSettings(connection: schema), session)
  }

  private func applied(_ session: Connection) throws -> [String] {
    let found = try session.run(
      Statement("applied", "SELECT name FROM journal_migrations ORDER BY applied").alone
    )
    return (0..<found.count).map { found.text($0, 0) }
  }

  @Test func `a migration that was interrupted between two steps goes on`() async throws {
    let (settings, session) = try newSession()
    let names = Schema.migrations.map(\.name)
    try Migrator(session, Array(Schema.migrations.prefix(2))).run()
    #expect(try applied(session) == Array(names.prefix(2)))
    let journal = try PostgreSQLJournal(settings)
    #expect(try applied(session) == names)
    #expect(try await journal.add(facts(1...3), after: 0) == 3)
  }

  @Test func `a step that fails leaves nothing, and the ones before it stay`() throws {
    let (_, session) = try newSession()
    let first = Migration("first", "CREATE TABLE first (number bigint)")
    // What fails is the last of the step's statements, which records it.
    let broken = Migration(
      "second",
      """
      CREATE TABLE second (number bigint);
      INSERT INTO journal_migrations VALUES ('second', \(Schema.level))
      """
    )
    let second = Migration("second", "CREATE TABLE second (number bigint)")
    #expect(throws: PostgreSQLError.self) { try Migrator(session, [first, broken]).run() }
    #expect(try applied(session) == ["first"])
    try Migrator(session, [first, second]).run()
    #expect(try applied(session) == ["first", "second"])
  }

  @Test func `nodes that start together migrate once`() async throws {
    let (settings, session) = try newSession()
    let journals = try await withThrowingTaskGroup(of: PostgreSQLJournal.self) { group in
      for _ in 0..<4 { group.addTask { try PostgreSQLJournal(settings) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try applied(session) == Schema.migrations.map(\.name))
    #expect(try await journals[0].add([fact(1)], after: 0) == 1)
    #expect(try await journals[3].all().count == 1)
  }

  @Test func `a step of the next version is no obstacle, one of another level is`() async throws {
    let (settings, session) = try newSession()
    let journal = try PostgreSQLJournal(settings)
    try await journal.add([fact(1)], after: 0)
    try session.execute("INSERT INTO journal_migrations VALUES ('later', \(Schema.level))")
    #expect(try await PostgreSQLJournal(settings).all().count == 1)
    try session.execute("INSERT INTO journal_migrations VALUES ('other', \(Schema.level + 1))")
    let error = await trouble { _ = try PostgreSQLJournal(settings) }
    #expect(error?.code == .tooNew)
    #expect(error?.message.contains("nothing was lost") == true)
  }

  @Test func `every key of every table begins with the space`() throws {
    let (settings, session) = try newSession()
    _ = try PostgreSQLJournal(settings)
    let keys = Statement(
      "keys",
      """
      SELECT pg_class.relname FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'p'
        AND (indisunique AND attname = 'space') = $1
      """
    )
    let typed = Statement("keys", [.boolean], keys.sql)
    let found = try session.run(typed.with { $0.add(true) })
    let tables = Set((0..<found.count).map { found.text($0, 0) })
    #expect(tables == Set(Schema.tablesOfSpaces))
    let partitions = Statement(
      "partitions",
      "SELECT count(*) FROM pg_inherits WHERE inhparent = 'facts'::regclass"
    )
    #expect(try session.run(partitions.alone).int(0, 0) == Schema.partitions)
  }
}
