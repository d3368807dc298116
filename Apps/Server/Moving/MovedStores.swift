import Accounts
import Core
import Friends
import Glibc
import Journals
import Migrating
import PostgreSQLJournal
import ServerStorage

/// A store of the server that consists of tables, in a file or in a database.
struct MovedStore: Sendable {
  let schema: StoreSchema
  /// The path of its file.
  let file: @Sendable (ServerData) -> String
  /// Conditions for the rows that are moved, by the names of tables.
  var conditions: [String: String] = [:]

  /// All of them; `trellis-server migrate` moves what is listed here, and the spaces of products.
  ///
  /// The accounts come first, since they have the note of how far a migration is.
  static let all = [
    accounts, MovedStore(schema: FriendStore.schema) { $0.friends },
    MovedStore(schema: TelemetrySums.schema) { $0.telemetry },
  ]

  static let accounts = MovedStore(
    schema: AccountStore.schema,
    file: { $0.accounts },
    conditions: ["meta": MigrationMark.others]
  )
}

/// One side of a migration: where a configuration says that the server's data is.
struct MigrationEnd: Sendable {
  let configuration: ServerConfiguration

  /// Milliseconds that one statement may take, since many rows are written at once.
  private static let timeout = 600_000

  /// - Parameter patience: milliseconds to wait for a database that restarts, and for the other
  ///   side while it writes.
  init(_ configuration: ServerConfiguration, patience: Int = 20_000) {
    var own = configuration
    own.database?.timeout = MigrationEnd.timeout
    own.database?.patience = patience
    self.configuration = own
  }

  var data: ServerData { ServerData(path: configuration.dataFolder) }

  /// What it is called in messages.
  var name: String { configuration.database == nil ? data.path : "the database" }

  /// - Throws: a ``DomainError`` if no server has worked here; nothing is made then.
  func requireData() throws {
    try data.requireWhole()
    guard hasData else { throw MigrationProblem.nothingThere }
  }

  /// Whether there may be something of a server.
  var hasData: Bool {
    access(configuration.database == nil ? data.accounts : data.path, F_OK) == 0
  }

  func open(_ store: MovedStore) throws -> OpenTables {
    try OpenTables(configuration.place(of: store.file(data)), store.schema)
  }

  func openJournal(of product: String) throws -> any SyncStore {
    try ServerStores.openJournal(of: product, configuration, data)
  }

  /// The products of which there may be spaces, whether or not they are offered at present.
  func products(of accounts: any BulkStore) throws -> [String] {
    let used = try accounts.read { accounts in
      try accounts.all("SELECT DISTINCT product FROM spaces") { $0.text(0) }
    }
    let stored = configuration.database == nil ? try data.storedFiles().compactMap(\.product) : []
    return Set(configuration.products + used + stored).sorted()
      .filter { configuration.holds($0, in: data) }
  }
}
