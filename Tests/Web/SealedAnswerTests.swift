import Core
import Glibc
import LeakCheck
import SQLite
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct SealedAnswerTests {
  /// Changes all sealed responses in the file, and keeps their length.
  private func change(_ path: String) throws {
    let file = try Database(path: path, mode: .readWrite)
    try file.execute("UPDATE sealed SET body = zeroblob(length(body))")
  }

  @Test func `a response that somebody changed in the file is not given`() async throws {
    let path = "/tmp/answers-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).db"
    defer { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
    let store = try IdempotencyStore(path: path)
    let answer = StoredResponse(status: 200, body: Array("own".utf8))
    func ask() async throws -> StoredResponse {
      try await store.once("k", of: .owner, name: "n", body: []) { answer }
    }
    _ = try await ask()
    #expect(try await ask() == answer)
    try change(path)
    await #expect(throws: (any Error).self) { try await ask() }
  }
}
