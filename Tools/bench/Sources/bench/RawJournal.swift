import CSQLite

/// The floor of a journal: the same rows written directly with SQLite.
///
/// It writes the rows of facts and the row with each space's end, with precomputed hashes.
///
/// `@unchecked Sendable`: a contender is measured by one task at a time.
final class RawJournal: @unchecked Sendable {
  struct Failed: Error { let code: Int32 }

  private let database: OpaquePointer?
  private let begin: OpaquePointer?
  private let commit: OpaquePointer?
  private let insert: OpaquePointer?
  private let moveHead: OpaquePointer?
  private let select: OpaquePointer?
  private var sequence: Int64 = 0
  private let hash = [UInt8](repeating: 0xAB, count: 32)
  /// The number of bytes of a payload's hash in a row.
  private let checkLength: Int32 = 8

  private let spaces: Int64
  private let body: [UInt8]

  /// - Parameter values: the number of bytes that the values of a payload take in a row.
  init(_ path: String, spaces: Int, values: Int = JournalGroup.values) throws {
    self.spaces = Int64(spaces)
    body = Array(repeating: 0xCD, count: values)

    var opened: OpaquePointer?
    try Self.check(sqlite3_open(path, &opened))
    database = opened
    try Self.check(
      sqlite3_exec(
        opened,
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
        CREATE TABLE facts(
          space INTEGER, seq INTEGER, id BLOB, reading INTEGER, device INTEGER, kind INTEGER,
          version INTEGER, entity INTEGER, erasure INTEGER, form INTEGER, body BLOB,
          payload_hash BLOB, chain_hash BLOB, PRIMARY KEY(space, seq)) WITHOUT ROWID;
        CREATE UNIQUE INDEX facts_id ON facts(id, space);
        CREATE TABLE spaces(key INTEGER PRIMARY KEY, id BLOB UNIQUE, head INTEGER, head_hash BLOB);
        """,
        nil,
        nil,
        nil
      )
    )
    func prepare(_ sql: String) throws -> OpaquePointer? {
      var made: OpaquePointer?
      try Self.check(sqlite3_prepare_v2(opened, sql, -1, &made, nil))
      return made
    }
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
    insert = try prepare("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    moveHead = try prepare("UPDATE spaces SET head = ?, head_hash = ? WHERE key = ?")
    select = try prepare(
      """
      SELECT seq, id, reading, device, kind, version, entity, body, payload_hash, chain_hash
      FROM facts WHERE space = 0 ORDER BY seq
      """
    )
    try makeSpaces()
  }

  private func makeSpaces() throws {
    let make = "INSERT INTO spaces VALUES (?, randomblob(16), 0, NULL)"
    var statement: OpaquePointer?
    try Self.check(sqlite3_prepare_v2(database, make, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    try run(begin)
    for key in 0..<spaces {
      sqlite3_bind_int64(statement, 1, key)
      try run(statement)
    }
    try run(commit)
  }

  deinit {
    for statement in [begin, commit, insert, moveHead, select] { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  func write(_ count: Int, batch: Int) throws {
    for _ in 0..<(count / batch) {
      try run(begin)
      for _ in 0..<batch { try writeRow() }
      for place in 0..<min(Int64(batch), spaces) { try writeHead(sequence - place) }
      try run(commit)
    }
  }

  private func writeHead(_ sequence: Int64) throws {
    sqlite3_bind_int64(moveHead, 1, sequence / spaces + 1)
    sqlite3_bind_blob(moveHead, 2, hash, 32, transient)
    sqlite3_bind_int64(moveHead, 3, sequence % spaces)
    try run(moveHead)
  }

  private func writeRow() throws {
    sequence += 1
    var id = UInt128(sequence).bigEndian
    sqlite3_bind_int64(insert, 1, sequence % spaces)
    sqlite3_bind_int64(insert, 2, sequence / spaces + 1)
    sqlite3_bind_blob(insert, 3, &id, 16, transient)
    sqlite3_bind_int64(insert, 4, sequence % 3)
    sqlite3_bind_int64(insert, 5, 1)
    sqlite3_bind_int64(insert, 6, 1)
    sqlite3_bind_int64(insert, 7, 1)
    sqlite3_bind_int64(insert, 8, sequence % 50 + 1)
    sqlite3_bind_int64(insert, 9, 0)
    sqlite3_bind_int64(insert, 10, 1)
    sqlite3_bind_blob(insert, 11, body, Int32(body.count), transient)
    sqlite3_bind_blob(insert, 12, hash, checkLength, transient)
    sqlite3_bind_blob(insert, 13, hash, 32, transient)
    try run(insert)
  }

  func read(expecting count: Int) throws {
    var rows = 0
    var bytes = 0
    while sqlite3_step(select) == SQLITE_ROW {
      rows += 1
      for column in [1, 7, 8, 9] as [Int32] {
        let start = sqlite3_column_blob(select, column)
        let size = Int(sqlite3_column_bytes(select, column))
        let copy = [UInt8](UnsafeRawBufferPointer(start: start, count: size))
        if column == 7 { bytes += copy.count }
      }
    }
    sqlite3_reset(select)
    precondition(rows == count && bytes == count * body.count)
  }

  private func run(_ statement: OpaquePointer?) throws {
    try Self.check(sqlite3_step(statement))
    sqlite3_reset(statement)
  }

  private static func check(_ code: Int32) throws {
    guard code == SQLITE_OK || code == SQLITE_DONE else { throw Failed(code: code) }
  }
}

private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
