import Core

/// A browser that the person has let in.
public struct Session: Sendable, Equatable {
  /// The cookie with the session's token.
  static let cookie = "trellis-session"
  /// Seconds after which an unused session ends.
  static let lifetime: Int64 = 90 * 86_400
  /// Seconds after which the person shows once more that it is them, however often it was used.
  static let longest: Int64 = 400 * 86_400

  /// Names it in lists; of no use for signing in.
  public let id: String
  public let createdAt: Instant
  /// When the person last showed that it is them.
  public internal(set) var signedInAt: Instant
  /// When it was last used, to within a day.
  public internal(set) var usedAt: Instant
  /// What the browser calls itself: `Firefox on Linux`.
  public let browser: String

  /// The `Set-Cookie` field that keeps a session's token in the browser.
  static func cookie(with token: String) -> String {
    "\(cookie)=\(token); Max-Age=\(lifetime); Path=/; HttpOnly; SameSite=Strict"
  }

  /// The `Set-Cookie` field that removes the token.
  static let clearing = "\(cookie)=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
}
