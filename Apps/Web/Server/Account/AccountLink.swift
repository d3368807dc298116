import Core

/// The account on a server with which the person's space may be synchronized, for the web app.
///
/// No password is ever typed in this app: a code is confirmed on the server's own page, where the
/// person signs in (RFC 8628). Nothing is changed before the last step.
public protocol AccountLink: Sendable {
  /// Its current state.
  func state(at now: Instant, in calendar: LocalCalendar) async throws -> AccountLinkState

  /// Asks a server for a code that gives this computer access to an account.
  ///
  /// - Throws: a ``DomainError`` if the server cannot be reached, or does not serve this product.
  func begin(at server: String) async throws

  /// Links the space to the account, after the person has agreed to merge two histories.
  ///
  /// - Returns: the result in a sentence.
  func join() async throws -> String

  /// Cancels the current attempt; nothing is changed.
  func cancel() async

  /// Unlinks the space; all local data stays.
  ///
  /// - Returns: the result in a sentence.
  func leave() async throws -> String
}

/// The progress of linking a space to an account.
public enum AccountLinkState: Sendable, Equatable {
  /// - Parameters:
  ///   - lastServer: the address of the server that it was linked to before.
  ///   - note: why the latest attempt failed.
  case unlinked(lastServer: String?, note: String?)
  /// A code waits to be confirmed.
  case waiting(AccountLinkCode)
  /// The person must decide whether two histories may be merged.
  case asking(question: String)
  case linked(Linked)

  public struct Linked: Sendable, Equatable {
    /// The state of the sync in sentences, most important first.
    public let sentences: [String]
    /// The address of the server.
    public let server: String
    /// Whether the server still accepts this device.
    public let isSignedIn: Bool
    /// Whether entries are on their way.
    public let isBusy: Bool

    public init(sentences: [String], server: String, isSignedIn: Bool, isBusy: Bool) {
      self.sentences = sentences
      self.server = server
      self.isSignedIn = isSignedIn
      self.isBusy = isBusy
    }
  }
}

/// A code that a person confirms where they are signed in.
public struct AccountLinkCode: Sendable, Equatable {
  /// Such as `WDJB-MJHT`.
  public let code: String
  /// The address of the page on which it is confirmed.
  public let page: String
  public let expiresAt: Instant

  public init(code: String, page: String, expiresAt: Instant) {
    self.code = code
    self.page = page
    self.expiresAt = expiresAt
  }
}
