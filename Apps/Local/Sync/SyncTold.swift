import Core
import FileSystem

/// What the person was told about the sync of a home, so that each thing is told once.
///
/// In a small file beside the journal, since a daemon ends and begins.
public struct SyncTold: Sendable, Codable, Equatable {
  private static let longest = 4096

  /// The session whose end was told.
  public var session: String?
  /// The session that was told to need a key.
  public var keylessSession: String?
  /// The number of refused entries that was told.
  public var refused = 0
  /// The new devices of the account that were told, by the ids of their sessions; nil for none.
  public var devices: [String]?
  /// The notices of friends that were told, of the session that is named here; nil for none yet.
  public var friends: Friends?

  /// How far the notices of friends were told.
  public struct Friends: Sendable, Codable, Equatable {
    public let session: String
    /// The number of the last one.
    public let number: Int
  }

  public init() {}

  /// As if nothing was told, if the file is missing or damaged.
  public static func load(_ home: Home) -> SyncTold {
    guard let bytes = try? PrivateFile.read(home.sync.told, limit: longest),
      let told = try? JSON.decode(SyncTold.self, from: bytes)
    else { return SyncTold() }
    return told
  }

  /// Keeps it; on a full disk something is told twice.
  public func save(_ home: Home) {
    guard let bytes = try? JSON.encode(self) else { return }
    try? AtomicFile.write(bytes, to: home.sync.told)
  }
}
