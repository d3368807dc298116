import FoundationEssentials
import Journals
import SQLiteJournal

/// Where the journals of a run are stored: a folder, or a database.
public protocol JournalPlace: Sendable {
  /// The name of a journal that does not exist yet.
  func unused() throws -> String
  /// Opens a journal, and creates it if it does not exist.
  func open(_ name: String) throws -> any SyncStore
  /// Copies the contents of a journal to a new one, as a backup does.
  func copy(_ name: String, to other: String) throws
}

/// The folder of the journals of one run, which is removed with it.
public final class JournalFolder: JournalPlace {
  private let path: String

  public init() throws {
    // In memory where possible: the disk is not what is tested here.
    let parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    path = "\(parent)/trellis-sync-simulator-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func unused() -> String { "\(path)/\(UUID().uuidString).db" }

  public func open(_ name: String) throws -> any SyncStore { try SQLiteJournal(path: name) }

  public func copy(_ name: String, to other: String) throws {
    try SQLiteJournal(path: name).backup(to: other)
  }
}

/// Where the server and the devices of a run store everything.
public enum SimulatedStorage: Sendable {
  case memory
  /// In files in a few of the runs, otherwise in memory.
  ///
  /// Only in memory does a run not block its thread, which therefore must not be one of Swift's own.
  case sometimesFiles
  case places(server: any JournalPlace, devices: any JournalPlace)

  /// The share of runs that store in files.
  private static let shareOfFiles = 0.02

  /// What makes the journals of one run: of its server, and of its devices.
  func makers(
    _ chance: inout Chance,
    _ flaws: MemoryJournalFlaws
  ) throws -> (server: JournalMaker, devices: JournalMaker) {
    // The same seed is the same run wherever it is stored.
    let takesFiles = chance.happens(Self.shareOfFiles)
    switch self {
    case .places(let server, let devices): return (.stored(server), .stored(devices))
    case .sometimesFiles where takesFiles:
      let folder = JournalMaker.stored(try JournalFolder())
      return (folder, folder)
    case .sometimesFiles, .memory: return (.memory(flaws), .memory(flaws))
    }
  }
}

/// Makes the journals of a run.
enum JournalMaker {
  case memory(MemoryJournalFlaws)
  case stored(any JournalPlace)

  func make() throws -> any SimulatedJournal {
    switch self {
    case .memory(let flaws): MemoryJournal(flaws: flaws)
    case .stored(let place): try StoredJournal(in: place)
    }
  }
}
