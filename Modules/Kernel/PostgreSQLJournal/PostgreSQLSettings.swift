import PostgreSQL

/// Where the database of a ``PostgreSQLJournal`` is, and how it is used.
///
/// Nothing that describes a value of this type shows the connection string, since a password may be
/// in it.
public struct PostgreSQLSettings: Sendable {
  /// A connection string of libpq: `key=value` pairs or a URI.
  ///
  /// It names hosts (several for a failover, with `target_session_attrs=read-write`), TLS
  /// (`sslmode=verify-full`) and, by `options=-csearch_path=…`, the schema. The connections must be
  /// the journal's own: a pooler that shares them between transactions loses statements and
  /// notifications.
  public var connection: String { didSet { outage = Outage() } }
  /// Shared by all copies of these settings, and so by all connections to the same server.
  private(set) var outage = Outage()
  /// Whether the latest attempt to connect failed, so that a test knows that a call waits.
  package var isInterrupted: Bool { outage.isOngoing }
  /// A name for tables of their own, in letters, digits and underscores; nil for the schema of the
  /// connection itself.
  ///
  /// With `streaks` they are in `public_streaks` if the connection's schema is `public`, so that
  /// several users of one database share no names. The schema is made if it is missing.
  public var namespace: String?
  /// The number of connections that write, at most; a second one prepares a transaction while the
  /// first one waits for the database.
  public var writers = 2
  /// The number of connections that read, at most; each is opened when it is needed.
  public var readers = 4
  /// Milliseconds within which the server must answer.
  public var timeout = 30_000
  /// Milliseconds to wait for what another node has locked, and for a server that is restarting.
  public var patience = 5000
  /// Whether a commit waits for the disk, so that what was confirmed survives a loss of power.
  ///
  /// What does not wait is on disk a moment later, and never later than what was committed after
  /// it.
  public var waitsForDisk = true
  /// A number by which others see that this program is there: all of its connections share an
  /// advisory lock on it.
  package var presence: Int64?
  /// Milliseconds between two looks at the heads of the spaces that this process has read.
  public var sweepInterval = 30_000
  /// Receives each statement, so that a test can check to which server it would be sent.
  package var observer: StatementObserver?

  public init(connection: String) { self.connection = connection }
}

extension PostgreSQLSettings: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { "PostgreSQL with \(readers) readers" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["readers": readers]) }
}
