import Core
import FileSystem
import Glibc
import Presentation
import SQLiteJournal

/// The automatic copies of a home, one a day, in a folder of the home.
///
/// A copy is a verified backup of the journal, named after the day on which it was made.
public struct HomeCopies: Sendable {
  /// A copy that exists.
  public struct Copy: Sendable, Equatable {
    public let day: Day
    public let path: String

    /// The name by which a person restores it.
    public var name: String { day.description }
    /// The size in bytes; 0 if the file is gone.
    public var size: Int { DiskSpace.size(of: path) }
  }

  private static let suffix = ".db"
  /// The free space in bytes that must remain on the disk, so that a copy never fills it.
  private static let reserve = 64 << 20

  let home: Home

  public init(_ home: Home) { self.home = home }

  /// The folder of the copies, which may not exist.
  public var folder: String { "\(home.path)/\(UserFile.copiesName)" }

  // MARK: The setting

  private var offMark: String { home.path + "/copies-off" }

  /// Whether copies are made.
  public var areOn: Bool { access(offMark, F_OK) != 0 }

  /// Switches the making of copies on or off; existing ones stay.
  ///
  /// - Throws: a ``DomainError`` if the setting cannot be stored.
  public func set(on: Bool) throws {
    do throws(FileError) {
      if !on {
        try AtomicFile.write([], to: offMark)
      } else if unlink(offMark) != 0, errno != ENOENT {
        throw FileError(code: errno)
      }
    } catch {
      throw DomainError(
        "home-unwritable",
        "\(offMark) cannot be changed (\(error)). Nothing was changed: give yourself the right to "
          + "write there."
      )
    }
  }

  // MARK: The copies

  /// All copies, the newest first.
  public var all: [Copy] {
    HomeCopies.names(in: folder)
      .compactMap { name in name.hasSuffix(Self.suffix) ? copy(named: name) : nil }
      .sorted { $0.day > $1.day }
  }

  /// Makes sure that ``all`` has all copies there are.
  ///
  /// - Throws: a ``DomainError`` if their folder cannot be read.
  public func requireReadable() throws {
    do throws(FileError) {
      _ = try FolderListing.names(in: folder)
    } catch {
      guard !error.isMissingFile else { return }
      throw DomainError(
        "copies-unreadable",
        "The copies in \(folder) cannot be read (\(error)). Nothing was changed: give yourself the right "
          + "to that folder."
      )
    }
  }

  /// The names of journals that were set aside before two histories were synchronized.
  static let syncMark = "sync"

  /// A journal that was set aside before another took its place.
  public struct PutAside: Sendable, Equatable {
    /// The reason why it was set aside.
    public enum Occasion: String, Sendable, CaseIterable {
      case restore, `import`, sync
    }

    public let occasion: Occasion
    public let number: Int
    public let path: String

    /// The name by which a page asks for it.
    public var name: String { "\(occasion.rawValue)-\(number)" }
  }

  /// The journals that were set aside; the newest of each occasion first.
  ///
  /// That happens when a backup is restored, an export imported, or a home linked to an account.
  public var asides: [PutAside] {
    HomeCopies.names(in: home.path).compactMap { name in
      for occasion in PutAside.Occasion.allCases {
        let beginning = "\(UserFile.journalName).before-\(occasion.rawValue)-"
        // Without the files that SQLite keeps beside them.
        guard name.hasPrefix(beginning), let number = Int(name.dropFirst(beginning.count)) else {
          continue
        }
        return PutAside(occasion: occasion, number: number, path: "\(home.path)/\(name)")
      }
      return nil
    }
    .sorted { ($0.occasion.rawValue, -$0.number) < ($1.occasion.rawValue, -$1.number) }
  }

  /// The paths of the journals that were set aside.
  ///
  /// They are not listed as copies, but what is erased must not stay in them either.
  var putAside: [String] { asides.map(\.path) }

  private static func names(in folder: String) -> [String] {
    (try? FolderListing.names(in: folder)) ?? []
  }

  /// The copy that a person named by its day or its file, whether or not it exists.
  ///
  /// - Returns: nil if it is not the name of a copy.
  public func copy(named name: String) -> Copy? {
    let stem = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
    guard let day = Day(stem), day.description == stem else { return nil }
    return copy(of: day)
  }

  func copy(of day: Day) -> Copy { Copy(day: day, path: "\(folder)/\(day)\(Self.suffix)") }

  /// Whether a copy of the journal, with a second one while it is made, leaves enough free space.
  var hasRoom: Bool {
    guard let free = DiskSpace.free(at: home.path) else { return false }
    let size = DiskSpace.size(of: home.journal) + DiskSpace.size(of: home.journal + "-wal")
    return free >= 2 * size + Self.reserve
  }
}
