import Core

/// The storage of a person's own machine as a whole, as the web app shows it: its copies, going back to
/// one, its end, and what it is used as.
///
/// A server has none: what it stores belongs to many people.
public protocol HomeStorage: Sendable {
  /// Everything that can be gone back to, the newest copy first, and then what was put aside.
  func copies() async throws -> [KeptCopy]

  /// The file of one of ``copies()``.
  ///
  /// - Throws: a ``DomainError`` if it is gone.
  func path(of copy: String) throws -> String

  /// Tells what a restore of a file would do; nothing is changed.
  ///
  /// - Parameter name: what the person calls the file.
  /// - Throws: a ``DomainError`` for what cannot be restored here.
  func outlook(of path: String, called name: String) async throws -> RestoreOutlook

  /// Puts what is here aside and the backup in its place, wholly or not at all.
  ///
  /// - Returns: the name of what was put aside (``KeptCopy/id``); nil if there was nothing.
  /// - Throws: a ``DomainError`` for what cannot be restored here; nothing was changed then.
  func restore(from path: String, called name: String) async throws -> String?

  /// The server with which everything is synchronized; nil if it is nowhere else.
  func server() throws -> String?

  /// Deletes everything that the person has here, wholly or not at all, and unlinks the account.
  ///
  /// - Returns: whether the server, if there is one, could be told.
  func erase() async throws -> Bool

  /// Whether the home was never told as what product it is used.
  var lacksProduct: Bool { get }

  /// Uses the home as another product from now on.
  func choose(product name: String) async throws
}

/// Something that can be gone back to.
public struct KeptCopy: Sendable, Equatable {
  /// Why it was made.
  public enum Occasion: Sendable, Equatable {
    /// As each day, on this one.
    case day(Day)
    /// Something took its place.
    case restore, `import`, link
  }

  /// The name by which it is asked for.
  public let id: String
  public let occasion: Occasion
  /// The number of entries; nil if it cannot be read.
  public let entries: Int?
  /// When the last of them was made.
  public let lastAt: Instant?
  /// The size in bytes.
  public let size: Int

  public init(id: String, occasion: Occasion, entries: Int?, lastAt: Instant?, size: Int) {
    self.id = id
    self.occasion = occasion
    self.entries = entries
    self.lastAt = lastAt
    self.size = size
  }
}

/// What a restore would do.
public struct RestoreOutlook: Sendable, Equatable {
  /// What one of the two sides holds.
  public struct Side: Sendable, Equatable {
    public let entries: Int
    /// When the last of them was made; nil if there is none.
    public let lastAt: Instant?
    public let habits: [String]
    /// The number of entries that the other side lacks.
    public let alone: Int
    /// The titles of the habits that the other side lacks.
    public let habitsAlone: [String]

    public init(
      entries: Int,
      lastAt: Instant?,
      habits: [String],
      alone: Int,
      habitsAlone: [String]
    ) {
      self.entries = entries
      self.lastAt = lastAt
      self.habits = habits
      self.alone = alone
      self.habitsAlone = habitsAlone
    }
  }

  public let backup: Side
  public let present: Side
  /// The title of the product in which the backup was made; nil in older ones.
  public let product: String?
  /// The server with which everything is synchronized; nil if it is nowhere else.
  public let server: String?

  public init(backup: Side, present: Side, product: String?, server: String?) {
    self.backup = backup
    self.present = present
    self.product = product
    self.server = server
  }
}
