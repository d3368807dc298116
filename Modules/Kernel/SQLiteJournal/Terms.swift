import Core
import SQLite

/// The values that rows of a space refer to by a small number, since many rows share them.
///
/// The numbers count from 1 for each space and sort. They are never reused, so that what was read
/// of them stays true.
enum TermSort: Int64, CaseIterable {
  /// The kind of a fact, a text.
  case kind = 1
  /// What a fact is about, an identifier in 16 bytes.
  case entity = 2
  /// The device that made a fact or numbered it, an integer.
  case device = 3
  /// What a payload has in common with others: the bytes of a ``PayloadForm``.
  case form = 4

  /// The number of the amendments' kind in every space.
  ///
  /// It is in no table, so that an index can name it (`facts_amendments`).
  static let amendment: Int64 = 0
}

extension Statement {
  /// Binds a value of the sort ``TermSort/device``.
  func bind(_ index: Int, _ device: DeviceID) throws(SQLiteError) {
    try bind(index, Int64(bitPattern: device.rawValue))
  }
}
