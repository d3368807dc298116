import Core
import Journals
import SQLite

/// Writes rows of facts, and the terms that they name.
final class RowWriter {
  let terms: TermWriter
  private let database: Database
  private let insert: Statement
  private var splitter = PayloadSplitter()

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    terms = try TermWriter(database)
    insert = try database.prepare(
      """
      INSERT INTO facts(space, seq, id, reading, device, kind, version, entity, erasure, form, body,
        payload_hash, chain_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id, space) DO NOTHING
      """
    )
  }

  /// Writes a row to the space of the terms, unless the space already has the fact.
  ///
  /// - Parameters:
  ///   - isBlank: whether to leave out the payload.
  ///   - chain: the hash of the row and all before it.
  /// - Returns: whether the fact was new.
  /// - Throws: ``SQLiteError`` of the kind `constraint` if there is another row at this place.
  func add(
    _ fact: FactRecord,
    at sequence: Int,
    isBlank: Bool = false,
    chain: Digest
  ) throws(SQLiteError) -> Bool {
    try insert.bind(1, terms.space)
    try insert.bind(2, sequence)
    try insert.bind(3, fact.id.rawValue)
    try insert.bind(4, fact.id.distance(to: fact.stamp.clock))
    try insert.bind(5, try terms.number(of: fact.stamp.device))
    try insert.bind(6, try terms.number(of: fact.kind))
    try insert.bind(7, fact.version)
    if let entity = fact.entity {
      try insert.bind(8, try terms.number(of: entity))
    } else {
      try insert.bindNull(8)
    }
    try insert.bind(9, fact.erases ? 1 : 0)
    let payload = isBlank ? nil : fact.payload
    try bind(payload, in: PayloadContext(fact.id, about: fact.entity?.rawValue))
    try bind(fact.payloadHash, isWhole: payload == nil)
    try insert.bind(13, chain)
    try insert.run()
    return database.changes > 0
  }

  private func bind(_ payload: [UInt8]?, in context: PayloadContext) throws(SQLiteError) {
    if let payload {
      for keepsWords in [true, false] {
        guard splitter.split(payload, in: context, keepsWords: keepsWords) else { break }
        guard let term = try terms.form(splitter.form, hasWords: keepsWords),
          // The payload is split only if the two halves reproduce exactly what was hashed.
          splitter.values.withUnsafeBytes({ term.form.payload(of: $0, in: context) }) == payload
        else { continue }
        try insert.bind(10, term.number)
        return try insert.bind(11, splitter.values)
      }
    }
    try insert.bindNull(10)
    try insert.bind(11, payload)
  }

  private func bind(_ hash: Digest, isWhole: Bool) throws(SQLiteError) {
    try hash.withUnsafeBytes { bytes throws(SQLiteError) in
      let stored =
        isWhole ? bytes : UnsafeRawBufferPointer(rebasing: bytes[..<PayloadHash.checkLength])
      try insert.bind(12, bytes: stored)
    }
  }
}
