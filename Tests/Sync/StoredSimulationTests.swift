import Dispatch
import Journals
import PostgreSQLJournal
import PostgreSQLTesting
import SyncSimulation
import Testing

/// Runs of the simulator over the journals that people's data are in.
@Suite struct StoredSimulationTests {
  private static let seeds = (1...6) as ClosedRange<UInt64>

  @Test(arguments: seeds)
  func `devices and a server with files end up with the same`(seed: UInt64) async throws {
    let folder = try JournalFolder()
    try await play(seed, .places(server: folder, devices: folder))
  }

  @Test(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence), arguments: seeds)
  func `devices with files and a server with PostgreSQL end up with the same`(
    seed: UInt64
  ) async throws {
    let database = SchemasOfARun(cluster: try PostgreSQLCluster.shared.get())
    try await play(seed, .places(server: database, devices: try JournalFolder()))
  }

  /// Plays a seed twice, and expects the same events as in memory.
  ///
  /// On a thread of its own: a simulation waits for each call of its journals.
  private func play(_ seed: UInt64, _ storage: SimulatedStorage) async throws {
    let said = try await withCheckedThrowingContinuation { waiting in
      DispatchQueue.global().async {
        waiting.resume(with: Result { try Self.events(seed, storage) })
      }
    }
    #expect(said == (try Self.events(seed, .memory)))
  }

  private static func events(_ seed: UInt64, _ storage: SimulatedStorage) throws -> [String] {
    var said: [String] = []
    _ = try Simulation(seed: seed, storage: storage) { said.append($0) }.run()
    return said
  }
}

/// The journals of one run, each in a schema of its own.
private struct SchemasOfARun: JournalPlace {
  let cluster: PostgreSQLCluster

  func unused() throws -> String { try cluster.newSchema() }

  func open(_ name: String) throws -> any SyncStore {
    var settings = PostgreSQLSettings(connection: name)
    // A run waits for each call, so that no second one would ever have something to do.
    (settings.writers, settings.readers) = (1, 1)
    return try PostgreSQLJournal(settings)
  }

  func copy(_ name: String, to other: String) throws {
    // Makes the tables.
    _ = try open(other)
    try cluster.copySpaces(name, to: other)
  }
}
