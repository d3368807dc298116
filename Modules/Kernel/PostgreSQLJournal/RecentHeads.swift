import Core

/// The heads of the spaces that were used lately; those that were not for long are forgotten.
///
/// A server meets every person's space sooner or later, but a look into the database must not
/// compare all of them.
struct RecentHeads {
  private let capacity: Int
  private var newer: [SpaceID: Int] = [:]
  private var older: [SpaceID: Int] = [:]

  /// - Parameter capacity: at least as many spaces are remembered, and at most twice as many.
  init(capacity: Int = 20_000) { self.capacity = capacity }

  /// All heads.
  var all: [SpaceID: Int] { older.merging(newer) { $1 } }

  subscript(_ space: SpaceID) -> Int? { newer[space] ?? older[space] }

  /// Remembers a head of a space that was used now.
  mutating func use(_ space: SpaceID, at head: Int) {
    newer[space] = head
    older[space] = nil
    if newer.count >= capacity { (newer, older) = ([:], newer) }
  }

  /// Changes the head of a space if it is remembered.
  mutating func update(_ space: SpaceID, to head: Int) {
    if newer[space] != nil { newer[space] = head }
    if older[space] != nil { older[space] = head }
  }
}
