/// A file of the server's data that backups contain, recognized by its name.
///
/// Ledgers of erasures are not among them: they stay beside the backups, so that a restored backup
/// does not bring back what its owner has erased.
struct StoredFile: Sendable, Equatable, Comparable {
  enum Kind: String, Codable, Sendable {
    /// The spaces of a product, in which every entry is chained to the previous one.
    case journal
    /// Another database.
    case database
    /// A secret.
    case key
  }

  /// The database that refers to all others.
  private static let last = "accounts.db"

  let name: String
  let kind: Kind

  /// Nil for a name that no stored file has, including one that leads into another folder.
  init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
    guard isPlain, !name.hasPrefix("."), !name.hasPrefix("-") else { return nil }
    switch name {
    // Answers to repeated requests of browsers: if one exists without the data of its request, the
    // request would be considered done.
    case _ where name.hasPrefix("answers-"): return nil
    case _ where name.hasPrefix("spaces-") && name.hasSuffix(".db"): kind = .journal
    case _ where name.hasSuffix(".db"): kind = .database
    case _ where name.hasSuffix(".key"): kind = .key
    default: return nil
    }
    self.name = name
  }

  /// The product of a journal.
  var product: String? {
    kind == .journal ? String(name.dropFirst("spaces-".count).dropLast(".db".count)) : nil
  }

  static func < (left: StoredFile, right: StoredFile) -> Bool {
    let isLast = (left.name == last, right.name == last)
    return isLast.0 == isLast.1 ? left.name < right.name : isLast.1
  }
}
