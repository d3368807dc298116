import Core
import Presentation
import Replication
import Sync

/// The state of the sync of a home, in sentences and as a document.
public struct SyncReport: Sendable, Encodable {
  public enum State: String, Sendable, Encodable {
    /// The home has no account.
    case unlinked
    case signedOut = "signed-out"
    case keyNeeded = "key-needed"
    /// Another problem.
    case trouble
    /// Entries wait to be sent.
    case waiting
    /// Linked, but never synchronized.
    case new
    case inSync = "in-sync"
  }

  public let state: State
  public let server: String?
  public let account: String?
  public let email: String?
  public let product: String?
  public let isSealed: Bool?
  /// The number of entries that wait to be sent.
  public let waiting: Int
  public let waitingSince: String?
  public let lastSuccess: String?
  public let trouble: SyncTrouble?
  public let troubleSince: String?
  /// The number of refused entries that the person has not dismissed.
  public let refused: Int
  /// How far the clock of this computer is ahead of the server's, in milliseconds.
  public let clockOffset: Int64?
  /// Whether trellisd synchronizes in the background.
  public let isInBackground: Bool
  private let isSignedIn: Bool
  private let times: Times
  private let obstacle: DomainError?

  private enum CodingKeys: String, CodingKey {
    case account, clockOffset, email, isInBackground = "background", isSealed = "sealed",
      lastSuccess,
      product, refused, server, state, trouble, troubleSince, waiting, waitingSince
  }

  /// What sentences need to know about time.
  private struct Times: Sendable {
    let status: SyncStatus
    let calendar: LocalCalendar
    let today: Day
  }

  /// - Parameters:
  ///   - account: nil if the home has none.
  ///   - isSignedIn: whether this device has a token.
  ///   - obstacle: why this program cannot begin a round at all; nil if it can.
  public init(
    _ account: SyncAccount?,
    isSignedIn: Bool,
    _ status: SyncStatus,
    isInBackground: Bool,
    calendar: LocalCalendar,
    now: Instant,
    obstacle: DomainError? = nil
  ) {
    let zone = calendar.zone
    self.obstacle = obstacle
    self.isSignedIn = isSignedIn
    state = SyncReport.state(account, isSignedIn: isSignedIn, status, obstacle)
    server = account?.server
    self.account = account?.account
    email = account?.email
    product = account?.product
    isSealed = account?.isSealed
    waiting = status.waiting
    waitingSince = status.waitingSince?.rfc3339(in: zone)
    lastSuccess = status.lastSuccess?.rfc3339(in: zone)
    trouble = obstacle.map { SyncTrouble(.other, $0.message) } ?? status.trouble
    troubleSince = obstacle != nil ? nil : status.troubleSince?.rfc3339(in: zone)
    refused = status.refused
    clockOffset = status.clockOffset
    self.isInBackground = isInBackground
    times = Times(status: status, calendar: calendar, today: calendar.day(at: now))
  }

  private static func state(
    _ account: SyncAccount?,
    isSignedIn: Bool,
    _ status: SyncStatus,
    _ obstacle: DomainError?
  ) -> State {
    guard account != nil else { return .unlinked }
    guard isSignedIn else { return .signedOut }
    guard obstacle == nil else { return .trouble }
    switch status.trouble?.kind {
    case .signedOut: return .signedOut
    case .keyNeeded: return .keyNeeded
    // Being offline is normal; the number of waiting entries says enough.
    case .unreachable:
      return status.waiting > 0 ? .waiting : status.lastSuccess == nil ? .new : .inSync
    case .some: return .trouble
    case nil: break
    }
    if status.waiting > 0 { return .waiting }
    return status.lastSuccess == nil ? .new : .inSync
  }

  // MARK: Words

  /// The sentences for a person, most important first.
  public var sentences: [String] {
    guard state != .unlinked else { return [SyncFiles.noAccount.message] }
    return [main(signingIn: " with  trellis sync login", trouble?.message)]
      + [whose, refusals("see  trellis sync issues"), clock, background].compactMap { $0 }
  }

