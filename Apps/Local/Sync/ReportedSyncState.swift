import Core
import FileSystem
import Locks

/// What was reported to the person about the sync of a home, so that nothing is repeated.
///
/// It is stored in a small file beside the journal, since a daemon restarts. Only the daemon
/// changes it, of which there is one for a home.
public struct ReportedSyncState: Sendable, Codable, Equatable {
  private static let longest = 4096
  /// Held during a change: several tasks of the daemon make some, each of another part.
  private static let turn = Locked(())

  /// The session whose end was reported.
  public var session: String?
  /// The session that was reported to need a key, until it has it.
  public private(set) var keylessSession: String?
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

  init() {}

  /// Notes whether a key is missing.
  ///
  /// - Parameter session: the session that needs it; nil once none is missing. Another one may be
  ///   needed later, whenever a device is signed out.
  /// - Returns: whether this has to be reported.
  public mutating func note(keyless session: String?) -> Bool {
    defer { keylessSession = session }
    return session != nil && session != keylessSession
  }

  /// As if nothing was reported, if the file is missing or damaged.
  static func load(_ home: Home) -> ReportedSyncState {
    guard let bytes = try? PrivateFile.read(home.sync.reported, limit: longest),
      let reported = try? JSON.decode(ReportedSyncState.self, from: bytes)
    else { return ReportedSyncState() }
    return reported
  }

  /// Changes and stores it; on a full disk something is reported twice.
  public static func change<Result>(
    of home: Home,
    _ body: (inout ReportedSyncState) -> Result
  ) -> Result {
    turn.withLockUnchecked { _ in
      var reported = load(home)
      let before = reported
      let result = body(&reported)
      if reported != before { reported.save(home) }
      return result
    }
  }

  private func save(_ home: Home) {
    guard let bytes = try? JSON.encode(self) else { return }
    try? AtomicFile.write(bytes, to: home.sync.reported)
  }
}
