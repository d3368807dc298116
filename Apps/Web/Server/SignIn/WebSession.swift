import Core

/// A browser that the person has signed in.
public struct WebSession: Sendable, Equatable {
  /// The cookie with the session's token.
  static let cookie = "trellis-session"
  /// Seconds after which an unused session ends.
  static let lifetime: Int64 = 90 * 86_400
  /// Seconds after which the person must prove their identity again, however often it was used.
  static let longest: Int64 = 400 * 86_400

  /// Identifies it in lists; useless for signing in.
  public let id: String
  public let createdAt: Instant
  /// When the person last proved their identity.
  public internal(set) var signedInAt: Instant
  /// When it was last used, to within a day.
  public internal(set) var usedAt: Instant
  /// The browser's own name: `Firefox on Linux`.
  public let browser: String

  /// The `Set-Cookie` field that keeps a session's token in the browser.
  static func cookie(with token: String) -> String {
    "\(cookie)=\(token); Max-Age=\(lifetime); Path=/; HttpOnly; SameSite=Strict"
  }

  /// The `Set-Cookie` field that removes the token.
  static let clearing = "\(cookie)=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
}
