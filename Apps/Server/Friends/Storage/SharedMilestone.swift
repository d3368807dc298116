import Core
import ServerStorage

/// What posts and pages are stored under instead of the key of their milestone.
enum MilestoneHash {
  /// The only unit that is not part of the hash, since it was of none in earlier versions.
  private static let plainUnit = "day"

  static func of(_ key: String, unit: String) -> [UInt8] {
    Secret.hash(unit == plainUnit ? key : "\(key)/\(unit)")
  }

  /// Gives what an earlier version shared under `key` without its unit the hash that it has now.
  ///
  /// - Parameter owner: the column of `table` that says whose it is, and the value there.
  static func addUnit(
    to key: String,
    in table: String,
    of owner: (column: String, value: SQLValue),
    _ database: any StoreConnection
  ) throws {
    let former = Secret.hash(key)
    let units = try database.all(
      "SELECT DISTINCT unit FROM \(table) WHERE \(owner.column) = ? AND milestone = ?",
      owner.value,
      .blob(former)
    ) { $0.text(0) }
    for unit in units where unit != plainUnit {
      try database.run(
        """
        UPDATE \(table) SET milestone = ?
        WHERE \(owner.column) = ? AND milestone = ? AND unit = ?
        """,
        .blob(of(key, unit: unit)),
        owner.value,
        .blob(former),
        .text(unit)
      )
    }
  }
}

/// A post or page, with what tells whose milestone it is.
struct SharedMilestone<ID: Identifier> {
  let id: ID
  let level: Int
  let unit: String
  /// The hash of the milestone's key; the key itself is not stored.
  let milestone: [UInt8]

  /// From four columns: the id, the level, its unit and the hash.
  init(_ row: any StoreRow) throws {
    id = try row.id(0)
    level = row.int(1)
    unit = row.text(2)
    milestone = row.blob(3)
  }

  /// The ids of those that a query finds whose habit or substance is one of `deleted`.
  static func ids(
    _ find: String,
    of deleted: [EntityID],
    in product: String,
    by account: AccountID,
    _ database: any StoreConnection
  ) throws -> [ID] {
    let shared: [SharedMilestone] = try database.all(find, .id(account), .text(product)) {
      try SharedMilestone($0)
    }
    var hashes: Set<[UInt8]> = []
    for (unit, alike) in Dictionary(grouping: shared, by: \.unit) {
      for level in Set(alike.map(\.level)) {
        for entity in deleted {
          let key = Achievement.key(product: product, of: entity, level: level)
          // Earlier versions shared it without its unit.
          hashes.formUnion([MilestoneHash.of(key, unit: unit), Secret.hash(key)])
        }
      }
    }
    return shared.filter { hashes.contains($0.milestone) }.map(\.id)
  }

  /// The hash that a post or page of an earlier version gets; nil if it is about none of these.
  ///
  /// - Parameter substances: by the names in the former keys.
  func key(among substances: [String: EntityID], in product: String) -> [UInt8]? {
    let subject = Achievement.Subject.sobriety.rawValue
    let found = substances.first { name, _ in
      milestone == Secret.hash("\(product)/\(subject)/\(name)/\(level)")
    }
    return found.map {
      let key = Achievement.key(product: product, of: $0.value, level: level)
      return MilestoneHash.of(key, unit: unit)
    }
  }
}
