import Core
import Locks
import PostgreSQL
import PostgreSQLTesting
import Testing

/// The thin wrapper of libpq.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct PostgreSQLTests {
  private func session(_ more: String = "") throws -> Connection {
    try Connection(PostgreSQLCluster.shared.get().address + more, program: "test", timeout: 30_000)
  }

  @Test func `values come back as they were given`() throws {
    let echo = Statement(
      "echo",
      [.bigint, .bigint, .boolean, .uuid, .bytea, .bytea, .text, .bigint, .uuids, .bytea],
      "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10"
    )
    let found = try session().run(
      echo.with {
        $0.add(Int64.min)
        $0.add(UInt64.max)
        $0.add(true)
        $0.add(UInt128.max - 1)
        $0.add([0, 255] as [UInt8])
        $0.add([] as [UInt8])
        $0.add("ü '\";")
        $0.add(nil as Int64?)
        $0.add([1, .max] as [UInt128])
        $0.add("a\0b")
      }
    )
    #expect(try found.int64(0, 0) == .min)
    #expect(try found.uint64(0, 1) == .max)
    #expect(try found.bool(0, 2))
    #expect(try found.uuid(0, 3) == .max - 1)
    #expect(found.bytes(0, 4) == [0, 255])
    #expect(found.bytes(0, 5) == [] && !found.isNull(0, 5))
    #expect(found.text(0, 6) == "ü '\";")
    #expect(found.isNull(0, 7))
    #expect(try found.uuids(0, 8) == [1, .max])
    #expect(found.text(0, 9) == "a\0b")
    #expect(throws: PostgreSQLError.self) { try found.int64(0, 7) }
    #expect(throws: PostgreSQLError.self) { try found.uuids(0, 3) }
  }

  @Test func `what is sent together takes effect together`() throws {
    let session = try session()
    try session.execute("CREATE TEMPORARY TABLE numbers (number bigint PRIMARY KEY)")
    let insert = Statement("insert", [.bigint], "INSERT INTO numbers VALUES ($1)")
    let count = Statement("count", "SELECT count(*) FROM numbers")
    let twice = [1, 2, 1].map { number in insert.with { $0.add(number) } }
    let error = #expect(throws: PostgreSQLError.self) { try session.run(twice + [count.alone]) }
    #expect(error?.kind == .unique && error?.state == "23505" && error?.statement == "insert")
    // The value is in the server's details alone, which are left out.
    #expect(error.map { !"\($0)".contains("(1)") } == true)
    #expect(session.isUsable && !session.isInTransaction)
    // A statement that was to be prepared behind the error is prepared now.
    #expect(try session.run(count.alone).int(0, 0) == 0)
    let many = (1...20_000).map { number in insert.with { $0.add(number) } }
    #expect(try session.run(many + [count.alone]).last?.int(0, 0) == 20_000)
  }

  @Test func `a server that does not answer in time is given up`() throws {
    let session = try Connection(
      PostgreSQLCluster.shared.get().address,
      program: "test",
      timeout: 50
    )
    let error = #expect(throws: PostgreSQLError.self) { try session.execute("SELECT pg_sleep(60)") }
    #expect(error?.kind == .timedOut)
    #expect(!session.isUsable)
  }

  @Test func `the end of a connection is noticed without using it`() async throws {
    let (session, administrator) = (try session(), try session())
    session.refresh()
    #expect(session.isUsable)
    let end = Statement("end", [.bigint], "SELECT pg_terminate_backend($1::int)")
    _ = try administrator.run(end.with { $0.add(session.process) })
    #expect(
      await comesTrue {
        session.refresh()
        return !session.isUsable
      }
    )
  }

  @Test func `messages are heard by those who listen`() throws {
    let (listener, speaker) = (try session(), try session())
    try listener.listen(to: "a \"channel\"")
    let notify = Statement("notify", [.text, .text], "SELECT pg_notify($1, $2)")
    _ = try speaker.run(
      notify.with {
        $0.add("a \"channel\"")
        $0.add("hello")
      }
    )
    // The server delivers a message before it answers the listener's next statement.
    try listener.execute("SELECT 1")
    let heard = listener.takeMessages()
    #expect(heard.map(\.text) == ["hello"])
    #expect(heard.first?.sender == speaker.process)
  }

  @Test(
    arguments: [
      ("SELECT 1 / 0", .other, "22012"), ("SELECT * FROM nowhere", .missing, "42P01"),
      ("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", .conflict, "40001"),
      ("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", .conflict, "40P01"),
      ("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$", .full, "53100"),
      ("DO $$ BEGIN RAISE SQLSTATE '53300'; END $$", .crowded, "53300"),
      ("DO $$ BEGIN RAISE SQLSTATE '58030'; END $$", .io, "58030"),
      ("DO $$ BEGIN RAISE SQLSTATE 'XX001'; END $$", .damaged, "XX001"),
      ("SET transaction_read_only = on; CREATE TABLE t ()", .readOnly, "25006"),
      ("SET statement_timeout = 1; SELECT pg_sleep(60)", .locked, "57014"),
      ("SELECT pg_terminate_backend(pg_backend_pid())", .ending, "57P01"),
    ] as [(String, PostgreSQLError.Kind, String)]
  )
  func `errors are told by their codes`(
    _ sql: String,
    _ kind: PostgreSQLError.Kind,
    _ state: String
  ) throws {
    let session = try session()
    let error = #expect(throws: PostgreSQLError.self) { try session.execute(sql) }
    #expect(error?.kind == kind)
    #expect(error?.state == state)
    #expect(session.isUsable == (kind != .ending))
  }

  @Test func `why no connection is made is told by codes too`() throws {
    let administrator = try session()
    try administrator.execute("CREATE ROLE narrow LOGIN CONNECTION LIMIT 1")
    let first = try session(" user=narrow")
    let crowded = #expect(throws: PostgreSQLError.self) { try session(" user=narrow") }
    #expect(crowded?.kind == .crowded && crowded?.state == "53300")
    #expect(first.isUsable)
    let nobody = #expect(throws: PostgreSQLError.self) { try session(" user=nobody") }
    #expect(nobody?.kind == .refused && nobody?.state == "28000")
    let nowhere = #expect(throws: PostgreSQLError.self) { try session(" dbname=nowhere") }
    #expect(nowhere?.kind == .refused && nowhere?.state == "3D000")
    let silent = #expect(throws: PostgreSQLError.self) { try session(" port=1") }
    #expect(silent?.kind == .unreachable)
  }

  @Test(arguments: [
    "host=/nowhere password=hunter2", "host=/nowhere password=hunter2 nonsense",
    "postgresql://me:hunter2@[::/x", "postgresql://me:hunter2@/x?host=/nowhere",
    "password='hunter2", "host=/nowhere hunter2",
  ])
  func `no error contains the password`(_ settings: String) throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try Connection(settings, program: "test", timeout: 1000)
    }
    #expect(error.map { !"\($0)".contains("hunter2") } == true)
  }
}
