import Core
import Journals
import SQLite

/// The values behind the numbers in rows; each number is read only once.
final class TermReader {
  /// What was read of a space.
  private struct Known {
    var kinds: [Int64: String] = [TermSort.amendment: Amendment.kind]
    var entities: [Int64: UInt128] = [:]
    var devices: [Int64: DeviceID] = [:]
    var forms: [Int64: PayloadForm] = [:]

    var count: Int { kinds.count + entities.count + devices.count + forms.count }
  }

  /// The number of values, and of spaces, that are kept in memory.
  private static let mostKept = (values: 20_000, spaces: 200)

  private let find: Statement
  private var space: Int64 = 0
  private var known = Known()
  private var others: [Int64: Known] = [:]

  init(_ database: Database, table: String = "terms") throws(SQLiteError) {
    find = try database.prepare(
      "SELECT value FROM \(table) WHERE space = ? AND sort = ? AND key = ?"
    )
  }

  /// Selects the space, by its key, whose values are read next.
  func select(_ key: Int64) {
    if known.count > TermReader.mostKept.values { known = Known() }
    guard key != space else { return }
    if others.count >= TermReader.mostKept.spaces { others = [:] }
    others[space] = known
    known = others.removeValue(forKey: key) ?? Known()
    space = key
  }

  // MARK: Values

  // All of these are nil for a number that stands for nothing, or for another sort of value.

  func kind(_ number: Int64) throws(SQLiteError) -> String? {
    if let found = known.kinds[number] { return found }
    let found = try value(number, .kind) { $0.type(0) == .text ? $0.text(0) : nil }
    known.kinds[number] = found
    return found
  }

  func entity(_ number: Int64) throws(SQLiteError) -> UInt128? {
    if let found = known.entities[number] { return found }
    let found = try value(number, .entity) { $0.uint128(0) }
    known.entities[number] = found
    return found
  }

  func device(_ number: Int64) throws(SQLiteError) -> DeviceID? {
    if let found = known.devices[number] { return found }
    let found = try value(number, .device) { found in
      found.type(0) == .integer ? DeviceID(rawValue: UInt64(bitPattern: found.int64(0))) : nil
    }
    known.devices[number] = found
    return found
  }

  func form(_ number: Int64) throws(SQLiteError) -> PayloadForm? {
    if let found = known.forms[number] { return found }
    let found = try value(number, .form) { $0.type(0) == .blob ? PayloadForm($0.blob(0)) : nil }
    known.forms[number] = found
    return found
  }

  private func value<T>(
    _ number: Int64,
    _ sort: TermSort,
    _ read: (Statement) -> T?
  ) throws(SQLiteError) -> T? {
    defer { find.reset() }
    try find.bind(1, space)
    try find.bind(2, sort.rawValue)
    try find.bind(3, number)
    return try find.step() ? read(find) : nil
  }
}
