import Core

/// The storage of a person's own machine as a whole, for the web app.
///
/// These are its copies, restoring one, erasing everything, and its product. A server has none: its
/// data belongs to many people.
public protocol HomeStorage: Sendable {
  /// Everything that can be restored, the newest copy first, and then what was set aside.
  func copies() async throws -> [KeptCopy]

  /// Why the latest daily copy could not be made, in words for the person; nil if it could.
  func copyWarning() async throws -> String?

  /// Returns the file of one of ``copies()``.
  ///
  /// - Throws: a ``DomainError`` if it is gone.
  func path(of copy: String) throws -> String

  /// Returns the effects of restoring a file; nothing is changed.
  ///
  /// - Parameter name: the person's name for the file.
  /// - Throws: a ``DomainError`` if it cannot be restored here.
  func outlook(of path: String, called name: String) async throws -> RestoreOutlook

  /// Sets the present data aside and puts the backup in its place, atomically.
  ///
  /// - Returns: the name of what was set aside (``KeptCopy/id``); nil if there was nothing.
  /// - Throws: a ``DomainError`` if it cannot be restored here; nothing was changed then.
  func restore(from path: String, called name: String) async throws -> String?

  /// The server with which everything is synchronized; nil if there is no other copy.
  func server() throws -> String?

  /// Deletes everything that the person has here, atomically, and unlinks the account.
  ///
  /// - Returns: whether the server, if there is one, could be reached.
  func erase() async throws -> Bool

  /// Whether no product was ever chosen for the home.
  var lacksProduct: Bool { get }

  /// Uses the home as another product from now on.
  func choose(product name: String) async throws
}

/// A backup that can be restored.
public struct KeptCopy: Sendable, Equatable {
  /// Why it was made.
  public enum Occasion: Sendable, Equatable {
    /// The automatic copy of a day.
    case day(Day)
    /// Another journal took its place.
    case restore, `import`, link
  }

  /// The name by which it is requested.
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

/// The effects of a restore.
public struct RestoreOutlook: Sendable, Equatable {
  /// The contents of one of the two sides.
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
  /// The server with which everything is synchronized; nil if there is no other copy.
  public let server: String?

  public init(backup: Side, present: Side, product: String?, server: String?) {
    self.backup = backup
    self.present = present
    self.product = product
    self.server = server
  }
}
