import Core
import Glibc
import Loop
import Presentation
import Synchronization

/// The progress of opening the app in a browser.
public enum BrowserOpening: Sendable, Equatable, Encodable {
  /// The browser is signed in at that address.
  case signedIn(address: String)
  /// Nothing can open a browser here, or none followed: the link, which is valid for a minute.
  case link(String)

  private enum Key: String, CodingKey {
    case address, signedIn
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .signedIn(let address):
      try container.encode(address, forKey: .address)
      try container.encode(true, forKey: .signedIn)
    case .link(let link):
      try container.encode(link, forKey: .address)
      try container.encode(false, forKey: .signedIn)
    }
  }

  /// The message to a person.
  public var words: [String] {
    switch self {
    case .signedIn(let address): ["Opened \(address)"]
    case .link(let link): [BrowserOpening.invitation, link]
    }
  }

  /// The text before a link.
  public static let invitation =
    "Open this in your browser within a minute; it signs one browser in:"
}

/// A browser that is signed in: `trellis daemon sessions`.
public struct BrowserSession: Codable, Sendable {
  public let id: String
  /// The browser's own name: `Firefox on Linux`.
  public let browser: String
  /// Both in RFC 3339.
  public let createdAt: String
  public let usedAt: String
}

/// Requests of one kind that were refused since the daemon started.
public struct RefusedRequests: Codable, Sendable {
  /// Why, as a code such as `sign-in-needed`.
  public let code: String
  /// The client's own name.
  public let client: String
  public let count: Int
  /// In RFC 3339.
  public let lastAt: String
}

/// All of them, and the refused requests.
public struct BrowserSessions: Codable, Sendable {
  public let sessions: [BrowserSession]
  public let refusals: [RefusedRequests]

  /// The sessions as lines for a person, with days and times as their clock shows them.
  public func words(in calendar: LocalCalendar, now: Instant) -> [String] {
    let today = calendar.day(at: now)
    func day(_ instant: Instant) -> String {
      calendar.day(at: instant).relativeWords(today: today)
    }
    let lines = sessions.map { session in
      let used = Instant(rfc3339: session.usedAt).map(day) ?? session.usedAt
      return "\(session.id)  \(session.browser), last used \(used)"
    }
    let refused = refusals.map { refusal in
      let last = Instant(rfc3339: refusal.lastAt).map { instant in
        "\(day(instant)) at \(instant.clockTime(in: calendar.zone))"
      }
      let client = "\(refusal.count) × \(refusal.code), \(refusal.client)"
      return "\(client), last \(last ?? refusal.lastAt)"
    }
    let none = "No browser is signed in. To sign one in: trellis daemon open"
    return (lines.isEmpty ? [none] : lines)
      + (refused.isEmpty ? [] : ["Refused since the daemon started:"] + refused)
  }
}

/// A browser that the system opens, which may run until the person closes it.
private final class BrowserStart: Sendable {
  private let failed = Atomic(false)

  /// Whether no program opens browsers here, or it found none.
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  func open(_ path: String) async {
    let plan = LoopProcess.Plan("xdg-open", [path], output: .discarded, errors: .discarded)
    let result = try? await LoopProcess.run(plan)
    if result?.exit.isSuccess != true { failed.store(true, ordering: .relaxed) }
  }
}

/// Browsers and the running daemon.
extension DaemonControl {
  private static let glance: Duration = .milliseconds(100)
  /// The number of checks for the browser before the link itself is shown: eight seconds.
  private static let glances = 80

  private struct Link: Decodable {
    let id: String
    let path: String
  }

  private struct LinkState: Decodable {
    let state: String
  }

  /// Opens the app in a browser, and signs it in.
  ///
  /// - Parameters:
  ///   - waits: whether to wait for the browser after its person was shown the link.
  ///   - show: called with the link when no browser can be opened or none has followed within eight
  ///     seconds, such as one in a sandbox that cannot read the file; and with the address once the
  ///     browser is signed in.
  /// - Throws: a ``DomainError`` when the daemon does not run or does not answer, or what `show`
  ///   throws.
  public func open(
    next: String = "/",
    waits: Bool = true,
    show: (BrowserOpening) throws -> Void
  ) async throws {
    let (record, address) = try serving()
    let daemon = try DaemonConnection(record, home)
    let link = try daemon.ask("/control/sign-in-links", ["next": next], as: Link.self)
    let whole = address + link.path.dropFirst()
    guard Home.variable("DISPLAY") != nil || Home.variable("WAYLAND_DISPLAY") != nil,
      let file = try? SignInFile(for: whole, in: home)
    else { return try show(.link(whole)) }
    defer { file.remove() }
    let browser = BrowserStart()
    Task { await browser.open(file.path) }
    for looks in 0... {
      let state = try daemon.ask("/control/sign-in-links/\(link.id)", as: LinkState.self).state
      if state == "used" { return try show(.signedIn(address: address)) }
      let isOver = state != "waiting" || browser.hasFailed
      let isDue = looks == DaemonControl.glances
      if isDue || (isOver && looks < DaemonControl.glances) { try show(.link(whole)) }
      if isOver || (isDue && !waits) { return }
      try await Task.sleep(for: DaemonControl.glance)
    }
  }

  /// The browsers that are signed in.
  ///
  /// - Parameters:
  ///   - id: a session to end first; nil for none.
  ///   - all: whether all of them are ended first.
  /// - Throws: a ``DomainError`` when there is no such session, or the daemon does not run or does
  ///   not answer.
  public func sessions(revoking id: String? = nil, all: Bool = false) throws -> BrowserSessions {
    let daemon = try DaemonConnection(try serving().record, home)
    if all { return try daemon.ask("/control/sessions/revoke", ["all": true]) }
    if let id { return try daemon.ask("/control/sessions/revoke", ["id": id]) }
    return try daemon.ask("/control/sessions")
  }

  private func serving() throws -> (record: DaemonRecord, address: String) {
    guard let record = DaemonLock.holder(of: home), let address = record.address else {
      throw notRunning
    }
    return (record, address)
  }
}
