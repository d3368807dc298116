import Glibc
import Journals
import SQLite
import Testing

@testable import SQLiteJournal

/// The SQLite wrapper, independently of journals.
@Suite struct SQLiteTests {
  private func kind(_ body: () throws -> Void) -> SQLiteError.Kind? {
    do { try body() } catch let error as SQLiteError { return error.kind } catch {}
    return nil
  }

  private func withDatabase(_ body: (Database, String) throws -> Void) throws {
    try withFolder { folder in
      let path = "\(folder)/some.db"
      let database = try Database(path: path, mode: .readWriteCreate, busyTimeout: 0)
      try database.execute("CREATE TABLE t(a, b, c, d, e, f)")
      try body(database, path)
    }
  }

  @Test func `values come back as they were bound`() throws {
    try withDatabase { database, _ in
      let insert = try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")
      try insert.bind(1, Int64.min)
      try insert.bind(2, 0.1)
      try insert.bind(3, "zwölf\0nul")
      try insert.bind(4, [0, 255] as [UInt8])
      try insert.bindNull(5)
      try insert.bind(6, UInt128.max - 1)
      try insert.run()
      let select = try database.prepare("SELECT a, b, c, d, e, f AS last FROM t")
      #expect(try select.step())
      #expect(select.int64(0) == Int64.min)
      #expect(select.double(1) == 0.1)
      #expect(select.text(2) == "zwölf\0nul")
      #expect(select.blob(3) == [0, 255])
      #expect(select.isNull(4))
      #expect(select.uint128(5) == UInt128.max - 1)
      #expect(select.uint128(3) == nil)
      #expect(
        (0..<6).map { select.type($0) } == [.integer, .double, .text, .blob, .null, .blob]
      )
      #expect(select.columnNames == ["a", "b", "c", "d", "e", "last"])
      #expect(try !select.step())
    }
  }

  @Test func `empty text and empty bytes are not null`() throws {
    try withDatabase { database, _ in
      let insert = try database.prepare("INSERT INTO t(a, b, c) VALUES (?, ?, ?)")
      try insert.bind(1, "")
      try insert.bind(2, [UInt8]())
      try insert.bind(3, String?.none)
      try insert.run()
      let select = try database.prepare("SELECT a, b, c FROM t")
      #expect(try select.step())
      #expect((0..<3).map { select.type($0) } == [.text, .blob, .null])
      #expect(select.text(0) == "")
      #expect(select.blob(1) == [])
      #expect(select.text(2) == "")
    }
  }

  @Test func `a statement in use is not handed out again`() throws {
    try withDatabase { database, _ in
      try database.execute("INSERT INTO t(a) VALUES (1), (2)")
      let outer = try database.prepare("SELECT a FROM t ORDER BY a")
      var pairs: [[Int]] = []
      while try outer.step() {
        let inner = try database.prepare("SELECT a FROM t ORDER BY a")
        while try inner.step() { pairs.append([outer.int(0), inner.int(0)]) }
      }
      #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
      #expect(try database.prepare("SELECT a FROM t ORDER BY a") === outer)
    }
  }

  @Test func `a statement may live longer than its database`() throws {
    try withFolder { folder in
      let statement = try Database(path: "\(folder)/a.db", mode: .readWriteCreate).prepare(
        "SELECT 7"
      )
      #expect(try statement.step())
      #expect(statement.int(0) == 7)
    }
  }

  @Test func `a transaction that throws leaves nothing behind`() throws {
    try withDatabase { database, _ in
      #expect(
        kind {
          try database.transaction { () throws(SQLiteError) in
            try database.execute("INSERT INTO t(a) VALUES (1)")
            try database.execute("INSERT INTO nothing VALUES (1)")
          }
        } == .other
      )
      #expect(!database.isInTransaction)
      #expect(try database.integer("SELECT count(*) FROM t") == 0)
      try database.transaction { () throws(SQLiteError) in
        try database.execute("INSERT INTO t(a) VALUES (1)")
      }
      #expect(try database.integer("SELECT count(*) FROM t") == 1)
    }
  }

  @Test func `kinds of trouble are told apart`() throws {
    try withDatabase { database, path in
      try database.execute("CREATE TABLE u(a UNIQUE); INSERT INTO u VALUES (1)")
      #expect(kind { try database.execute("INSERT INTO u VALUES (1)") } == .constraint)
      let reader = try Database(path: path, mode: .readOnly, busyTimeout: 0)
      #expect(kind { try reader.execute("INSERT INTO u VALUES (2)") } == .readOnly)
      try database.execute("BEGIN EXCLUSIVE")
      #expect(kind { _ = try reader.integer("SELECT count(*) FROM u") } == .busy)
      try database.execute("COMMIT; PRAGMA max_page_count = 4")
      #expect(
        kind { try database.execute("INSERT INTO t VALUES (zeroblob(99999),2,3,4,5,6)") } == .full
      )
      #expect(kind { _ = try Database(path: path + "/x", mode: .readOnly) } == .cannotOpen)
      #expect(kind { _ = try database.prepare("") } == .other)
      try writeFile(path + "2", Array(repeating: 1, count: 8192))
      #expect(kind { _ = try Database.openForeign(path: path + "2") } == .notADatabase)
    }
  }

  @Test func `a backup is taken while another connection writes`() throws {
    try withDatabase { database, path in
      try database.execute("PRAGMA journal_mode = WAL; INSERT INTO t(a) VALUES (1)")
      let other = try Database(path: path, mode: .readWrite)
      try other.execute("BEGIN; INSERT INTO t(a) VALUES (2)")
      try database.backup(to: path + ".copy")
      try other.execute("COMMIT")
      let copy = try Database(path: path + ".copy", mode: .readOnly)
      #expect(try copy.integer("SELECT count(*) FROM t") == 1)
    }
  }

  @Test func `a foreign file's contents are read and its damage is found`() throws {
    try withDatabase { database, path in
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t(a, b) SELECT i, 'some text' FROM n
        """
      )
      let whole = try readFile(path)
      try writeFile(path + "2", whole)
      let foreign = try Database.openForeign(path: path + "2")
      #expect(try foreign.integer("SELECT count(*) FROM t") == 2000)
      #expect(kind { try foreign.execute("DELETE FROM t") } == .readOnly)
      var spoiled = whole
      for index in 4096..<4200 { spoiled[index] = 0xEE }
      try writeFile(path + "3", spoiled)
      #expect(kind { _ = try Database.openForeign(path: path + "3") } == .damaged)
    }
  }

  @Test func `reading a foreign file makes nothing beside it`() throws {
    try withFolder { folder in
      let path = "\(folder)/100% ä?#&.db"
      try Database(path: path, mode: .readWriteCreate).execute(
        "PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (7)"
      )
      #expect(filesIn(folder).count == 1)
      let foreign = try Database.openForeign(path: path)
      #expect(try foreign.integer("SELECT a FROM t") == 7)
      #expect(filesIn(folder).count == 1)
      // What another program has not moved into the file yet is read too.
      let other = try Database(path: path, mode: .readWrite)
      try other.execute("INSERT INTO t VALUES (8)")
      #expect(try Database.openForeign(path: path).integer("SELECT max(a) FROM t") == 8)
    }
  }

  @Test func `each kind of trouble has its words`() {
    func error(_ code: Int32, system: Int32 = 0) -> SQLiteError {
      SQLiteError(extendedCode: code, message: "m", systemError: system)
    }
    func code(_ trouble: SQLiteError) -> String {
      ErrorTranslation.from(trouble, "p").code.rawValue
    }
    #expect(code(error(13)) == "full")
    #expect(code(error(778, system: ENOSPC)) == "full")
    #expect(code(error(778, system: EDQUOT)) == "full")
    #expect(code(error(778, system: EIO)) == "unavailable")
    #expect(code(error(14, system: EACCES)) == "readOnly")
    #expect(code(error(8)) == "readOnly")
    #expect(code(error(5)) == "busy")
    #expect(code(error(267)) == "damaged")
    #expect(code(error(26)) == "damaged")
    for number in [5, 8, 10, 13, 14, 19] as [Int32] {
      let words = ErrorTranslation.from(error(number), "p").message
      #expect(words.contains("lost") || words.contains("confirmed before is safe"), "\(words)")
    }
  }

  @Test func `a journal may be where the system cannot flush folders`() {
    #expect(throws: Never.self) { try Files.flushFolder(of: "/proc/none") }
    #expect(throws: JournalError.self) { try Files.flushFolder(of: "/proc/none/none") }
  }
}
