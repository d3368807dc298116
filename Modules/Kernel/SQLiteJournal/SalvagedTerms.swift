import Core
import Journals
import SQLite

/// The terms of a damaged file.
///
/// They are in the table and again in its index, on other pages. Where one of the two cannot be
/// read, the other is used; where they differ, a row's hashes tell which one it was written with.
struct SalvagedTerms {
  /// Where a term is read first.
  enum Source: CaseIterable {
    case table, index
  }

  private struct Place: Hashable {
    let space: Int64
    let sort: Int64
    let number: Int64
  }

  private enum Value: Hashable {
    case kind(String)
    case entity(UInt128)
    case device(DeviceID)
    case form([UInt8])
  }

  private var table: [Place: Value] = [:]
  private var index: [Place: Value] = [:]
  private var forms: [[UInt8]: PayloadForm] = [:]

  /// The sources to try for a row; the second one only if it differs from the first.
  private(set) var sources: [Source] = [.table]

  init(in database: Database) {
    // A damaged page ends a walk, so both are walked from both ends.
    for direction in ["ASC", "DESC"] {
      let columns = "SELECT space, sort, key, value FROM terms"
      SalvagedTerms.read(
        "\(columns) NOT INDEXED ORDER BY space \(direction), sort \(direction), key \(direction)",
        of: database,
        into: &table
      )
      SalvagedTerms.read(
        """
        \(columns) INDEXED BY terms_value
        ORDER BY space \(direction), sort \(direction), value \(direction)
        """,
        of: database,
        into: &index
      )
    }
    for (place, value) in table where index[place] ?? value != value { sources = Source.allCases }
    for case .form(let bytes) in [table, index].flatMap(\.values) {
      forms[bytes] = PayloadForm(bytes)
    }
  }

  private static func read(
    _ sql: String,
    of database: Database,
    into values: inout [Place: Value]
  ) {
    guard let find = try? database.prepare(sql) else { return }
    defer { find.reset() }
    while (try? find.step()) == true {
      let place = Place(space: find.int64(0), sort: find.int64(1), number: find.int64(2))
      if let value = value(find, TermSort(rawValue: place.sort)) { values[place] = value }
    }
  }

  private static func value(_ found: Statement, _ sort: TermSort?) -> Value? {
    switch (sort, found.type(3)) {
    case (.kind, .text): .kind(found.text(3))
    case (.entity, .blob): found.uint128(3).map { .entity($0) }
    case (.device, .integer): .device(DeviceID(rawValue: UInt64(bitPattern: found.int64(3))))
    case (.form, .blob): .form(found.blob(3))
    default: nil
    }
  }

  private func value(
    _ number: Int64,
    _ sort: TermSort,
    of space: Int64,
    from source: Source
  ) -> Value? {
    let place = Place(space: space, sort: sort.rawValue, number: number)
    return source == .table ? table[place] ?? index[place] : index[place] ?? table[place]
  }

  func kind(_ number: Int64, of space: Int64, from source: Source) -> String? {
    guard number != TermSort.amendment else { return Amendment.kind }
    guard case .kind(let kind) = value(number, .kind, of: space, from: source) else { return nil }
    return kind
  }

  func entity(_ number: Int64, of space: Int64, from source: Source) -> UInt128? {
    guard case .entity(let entity) = value(number, .entity, of: space, from: source) else {
      return nil
    }
    return entity
  }

  func device(_ number: Int64, of space: Int64, from source: Source) -> DeviceID? {
    guard case .device(let device) = value(number, .device, of: space, from: source) else {
      return nil
    }
    return device
  }

  func form(_ number: Int64, of space: Int64, from source: Source) -> PayloadForm? {
    guard case .form(let bytes) = value(number, .form, of: space, from: source) else { return nil }
    return forms[bytes]
  }
}
