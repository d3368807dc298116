import Core
import Foundation
import Glibc
import LeakCheck
import Locks
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct IdempotencyStoreTests {
  private func answer(_ text: String) -> StoredResponse {
    StoredResponse(status: 200, body: Array(text.utf8))
  }

  @Test func `an answer is kept for longer than an order may wait in a browser`() async throws {
    let clock = MovableClock()
    let store = try IdempotencyStore(path: nil, clock: clock)
    func ask(_ text: String) async throws -> StoredResponse {
      try await store.once("k", of: .owner, name: "n", body: [1]) { answer(text) }
    }
    #expect(try await ask("first") == answer("first"))
    clock.move(hours: 24 * 7 + 23)
    #expect(try await ask("second") == answer("first"))
    clock.move(hours: 2)
    #expect(try await ask("third") == answer("third"))
  }

  @Test func `what was refused may be sent again`() async throws {
    let store = try IdempotencyStore(path: nil)
    await #expect(throws: DomainError.self) {
      try await store.once("k", of: .owner, name: "n", body: []) { throw DomainError("no", "No.") }
    }
    let after = try await store.once("k", of: .owner, name: "n", body: []) { answer("now") }
    #expect(after == answer("now"))
  }

  @Test func `a key stands for one order`() async throws {
    let store = try IdempotencyStore(path: nil)
    _ = try await store.once("k", of: .owner, name: "n", body: [1]) { answer("a") }
    for (name, body) in [("n", [UInt8(2)]), ("m", [1])] {
      await #expect(throws: Problem.self) {
        try await store.once("k", of: .owner, name: name, body: body) { answer("b") }
      }
    }
  }

  private static let visitors: [Visitor] = [
    .owner, Visitor(.account(AccountID(rawValue: 1))), Visitor(.account(AccountID(rawValue: 2))),
    Visitor(.friend(AccountID(rawValue: 1))), Visitor(.node(DeviceID(rawValue: 1))),
    Visitor(.account(AccountID(rawValue: 1)), session: "a"),
    Visitor(.account(AccountID(rawValue: 1)), session: "b"),
  ]

  @Test func `a key belongs to whoever sent it`() async throws {
    let store = try IdempotencyStore(path: nil)
    func ask(_ visitor: Visitor, _ text: String) async throws -> StoredResponse {
      try await store.once("k", of: visitor, name: "n", body: [1]) { answer(text) }
    }
    for visitor in IdempotencyStoreTests.visitors {
      let own = "first of \(visitor.subject)"
      #expect(try await ask(visitor, own) == answer(own), "\(visitor)")
      #expect(try await ask(visitor, "again") == answer(own), "\(visitor)")
    }
    // Later responses of one sender do not answer for the others.
    for visitor in IdempotencyStoreTests.visitors {
      #expect(try await ask(visitor, "late") == answer("first of \(visitor.subject)"))
    }
  }

  @Test func `a key that one used for another order is still free for the next`() async throws {
    let store = try IdempotencyStore(path: nil)
    let (mine, theirs) = (Visitor.owner, Visitor(.account(AccountID(rawValue: 1))))
    _ = try await store.once("k", of: mine, name: "n", body: [1]) { answer("mine") }
    let kept = try await store.once("k", of: theirs, name: "m", body: [2]) { answer("theirs") }
    #expect(kept == answer("theirs"))
    await #expect(throws: Problem.self) {
      try await store.once("k", of: theirs, name: "n", body: [1]) { answer("mixed up") }
    }
  }

  @Test func `an order under way holds up nobody else's with the same key`() async throws {
    let store = try IdempotencyStore(path: nil)
    let theirs = Visitor(.account(AccountID(rawValue: 1)))
    let kept = try await store.once("k", of: .owner, name: "n", body: []) {
      let other = try await store.once("k", of: theirs, name: "n", body: []) { answer("theirs") }
      #expect(other == answer("theirs"))
      return answer("mine")
    }
    #expect(kept == answer("mine"))
  }

  @Test func `a key cannot be spelled so that it is another principal's`() async throws {
    let store = try IdempotencyStore(path: nil)
    let account = Visitor(.account(AccountID(rawValue: 1)))
    _ = try await store.once("k", of: account, name: "n", body: []) { answer("theirs") }
    for key in ["\(account.subject)\nk", "k", "\n\(account.subject)\nk"] {
      let kept = try await store.once(key, of: .owner, name: "n", body: []) { answer("mine") }
      #expect(kept == answer("mine"), "\(key)")
    }
  }

  @Test func `one sender's answers do not push out another's`() async throws {
    let store = try IdempotencyStore(path: nil, most: 3)
    let other = Visitor(.account(AccountID(rawValue: 1)), session: "a")
    _ = try await store.once("kept", of: .owner, name: "n", body: []) { answer("mine") }
    for key in ["1", "2", "3", "4", "5"] {
      _ = try await store.once(key, of: other, name: "n", body: []) { answer(key) }
    }
    let mine = try await store.once("kept", of: .owner, name: "n", body: []) { answer("anew") }
    #expect(mine == answer("mine"))
    let newest = try await store.once("5", of: other, name: "n", body: []) { answer("anew") }
    #expect(newest == answer("5"))
    let oldest = try await store.once("1", of: other, name: "n", body: []) { answer("anew") }
    #expect(oldest == answer("anew"))
  }

  @Test func `while an order is carried out another with its key waits for a later moment`()
    async throws
  {
    let store = try IdempotencyStore(path: nil)
    let kept = try await store.once("k", of: .owner, name: "n", body: []) {
      await #expect(throws: Problem.self) {
        try await store.once("k", of: .owner, name: "n", body: []) { answer("twice") }
      }
      return answer("once")
    }
    #expect(kept == answer("once"))
  }

  @Test func `a damaged file is begun anew, and one that cannot be used is named`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/answers.db"
    try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: path))
    for text in ["first", "second"] {
      let store = try IdempotencyStore(path: path)
      let given = try await store.once("k", of: .owner, name: "n", body: [1]) { answer(text) }
      #expect(given == answer("first"))
    }
    let error = #expect(throws: DomainError.self) { try IdempotencyStore(path: folder.path) }
    #expect(error?.code == "answers-unusable")
    #expect(error?.message.contains(folder.path) == true)
  }

  @Test func `what was written cannot be read in the file without its key`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try IdempotencyStore(path: folder.path + "/answers.db")
    let order = Array("a title that is deleted later".utf8)
    _ = try await store.once("a-secret-key", of: .owner, name: "n", body: order) {
      answer("a secret answer")
    }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try Data(contentsOf: file)
      for secret in ["a-secret-key", "a title that", "a secret answer"] {
        #expect(bytes.firstRange(of: Data(secret.utf8)) == nil)
      }
    }
  }

  @Test func `answers outlive the program, and an interrupted order is not carried out again`()
    async throws
  {
    let path = "/tmp/answers-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).db"
    defer { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
    let first = try IdempotencyStore(path: path)
    _ = try await first.once("done", of: .owner, name: "n", body: []) { answer("done") }
    let kept = try await first.once("cut", of: .owner, name: "n", body: []) {
      // Another program that starts now sees a command whose outcome is unknown.
      let second = try IdempotencyStore(path: path)
      let kept = try await second.once("done", of: .owner, name: "n", body: []) { answer("x") }
      #expect(kept == answer("done"))
      await #expect(throws: Problem.self) {
        try await second.once("cut", of: .owner, name: "n", body: []) { answer("x") }
      }
      return answer("cut")
    }
    #expect(kept == answer("cut"))
  }
}

/// A clock that tests set.
final class MovableClock: WallClock {
  private let time = Locked(Int64(1_774_800_000_000))

  func now() -> Instant { Instant(milliseconds: time.withLock { $0 }) }
  func move(hours: Int64) { time.withLock { $0 += hours * 3_600_000 } }
}
