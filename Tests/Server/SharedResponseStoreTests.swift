import Core
import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import ServerStorage
import Testing

@testable import Web
@testable import trellis_server

/// Commands with a key, and their responses, as several nodes see them.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct SharedResponseStoreTests {
  private static let response = StoredResponse(status: 200, body: [1, 2, 3])

  private func command(
    _ name: UInt8,
    space: UInt128 = 1,
    sender: UInt8 = 0,
    request: UInt8 = 0,
    isRecorded: Bool = false
  ) -> SealedCommand {
    SealedCommand(
      space: SpaceID(rawValue: space),
      name: [name],
      sender: [sender],
      request: [request],
      isRecorded: isRecorded
    )
  }

  /// So long that a busy machine does not use it up.
  private static let patience: Int64 = 30_000

  /// Calls `body` with two nodes, and a function that makes all their commands older.
  private func withNodes(
    _ body: (
      _ here: SharedResponseStore, _ there: SharedResponseStore,
      _ age: (_ milliseconds: Int64) throws -> Void
    ) async throws -> Void
  ) async throws {
    let settings = PostgreSQLSettings(connection: try PostgreSQLCluster.shared.get().newSchema())
    let (here, there) = (
      try SharedResponseStore(settings, patience: SharedResponseStoreTests.patience),
      try SharedResponseStore(settings, patience: SharedResponseStoreTests.patience)
    )
    let session = try Connection(settings.connection, program: "test", timeout: 30_000)
    try session.execute("SELECT set_config('search_path', current_schema() || '_answers', false)")
    try await body(here, there) { try session.execute("UPDATE answers SET at = at - \($0)") }
  }

  private func begin(
    _ node: SharedResponseStore,
    _ command: SealedCommand,
    keeping most: Int = 1000
  ) async throws -> KnownCommand.State? {
    try await node.begin(command, keeping: most)?.state
  }

  @Test func `a response is the same at all nodes, until it is too old`() async throws {
    try await withNodes { here, there, age in
      #expect(try await begin(here, command(1)) == nil)
      try await here.finish(command(1), SharedResponseStoreTests.response)
      for node in [here, there] {
        #expect(try await begin(node, command(1)) == .completed(SharedResponseStoreTests.response))
      }
      // Another space's command of the same name is another one.
      #expect(try await begin(there, command(1, space: 2)) == nil)
      try age(SealedCommand.kept - 3_600_000)
      #expect(try await begin(there, command(1)) == .completed(SharedResponseStoreTests.response))
      try age(3_600_001)
      #expect(try await begin(there, command(1)) == nil)
    }
  }

  @Test func `what a node has begun is in doubt as soon as it is gone`() async throws {
    let settings = PostgreSQLSettings(connection: try PostgreSQLCluster.shared.get().newSchema())
    let there = try SharedResponseStore(settings)
    var dying: SharedResponseStore? = try SharedResponseStore(settings)
    #expect(try await dying?.begin(command(1), keeping: 1000) == nil)
    #expect(try await begin(there, command(1)) == .running)
    dying = nil
    var state = try await begin(there, command(1))
    // Its connections end on threads of their own.
    for _ in 0..<1000 where state == .running { state = try await begin(there, command(1)) }
    #expect(state == .interrupted)
  }

  @Test func `what a node that stalls has begun is not carried out again`() async throws {
    try await withNodes { here, there, age in
      #expect(try await begin(here, command(1)) == nil)
      #expect(try await begin(there, command(1)) == .running)
      try age(SharedResponseStore.lease)
      #expect(try await begin(there, command(1)) == .interrupted)
      // It only was slow.
      #expect(try await begin(here, command(1)) == .running)
      try await here.finish(command(1), SharedResponseStoreTests.response)
      #expect(try await begin(there, command(1)) == .completed(SharedResponseStoreTests.response))
    }
  }

  @Test func `what is recorded in the space is taken over from a node that stalls`() async throws {
    let begun = command(1, isRecorded: true)
    try await withNodes { here, there, age in
      #expect(try await begin(here, begun) == nil)
      #expect(try await begin(there, begun) == .running)
      try age(SharedResponseStoreTests.patience)
      // Another command with the same key is refused, and takes nothing over.
      let other = command(1, request: 1, isRecorded: true)
      #expect(try await begin(there, other) == .running)
      #expect(try await begin(there, begun) == nil)
      #expect(try await begin(there, begun) == .running)
      // The first one failed; that is nothing to the second.
      try await here.forget(begun)
      #expect(try await begin(here, begun) == .running)
      #expect(try await here.response(to: begun) == nil)
      try await there.finish(begun, SharedResponseStoreTests.response)
      #expect(try await here.response(to: begun) == SharedResponseStoreTests.response)
      // The first response is the one that all are given.
      try await here.finish(begun, StoredResponse(status: 200, body: []))
      #expect(try await begin(here, begun) == .completed(SharedResponseStoreTests.response))
    }
  }

  @Test func `an attempt whose end the database did not confirm may be made again`() async throws {
    let begun = command(1, isRecorded: true)
    try await withNodes { here, _, _ in
      let first = try await begin(here, begun)
      let second = try await begin(here, begun)
      here.interrupt(begun)
      let third = try await begin(here, begun)
      #expect([first, second, third] == [nil, .running, nil])
    }
  }

  @Test func `nobody knows about a command whose end the database did not confirm`() async throws {
    try await withNodes { here, _, _ in
      let first = try await begin(here, command(1))
      #expect(first == nil)
      here.interrupt(command(1))
      #expect(try await begin(here, command(1)) == .interrupted)
    }
  }

  @Test func `what was refused may be sent to another node`() async throws {
    try await withNodes { here, there, _ in
      #expect(try await begin(here, command(1)) == nil)
      try await here.forget(command(1))
      #expect(try await begin(there, command(1)) == nil)
    }
  }

  @Test func `the responses of a space that is erased are gone, and nobody else's`() async throws {
    try await withNodes { here, there, _ in
      for command in [command(1), command(1, space: 2)] {
        #expect(try await begin(here, command) == nil)
        try await here.finish(command, SharedResponseStoreTests.response)
      }
      try await there.erase(SpaceID(rawValue: 1))
      #expect(try await here.response(to: command(1)) == nil)
      #expect(
        try await here.response(to: command(1, space: 2)) == SharedResponseStoreTests.response
      )
    }
  }

  @Test func `of many that come at once one is carried out`() async throws {
    try await withNodes { here, there, _ in
      let nodes = [here, there]
      for name in UInt8(0)..<10 {
        let command = command(name)
        let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<8 {
            group.addTask { try await nodes[number % 2].begin(command, keeping: 1000) == nil }
          }
          return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
        #expect(begun == 1)
      }
    }
  }

  @Test func `the oldest responses of a sender make room, and nobody else's`() async throws {
    try await withNodes { here, _, age in
      let other = command(9, sender: 9)
      for command in [other, command(1), command(2), command(3)] {
        #expect(try await begin(here, command, keeping: 3) == nil)
        try await here.finish(command, SharedResponseStoreTests.response)
        try age(1)
      }
      #expect(try await begin(here, command(4), keeping: 3) == nil)
      for name in UInt8(2)...3 {
        #expect(try await begin(here, command(name), keeping: 9) != nil, "\(name)")
      }
      #expect(try await begin(here, command(1), keeping: 9) == nil)
      #expect(try await begin(here, other, keeping: 9) != nil)
    }
  }
}
