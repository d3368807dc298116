import Core
import FileSystem

/// What was reported to the person about the sync of a home, so that nothing is repeated.
///
/// It is stored in a small file beside the journal, since a daemon restarts.
public struct ReportedSyncState: Sendable, Codable, Equatable {
  private static let longest = 4096

  /// The session whose end was reported.
  public var session: String?
  /// The session that was reported to need a key.
  public var keylessSession: String?
  /// The number of refused entries that was reported.
  public var refused = 0
  /// The reported new devices of the account, by the ids of their sessions; nil for none.
  public var devices: [String]?
  /// The reported notices of friends, of the session that is named here; nil for none yet.
  public var friends: Friends?

  /// How far the notices of friends were reported.
  public struct Friends: Sendable, Codable, Equatable {
    public let session: String
    /// The number of the last one.
    public let number: Int
  }

  public init() {}

  /// As if nothing was reported, if the file is missing or damaged.
  public static func load(_ home: Home) -> ReportedSyncState {
    guard let bytes = try? PrivateFile.read(home.sync.reported, limit: longest),
      let reported = try? JSON.decode(ReportedSyncState.self, from: bytes)
    else { return ReportedSyncState() }
    return reported
  }

  /// Stores it; on a full disk something is reported twice.
  public func save(_ home: Home) {
    guard let bytes = try? JSON.encode(self) else { return }
    try? AtomicFile.write(bytes, to: home.sync.reported)
  }
}
