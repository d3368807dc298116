import Core
import Glibc
import Journals
import PostgreSQLJournal
import PostgreSQLTesting
import SQLite
import SQLiteJournal
import Testing

/// The journals, all of which must pass the same suite.
enum Store: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case sqlite
  case postgresql

  /// Without the last one where PostgreSQL is not installed; its own suites say so.
  static let allCases: [Store] =
    PostgreSQLCluster.isInstalled ? [.memory, .sqlite, .postgresql] : [.memory, .sqlite]

  var testDescription: String { rawValue }

  /// Runs `body` with an empty journal.
  func withJournal<T>(_ body: (any Journal) async throws -> T) async throws -> T {
    switch self {
    case .memory: try await body(MemoryJournal())
    case .sqlite:
      try await withFolder { try await body(SQLiteJournal(path: "\($0)/journal.db")) }
    case .postgresql:
      try await withPostgreSQL { try await body(PostgreSQLJournal($0)) }
    }
  }
}

/// Runs `body` with the path of a new folder, and removes it afterwards.
func withFolder<T>(_ body: (String) async throws -> T) async throws -> T {
  let path = try newFolder()
  defer { removeTree(path) }
  return try await body(path)
}

func withFolder<T>(_ body: (String) throws -> T) throws -> T {
  let path = try newFolder()
  defer { removeTree(path) }
  return try body(path)
}

private func newFolder() throws -> String {
  var template = Array("/tmp/trellis-journal-XXXXXX".utf8CString)
  try #require(mkdtemp(&template) != nil)
  return text(of: template)
}

private func text(of characters: [CChar]) -> String {
  String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func filesIn(_ folder: String) -> [String] {
  guard let listing = opendir(folder) else { return [] }
  defer { closedir(listing) }
  var names: [String] = []
  while let entry = readdir(listing) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

private func removeTree(_ path: String) {
  for name in filesIn(path) where unlink("\(path)/\(name)") != 0 { removeTree("\(path)/\(name)") }
  rmdir(path)
}

func readFile(_ path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "rb"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}

func writeFile(_ path: String, _ bytes: [UInt8]) throws {
  let file = try #require(fopen(path, "wb"))
  defer { fclose(file) }
  try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

/// Executes `sql` in the file of a journal, as a program that is not Trellis could while it is open.
@discardableResult func edit(_ path: String, _ sql: String) throws -> Database {
  // The note of what was confirmed last is written at most once a second, so only a slow machine has one
  // here. Without it the journal itself has to tell what is missing.
  unlink(path + ".head")
  let database = try Database(path: path, mode: .readWrite)
  try database.keepLogOnClose()
  try database.execute(sql)
  return database
}

func permissions(_ path: String) -> UInt32 {
  var info = stat()
  return stat(path, &info) == 0 ? info.st_mode & 0o777 : 0
}

/// Whether `text` occurs in `bytes`.
func contains(_ bytes: [UInt8], _ text: String) -> Bool {
  let needle = Array(text.utf8)
  guard bytes.count >= needle.count else { return false }
  return bytes.withUnsafeBytes { hay in
    guard let base = hay.baseAddress else { return false }
    for start in 0...(hay.count - needle.count)
    where memcmp(base + start, needle, needle.count) == 0 { return true }
    return false
  }
}

let home = SpaceID(rawValue: 0x11)
let work = SpaceID(rawValue: 0x22)
let run = EntityID(rawValue: 0xAA)
let read = EntityID(rawValue: 0xBB)

/// A fact whose id and contents are derived from `number`.
func fact(
  _ number: Int,
  about entity: EntityID? = nil,
  payload: String? = nil,
  erases: Bool = false
) -> FactRecord {
  FactRecord(
    id: FactID(rawValue: UInt128(number)),
    stamp: HybridTimestamp(
      clock: HybridTime(milliseconds: Int64(number)),
      device: DeviceID(rawValue: 7)
    ),
    kind: erases ? "tracking.habit-erased" : "tracking.check-set",
    version: 1,
    entity: entity,
    payload: Array((payload ?? "{\"number\":\(number)}").utf8),
    erases: erases
  )
}

func facts(_ numbers: ClosedRange<Int>) -> [FactRecord] { numbers.map { fact($0) } }

extension Journal {
  /// Appends to one space and returns its head; a conflict is an error.
  @discardableResult
  func add(_ facts: [FactRecord], to space: SpaceID = home, after: Int) async throws -> Int {
    let results = try await append([AppendRequest(space: space, after: after, facts: facts)])
    guard case .appended(let head) = results.first else {
      Issue.record("conflict: \(results)")
      return -1
    }
    return head
  }

  func all(_ space: SpaceID = home) async throws -> [JournalRow] {
    try await read(space, after: 0, limit: 1_000_000).rows
  }

  func snapshot(of space: SpaceID, set: UInt64) async throws -> Snapshot? {
    try await snapshot(of: space, set: set, upTo: .max)
  }

  /// Claims alarms, by default for no time at all, so that the claim changes nothing.
  func claim(
    at now: Int64,
    until end: Int64? = nil,
    of modules: Set<String> = ["streaks"],
    limit: Int = 9
  ) async throws -> [Alarm] {
    try await claimAlarms(
      AlarmClaim(
        now: Instant(milliseconds: now),
        until: Instant(milliseconds: end ?? now),
        modules: modules,
        limit: limit
      )
    )
  }

  /// The time of the next alarm in milliseconds.
  func next(of modules: Set<String> = ["streaks"]) async throws -> Int64? {
    try await nextAlarm(of: modules)?.milliseconds
  }

  /// Sets, moves or cancels alarms of a space that has `head` facts.
  func change(
    _ alarms: [AlarmChange],
    in space: SpaceID = home,
    after head: Int = 0
  ) async throws {
    let results = try await append([
      AppendRequest(space: space, after: head, facts: [], alarms: alarms)
    ])
    #expect(results == [.appended(head: head)])
  }
}

extension JournalRow {
  var text: String? { fact.payload.map { String(decoding: $0, as: UTF8.self) } }
}

/// Runs `body` and returns the journal's error; records an issue if there is none.
func trouble(_ body: () async throws -> Void) async -> JournalError? {
  do {
    try await body()
    Issue.record("nothing was thrown")
  } catch let error as JournalError {
    return error
  } catch {
    Issue.record("thrown was \(error)")
  }
  return nil
}

/// An alarm of the module `streaks`, set for an instant in milliseconds or cancelled.
func alarm(_ key: AlarmKey, _ at: Int64?, of module: String = "streaks") -> AlarmChange {
  AlarmChange(module: module, key: key, at: at.map { Instant(milliseconds: $0) })
}

/// Whether the condition becomes true within a time that is enough for any disk and processor.
func comesTrue(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<4000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return condition()
}

/// The files below `folder` that this process has open.
func openFiles(below folder: String) -> [String] {
  filesIn("/proc/self/fd").compactMap { linkTarget("/proc/self/fd/\($0)") }.filter {
    $0.hasPrefix(folder + "/")
  }
}

/// The destination of a link; nil if there is none.
func linkTarget(_ path: String) -> String? {
  var target = [UInt8](repeating: 0, count: 4096)
  let count = target.withUnsafeMutableBytes { bytes in
    bytes.withMemoryRebound(to: CChar.self) { text in
      text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
    }
  }
  return count < 0 ? nil : String(decoding: target.prefix(count), as: UTF8.self)
}
