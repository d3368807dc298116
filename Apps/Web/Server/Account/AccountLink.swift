import Core

/// The account on a server with which the person's space may be synchronized, as the web app shows it.
///
/// No password is ever typed in this app: a code is confirmed on the server's own page, where the person
/// signs in (RFC 8628). Until the last step nothing is changed.
public protocol AccountLink: Sendable {
  /// How it stands now.
  func state(at now: Instant, in calendar: LocalCalendar) async throws -> AccountLinkState

  /// Asks a server for a code that lets this computer into an account.
  ///
  /// - Throws: a ``DomainError`` if the server cannot be asked, or does not serve this product.
  func begin(at server: String) async throws

  /// Links the space to the account, once the person has said that two histories may come together.
  ///
  /// - Returns: what was done, in a sentence.
  func join() async throws -> String

  /// Ends what was begun; nothing is changed.
  func cancel() async

  /// Unlinks the space; everything stays here.
  ///
  /// - Returns: what was done, in a sentence.
  func leave() async throws -> String
}

/// How far a space is on its way to an account.
public enum AccountLinkState: Sendable, Equatable {
  /// - Parameters:
  ///   - lastServer: the address of the server that it was linked to before.
  ///   - note: why the latest attempt came to nothing.
  case unlinked(lastServer: String?, note: String?)
  /// A code waits to be confirmed.
  case waiting(AccountLinkCode)
  /// The person has to say whether two histories may come together.
  case asking(question: String)
  case linked(Linked)

  public struct Linked: Sendable, Equatable {
    /// How the sync stands, the most important first.
    public let sentences: [String]
    /// The address of the server.
    public let server: String
    /// Whether the server still takes this device.
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
