import Core
import Locks

/// The browsers that are signed in.
///
/// Only hashes of their tokens are stored: somebody who reads the file cannot sign in with it.
public final class SessionStore: Sendable {
  /// More than the browsers of a person; the longest unused one makes room.
  private static let maxSessions = 64
  /// The minimum number of seconds between two stored uses.
  private static let writingInterval: Int64 = 86_400
  /// Seconds after signing in during which a browser may end the sessions of others.
  private static let freshSeconds: Int64 = 600

  private let file: SessionFile?
  private let clock: any WallClock
  /// By the hash of the token.
  private let sessions: Locked<[String: WebSession]>

  /// - Parameter path: the file with the sessions; nil for in memory.
  public init(path: String?, clock: any WallClock = SystemClock()) {
    let file = path.map { SessionFile(path: $0) }
    self.file = file
    self.clock = clock
    let kept = (file?.read() ?? []).map { entry in
      let session = WebSession(
        id: entry.id,
        createdAt: entry.createdAt,
        signedInAt: entry.signedInAt,
        usedAt: entry.usedAt,
        browser: entry.browser
      )
      return (entry.hash, session)
    }
    sessions = Locked(Dictionary(kept) { first, _ in first })
  }

  /// All sessions, the last used first.
  public var all: [WebSession] {
    let now = clock.now()
    let all = sessions.withLock { Array($0.values) }
    return all.filter { !SessionStore.hasEnded($0, now) }.sorted {
      ($0.usedAt, $0.createdAt, $0.id) > ($1.usedAt, $1.createdAt, $1.id)
    }
  }

  /// Starts a session.
  ///
  /// - Returns: the session, and the token that only the browser keeps.
  /// - Throws: a ``DomainError`` if it cannot be stored.
  func begin(browser: String) throws -> (session: WebSession, token: String) {
    let token = RandomToken.make(bytes: 32)
    let now = clock.now()
    let session = WebSession(
      id: RandomToken.make(bytes: 6),
      createdAt: now,
      signedInAt: now,
      usedAt: now,
      browser: browser
    )
    try sessions.withLockUnchecked { sessions in
      // Those that have ended stay until others need their room: the clock may be ahead for a while.
      var next = sessions
      while next.count >= SessionStore.maxSessions,
        let oldest = next.min(by: { $0.value.usedAt < $1.value.usedAt })
      {
        next[oldest.key] = nil
      }
      next[RandomToken.hash(token)] = session
      try file?.write(SessionStore.entries(next))
      sessions = next
    }
    return (session, token)
  }

  /// Gives a session another token, since the person has proven their identity again.
  ///
  /// It stays the same session, so that what its browser has queued is still accepted.
  ///
  /// - Returns: the token, the only valid one from now on; nil if the session has ended.
  /// - Throws: a ``DomainError`` if it cannot be stored.
  func renew(_ id: String) throws -> String? {
    let token = RandomToken.make(bytes: 32)
    let now = clock.now()
    let hash = sessions.withLock { sessions in sessions.first { $0.value.id == id }?.key }
    guard let hash else { return nil }
    try change { sessions in
      guard var session = sessions.removeValue(forKey: hash) else { return }
      (session.signedInAt, session.usedAt) = (now, now)
      sessions[RandomToken.hash(token)] = session
    }
    return token
  }

  /// Whether the person has recently proven their identity in the session.
  func isFresh(_ session: WebSession) -> Bool {
    session.signedInAt.isWithin(seconds: SessionStore.freshSeconds, before: clock.now())
  }

  /// The result of checking a token.
  struct Use: Sendable, Equatable {
    let session: WebSession
    /// Whether this is the first use in a day, after which the browser's cookie is renewed too.
    let isRenewed: Bool
  }

  /// The session of a token; nil if there is none, or it has ended.
  func use(_ token: String) -> Use? {
    let (hash, now) = (RandomToken.hash(token), clock.now())
    guard let session = sessions.withLock({ $0[hash] }), !SessionStore.hasEnded(session, now) else {
      return nil
    }
    guard !session.usedAt.isWithin(seconds: SessionStore.writingInterval, before: now) else {
      return Use(session: session, isRenewed: false)
    }
    // If the use cannot be stored, the session only ends sooner.
    try? change { $0[hash]?.usedAt = now }
    return Use(session: session, isRenewed: true)
  }

  /// Ends a session.
  ///
  /// - Returns: whether there was one.
  /// - Throws: a ``DomainError`` if the file cannot be written; the session then only ends until
  ///   the program restarts.
  public func revoke(_ id: String) throws -> Bool {
    let hash = sessions.withLock { sessions in sessions.first { $0.value.id == id }?.key }
    guard let hash else { return false }
    try change { $0[hash] = nil }
    return true
  }

  /// Ends all sessions.
  ///
  /// - Returns: how many there were.
  /// - Throws: the errors of ``revoke(_:)``.
  public func revokeAll() throws -> Int {
    let count = all.count
    try change { $0 = [:] }
    return count
  }

  /// Changes the sessions, and then the file, without concurrent changes.
  private func change(_ body: (inout [String: WebSession]) -> Void) throws {
    try sessions.withLockUnchecked { sessions in
      body(&sessions)
      try file?.write(SessionStore.entries(sessions))
    }
  }

  private static func entries(_ sessions: [String: WebSession]) -> [SessionFile.Entry] {
    sessions.map { hash, session in
      SessionFile.Entry(
        id: session.id,
        hash: hash,
        createdAt: session.createdAt,
        signedInAt: session.signedInAt,
        usedAt: session.usedAt,
        browser: session.browser
      )
    }
    .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  private static func hasEnded(_ session: WebSession, _ now: Instant) -> Bool {
    now.seconds - session.usedAt.seconds > WebSession.lifetime
      || now.seconds - session.signedInAt.seconds > WebSession.longest
  }
}
