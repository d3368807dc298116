import Core
import ServerStorage

/// A post or page, with what tells whose milestone it is.
struct SharedMilestone<ID: Identifier> {
  let id: ID
  let level: Int
  /// The hash of the milestone's key; the key itself is not stored.
  let milestone: [UInt8]

  /// From three columns: the id, the level and the hash.
  init(_ row: any StoreRow) throws {
    id = try row.id(0)
    level = row.int(1)
    milestone = row.blob(2)
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
    for level in Set(shared.map(\.level)) {
      for entity in deleted {
        hashes.insert(Secret.hash(Achievement.key(product: product, of: entity, level: level)))
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
    return found.map { Secret.hash(Achievement.key(product: product, of: $0.value, level: level)) }
  }
}
