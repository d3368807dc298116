import Core
import Journals
import SQLite

/// The numbers by which new rows refer to what they share, assigned in the transaction of the rows.
final class TermWriter {
  /// The numbers of a space that are known.
  private struct Known {
    /// The row of the last erasure when they were read; an erasure withdraws numbers of forms.
    var lastErasure = 0
    var kinds = [Amendment.kind: Kind(text: Amendment.kind, number: TermSort.amendment)]
    var entities: [UInt128: Int64] = [:]
    var devices: [DeviceID: Int64] = [:]
    var forms: [[UInt8]: Form] = [:]

    var count: Int { kinds.count + entities.count + devices.count + forms.count }
  }

  /// A kind with its number.
  private struct Kind {
    let text: String
    let number: Int64
  }

  /// A form with its number.
  struct Form {
    let number: Int64
    let form: PayloadForm
  }

  /// The number of values, and of spaces, that are kept in memory.
  private static let mostKept = (values: 20_000, spaces: 2000)
  /// The number of forms in a space after which payloads of other forms are stored as they are.
  ///
  /// A form takes twice its length, and is worth it only if several payloads have it.
  static let mostForms = 400
  /// The number of forms after which words no longer belong to forms.
  static let mostFormsWithWords = 200

  private let find: Statement
  private let findLast: Statement
  private let insert: Statement
  /// The key of the space in which numbers are assigned.
  private(set) var space: Int64 = 0
  private var known = Known()
  private var others: [Int64: Known] = [:]

  init(_ database: Database) throws(SQLiteError) {
    find = try database.prepare("SELECT key FROM terms WHERE space = ? AND sort = ? AND value = ?")
    findLast = try database.prepare("SELECT max(key) FROM terms WHERE space = ? AND sort = ?")
    insert = try database.prepare("INSERT INTO terms(space, sort, key, value) VALUES (?, ?, ?, ?)")
  }

  /// Selects the space, by its key, in which numbers are assigned next.
  ///
  /// - Parameter lastErasure: its last erasure (`last_erasure`). What was read before it is
  ///   forgotten, since an erasure may withdraw numbers (``FactWriter``).
  func select(_ key: Int64, since lastErasure: Int) {
    if key != space {
      if others.count >= TermWriter.mostKept.spaces { others = [:] }
      others[space] = known
      known = others.removeValue(forKey: key) ?? Known()
      space = key
    }
    guard known.lastErasure != lastErasure || known.count > TermWriter.mostKept.values else {
      return
    }
    known = Known(lastErasure: lastErasure)
  }

  /// Forgets all numbers, since some may have been assigned in a transaction that was rolled back.
  func forget() { (space, known, others) = (0, Known(), [:]) }

  func number(of kind: String) throws(SQLiteError) -> Int64 {
    // Equal strings can have different bytes, and the bytes are hashed.
    if let found = known.kinds[kind], found.text.utf8.elementsEqual(kind.utf8) {
      return found.number
    }
    let number = try number(.kind) { statement, index throws(SQLiteError) in
      try statement.bind(index, kind)
    }
    known.kinds[kind] = Kind(text: kind, number: number)
    return number
  }

  func number(of entity: EntityID) throws(SQLiteError) -> Int64 {
    if let found = known.entities[entity.rawValue] { return found }
    let number = try number(.entity) { statement, index throws(SQLiteError) in
      try statement.bind(index, entity.rawValue)
    }
    known.entities[entity.rawValue] = number
    return number
  }

  func number(of device: DeviceID) throws(SQLiteError) -> Int64 {
    if let found = known.devices[device] { return found }
    let number = try number(.device) { statement, index throws(SQLiteError) in
      try statement.bind(index, device)
    }
    known.devices[device] = number
    return number
  }

  /// Returns nil once there are ``mostForms`` others, or ``mostFormsWithWords``.
  ///
  /// - Parameter hasWords: whether words of the payload may be part of the form.
  func form(_ bytes: [UInt8], hasWords: Bool) throws(SQLiteError) -> Form? {
    if let found = known.forms[bytes] { return found }
    guard let form = PayloadForm(bytes) else { return nil }
    let bind = { (statement: Statement, index: Int) throws(SQLiteError) in
      try statement.bind(index, bytes)
    }
    let most = hasWords ? TermWriter.mostFormsWithWords : TermWriter.mostForms
    guard let number = try number(.form, upTo: most, bind) else { return nil }
    let made = Form(number: number, form: form)
    known.forms[bytes] = made
    return made
  }

  // MARK: The table

  private typealias Binding = (Statement, Int) throws(SQLiteError) -> Void

  private func number(_ sort: TermSort, _ bind: Binding) throws(SQLiteError) -> Int64 {
    // Without a limit there is always a number.
    try number(sort, upTo: .max, bind) ?? 0
  }

  private func number(
    _ sort: TermSort,
    upTo most: Int,
    _ bind: Binding
  ) throws(SQLiteError) -> Int64? {
    if let found = try knownNumber(sort, bind) { return found }
    try findLast.bind(1, space)
    try findLast.bind(2, sort.rawValue)
    let last = try findLast.step() ? findLast.int(0) : 0
    findLast.reset()
    guard last < most else { return nil }
    try insert.bind(1, space)
    try insert.bind(2, sort.rawValue)
    try insert.bind(3, last + 1)
    try bind(insert, 4)
    try insert.run()
    return Int64(last + 1)
  }

  private func knownNumber(_ sort: TermSort, _ bind: Binding) throws(SQLiteError) -> Int64? {
    defer { find.reset() }
    try find.bind(1, space)
    try find.bind(2, sort.rawValue)
    try bind(find, 3)
    return try find.step() ? find.int64(0) : nil
  }
}