  /// The same for the page of the account, on which one can sign in.
  public var pageSentences: [String] {
    [main(signingIn: " below.", obstacle?.pageMessage ?? trouble?.message)]
      + [whose, refusals("in a terminal,  trellis sync issues  says why."), clock].compactMap { $0 }
  }

  /// What to say about entries that are here alone once the device is unlinked; nil if there are
  /// none.
  public static func words(unsent count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "1 entry was not sent and is here alone: signing in again sends it."
      : "\(count) entries were not sent and are here alone: signing in again sends them."
  }

  private func main(signingIn way: String, _ trouble: String?) -> String {
    switch state {
    case .unlinked: SyncFiles.noAccount.message
    case .signedOut:
      "\(signedOut). Nothing is lost\(whatWaits(after: " and ")): sign in again\(way)"
    case .keyNeeded:
      "The key of your encrypted entries is not on this device. Nothing is lost\(whatWaits(after: " and ")): bring "
        + "it back with  trellis sync recover"
    case .trouble: [trouble, waitingHere, last].compactMap { $0 }.joined(separator: " ")
    case .waiting:
      "\(waiting.counted("entry waits", "entries wait")) "
        + (times.status.trouble == nil ? "to be sent" : "for the connection") + since + "."
    case .new: "This device is linked, and nothing has been synchronized yet."
    case .inSync:
      times.status.trouble == nil ? inSync : "\(inSync) The server cannot be reached just now."
    }
  }

  private var signedOut: String {
    isSignedIn
      ? "The server has signed this device out"
      : "The file that signs this device in (sync.token) is missing or cannot be used"
  }

  private var inSync: String {
    let at = times.status.lastSuccess.map { ", last \(moment($0))" } ?? ""
    return "Everything is in sync\(at)."
  }

  private var last: String? {
    times.status.lastSuccess.map { "Everything was last in sync \(moment($0))." }
  }

  private var waitingHere: String? {
    waiting > 0 ? "\(waiting.counted("entry waits", "entries wait")) here." : nil
  }

  private var since: String {
    times.status.waitingSince.map { " since \(moment($0, at: ""))" } ?? ""
  }

  private func whatWaits(after word: String) -> String {
    guard waiting > 0 else { return "" }
    return "\(word)\(waiting.counted("entry waits", "entries wait")) here"
  }

  private var whose: String? {
    guard let email, let server else { return nil }
    let name = server.replacing("https://", with: "", maxReplacements: 1)
    return "It is the account \(email) at \(name)"
      + (isSealed == true ? ", which the server cannot read." : ".")
  }

  private func refusals(_ way: String) -> String? {
    guard refused > 0 else { return nil }
    let entries = refused.counted("entry, which therefore counts", "entries, which therefore count")
    return "The server has refused \(entries) nowhere: \(way)"
  }

  private var clock: String? {
    guard let clockOffset, abs(clockOffset) > SyncLimits.tolerance else { return nil }
    let side = clockOffset > 0 ? "ahead of" : "behind"
    return
      "The clock of this computer is \(SyncReport.duration(abs(clockOffset))) \(side) the server's. "
      + "Your entries get the right time on the way; please set the clock."
  }

  private var background: String? {
    guard !isInBackground, obstacle == nil, state != .signedOut, state != .keyNeeded else {
      return nil
    }
    return
      "It syncs by itself while trellisd runs, which it does not now: trellis daemon start. To do it "
      + "now: trellis sync now"
  }

  /// `at 09:12`, or with the day if it is another one.
  private func moment(_ instant: Instant, at: String = "at ") -> String {
    let time = instant.clockTime(in: times.calendar.zone)
    let day = times.calendar.day(at: instant)
    guard day != times.today else { return at + time }
    return "\(day.shortWords(today: times.today)), \(time)"
  }

  /// An approximate length: `3 h`.
  static func duration(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 120 { return "\(minutes) min" }
    return minutes < 48 * 60 ? "\(minutes / 60) h" : "\(minutes / 1440) days"
  }
}
