import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Journals
import Presentation
import Replication
import Runtime
import ServerStorage
import Sync

/// Maps errors to statuses.
extension Problem {
  init(_ error: AccountsError) {
    self.init(
      Problem.status(of: error),
      error.code,
      error.message,
      headers: Problem.headers(of: error)
    )
  }

  private static func status(of error: AccountsError) -> HTTPResponse.Status {
    switch error {
    case .badCredentials, .signedOut: .unauthorized
    case .signUpClosed, .invitationNeeded, .badInvitation, .suspended, .administratorsOnly,
      .deniedCode, .keyProofNeeded:
      .forbidden
    case .weakPassword, .badEmail, .badKeys: .unprocessableContent
    case .tooManyAttempts, .slowDown, .tooManyCodes: .tooManyRequests
    case .busy: .serviceUnavailable
    case .accountExists, .ownAccount, .tooManyChannels, .sealedAccount, .notSealed: .conflict
    case .keyVersion: .preconditionFailed
    case .unknownAccount: .notFound
    case .expiredCode, .expiredLink: .gone
    case .storageFull: .storageFull
    case .store: .serviceUnavailable
    }
  }

  private static func headers(of error: AccountsError) -> HTTPFields {
    switch error {
    case .signedOut, .badCredentials: [.wwwAuthenticate: "Bearer"]
    case .tooManyAttempts(let seconds), .busy(let seconds): [.retryAfter: "\(seconds)"]
    case .slowDown(let seconds): [.retryAfter: "\(seconds)"]
    case .tooManyCodes: [.retryAfter: "600"]
    case .store: [.retryAfter: Problem.retryAfterOutage]
    default: [:]
    }
  }

  /// Returns the problem for an error; nil for an unexpected one.
  ///
  /// - Parameters:
  ///   - isOnPage: whether a page shows it, which has no terminal.
  ///   - today: the day of the person who sees the page; nil if it is not known.
  static func known(_ error: any Error, isOnPage: Bool, today: Day? = nil) -> Problem? {
    switch error {
    case let problem as Problem: problem
    case let error as AccountsError: Problem(error)
    case let error as FriendsError: Problem(error)
    case let error as DomainError:
      Problem(.conflict, error.code, words(of: error, isOnPage: isOnPage, today: today))
    case let failure as StoreFailure: Problem(failure)
    case let error as JournalError: Problem(error, isOnPage: isOnPage)
    case let fault as SyncWire.Fault: Problem(fault)
    case is SpaceFull: Problem(.storageFull)
    case is SpaceBusy: busy
    default: nil
    }
  }

  private static func words(of error: DomainError, isOnPage: Bool, today: Day?) -> String {
    guard isOnPage else { return error.message }
    let words = error.pageMessage ?? error.message
    return today.map { words.withDaysInWords(today: $0) } ?? words
  }

  private init(_ fault: SyncWire.Fault) {
    switch fault {
    case .tooLong: self = .tooLarge(SyncLimits.documentBytes)
    case .foreign:
      self = .badRequest(
        "foreign-protocol",
        "This server speaks \(SyncWire.name). Nothing was changed: update this device or the server."
      )
    case .malformed:
      self = .badRequest(
        "bad-document",
        "What the device sent cannot be read. Nothing was changed: update this device or the server."
      )
    }
  }

  /// A store of the server's own, other than accounts and friends.
  private init(_ failure: StoreFailure) {
    self.init(
      .serviceUnavailable,
      failure.code.rawValue,
      failure.message,
      headers: [.retryAfter: Problem.retryAfterOutage]
    )
  }

  private static let busy = Problem(
    .serviceUnavailable,
    "space-busy",
    "Many of your devices sync at this moment. Nothing was lost: this one goes on by itself.",
    headers: [.retryAfter: "5"]
  )

  /// The problem for an error of the storage that a form of the app met; nil for any other error.
  ///
  /// The storage's own words are for whoever runs the server.
  static func ofStorage(_ error: any Error) -> Problem? {
    if let merge = error as? InterruptedMerge, let cause = ofStorage(merge.cause) {
      let added = merge.added.counted("entry was", "entries were")
      let words = "\(added) added before this happened: \(cause.detail)"
      return Problem(
        cause.status,
        cause.code,
        "\(words) Then import the same file again.",
        headers: cause.headers
      )
    }
    return (error as? JournalError).map { Problem($0, isOnPage: true) }
  }

  private init(_ error: JournalError, isOnPage: Bool) {
    let isPassing = [.unavailable, .unconfirmed, .busy].contains(error.code)
    let words =
      switch (error.code, isOnPage) {
      case (.unconfirmed, false): Problem.unconfirmed
      case (.unconfirmed, true): Problem.unconfirmedOnPage
      case (_, false): Problem.notStored
      case (_, true): Problem.notStoredOnPage
      }
    self.init(
      .serviceUnavailable,
      "storage",
      words,
      headers: [.retryAfter: isPassing ? Problem.retryAfterOutage : "30"]
    )
  }

  /// Seconds after which a database that restarts or is replaced usually answers again.
  static let retryAfterOutage = "3"
  private static let notStored = """
    The server cannot store anything at the moment. What your devices hold is kept: they try again \
    by themselves.
    """
  private static let unconfirmed = """
    The server cannot tell whether it has stored this. What your devices hold is kept: they ask \
    again by themselves, and nothing is stored twice.
    """
  private static let notStoredOnPage = """
    The server cannot store anything at the moment. Nothing that was saved is lost: try again in a \
    minute, and tell whoever runs the server if it stays so.
    """
  private static let unconfirmedOnPage = """
    The server cannot tell whether it has stored this. Nothing that was saved is lost: look whether it \
    is there before you enter it again.
    """
}

extension HTTPResponse.Status {
  /// The room that there is for one person is used (RFC 4918, 11.5).
  static let storageFull = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")

  /// Whether it says that the server failed, and not only that one person's room is used.
  var isFailure: Bool { kind == .serverError && code != HTTPResponse.Status.storageFull.code }
}
