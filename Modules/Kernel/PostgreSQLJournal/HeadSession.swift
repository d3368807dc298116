import Core
import Journals
import Locks
import PostgreSQL

/// The connection on which nodes exchange heads; used by the thread of ``HeadWatch``.
struct HeadSession {
  private let settings: PostgreSQLSettings
  private let channel: String
  private let ledger: SharedLocked<HeadLedger>
  private let link: Link
  /// The number of the server's process that listens for this journal; nil if none does.
  private var listening: Int?
  private var lastMessage: Int64 = 0
  private var nextSweep: Int64 = 0

  /// Milliseconds between two attempts to connect, which ``Link`` spreads further.
  static let retryPause: Int64 = 100
  /// Spaces that are looked at in one statement.
  private static let spacesPerLook = 1000

  init(_ settings: PostgreSQLSettings, channel: String, ledger: SharedLocked<HeadLedger>) {
    var own = settings
    // This thread has nothing else to wait for: it tries again on its own.
    own.patience = 0
    self.settings = settings
    self.channel = channel
    self.ledger = ledger
    link = Link(own, program: "trellis heads", locks: settings.patience)
  }

  /// The socket to watch; nil without a connection.
  ///
  /// Reads nothing from it: messages read after ``receive()`` would stay unhandled.
  var socket: Int32? { listening == nil ? nil : link.socket }

  /// Connects and listens, unless it does already.
  mutating func ready() -> Result<Void, JournalError> {
    do throws(PostgreSQLError) {
      let connection = try link.open()
      guard listening != connection.process else { return .success(()) }
      listening = nil
      try connection.listen(to: channel)
      // For as long as this session lasts: see ``PostgreSQLJournal/reserve()``.
      _ = try connection.run(CrossSpaceStatements.announce(channel))
      listening = connection.process
      // What was sent while nobody listened is found by looking into the database.
      nextSweep = 0
      return .success(())
    } catch {
      link.close()
      listening = nil
      return .failure(ErrorTranslation.from(error))
    }
  }

  /// Handles the messages that have arrived.
  mutating func receive() {
    guard let connection = link.current else { return }
    let heads = connection.takeMessages().filter { $0.sender != listening }
      .flatMap { HeadMessage.heads(in: $0.text) }
    if heads.isEmpty { return }
    ledger.withLock { ledger in for head in heads { ledger.receive(head) } }
  }

  /// Sends and looks if either is due; returns the milliseconds until one is due again.
  mutating func work(sendsAtOnce: Bool, every interval: Int64) -> Int64 {
    guard listening != nil else { return Self.retryPause }
    let now = MonotonicClock.now
    if sendsAtOnce || now - lastMessage >= interval { send(now) }
    let (followed, doubtful) = ledger.withLock { ledger in
      (now >= nextSweep && ledger.isListening ? ledger.followed : [:], ledger.takeDoubtful())
    }
    if now >= nextSweep { nextSweep = now + Int64(settings.sweepInterval) }
    look(followed.merging(doubtful) { $1 })
    let hasMore = ledger.withLock { $0.hasUnsent }
    let untilSweep = nextSweep - now
    return hasMore ? min(max(lastMessage + interval - now, 1), untilSweep) : max(untilSweep, 1)
  }

  private mutating func send(_ now: Int64) {
    let heads = ledger.withLock { $0.takeUnsent() }
    if heads.isEmpty { return }
    lastMessage = now
    let queries = HeadMessage.texts(of: heads).map { text in
      CrossSpaceStatements.notify.with {
        $0.add(channel)
        $0.add(text)
      }
    }
    do throws(PostgreSQLError) {
      _ = try link.attempt { connection throws(PostgreSQLError) in try connection.run(queries) }
    } catch {
      ledger.withLock { $0.putBack(heads) }
    }
  }

  /// Reads the heads of spaces, and reports those that others moved.
  private mutating func look(_ known: [SpaceID: Int]) {
    for part in HeadLedger.parts(of: known, atMost: Self.spacesPerLook) {
      do throws(PostgreSQLError) {
        let heads = try link.attempt { connection throws(PostgreSQLError) in
          try Reader(connection).heads(of: part.keys.map(\.rawValue))
        }
        ledger.withLock { $0.compare(heads, with: part) }
      } catch {
        // The heads are read again once there is a connection.
        nextSweep = 0
        return
      }
    }
  }
}
