import Core
import FileSystem
import Glibc
import Locks
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct HasherTests {
  @Test(.timeLimit(.minutes(10)))
  func `two are hashed at once, others wait, and more are refused`() async throws {
    let running = SharedLocked((now: 0, most: 0))
    let isOpen = SharedLocked(false)
    let hasher = PasswordHasher(
      parameters: quick,
      queue: 3,
      pepper: nil,
      random: seeded(1),
      derive: { password, salt, parameters in
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        while !isOpen.withLock({ $0 }) { usleep(500) }
        running.withLock { $0.now -= 1 }
        return try PasswordHash(password, salt: salt, parameters: parameters)
      }
    )
    let results = SharedLocked<[AccountsError?]>([])
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let error = await refusal { try await hasher.hash(good) }
          results.withLock { $0.append(error) }
        }
      }
      // Five are taken, so three come back while two are hashed and nothing is done.
      while results.withLock({ $0.count }) < 3 || running.withLock({ $0.now }) < 2,
        !Task.isCancelled
      { await Task.yield() }
      isOpen.withLock { $0 = true }
    }
    #expect(results.withLock { $0 }.filter { $0 == .busy(retryAfter: 5) }.count == 3)
    #expect(results.withLock { $0 }.filter { $0 == nil }.count == 5)
    #expect(running.withLock { $0.most } == 2)
    // There is room again.
    #expect(await refusal { try await hasher.hash(good) } == nil)
  }

  @Test func `an account that does not exist costs as much as one that does`() async throws {
    let calls = SharedLocked<[ScryptParameters]>([])
    let hasher = PasswordHasher(
      parameters: quick,
      queue: 3,
      pepper: nil,
      random: seeded(1),
      derive: { password, salt, parameters in
        calls.withLock { $0.append(parameters) }
        return try PasswordHash(password, salt: salt, parameters: parameters)
      }
    )
    let stored = try await hasher.hash(good)
    #expect(try await hasher.check(good, against: stored) == .right(isOutdated: false))
    #expect(try await hasher.check("wrong", against: stored) == .wrong)
    #expect(try await hasher.check(good, against: nil) == .wrong)
    #expect(try await hasher.check("", against: nil) == .wrong)
    #expect(calls.withLock { $0 } == [quick, quick, quick, quick, quick])
  }

  @Test func `nothing is hashed on the threads of tasks`() async throws {
    let place = SharedLocked<UInt>(0)
    let hasher = PasswordHasher(
      parameters: quick,
      queue: 3,
      pepper: nil,
      random: seeded(1),
      derive: { password, salt, parameters in
        place.withLock { $0 = UInt(pthread_self()) }
        return try PasswordHash(password, salt: salt, parameters: parameters)
      }
    )
    var seen: Set<UInt> = []
    for _ in 0..<20 {
      _ = try await hasher.hash(good)
      seen.insert(place.withLock { $0 })
      #expect(place.withLock { $0 } != UInt(pthread_self()))
    }
    #expect(seen.count <= 2)
  }

  @Test func `a password is hashed anew at the sign-in once the parameters rise`() async throws {
    try await onEachSpot { spot in
      let before = try Bench(spot)
      try await before.signUp()
      let stronger = try #require(ScryptParameters(logN: 5, r: 2, p: 1))
      let after = try Bench(spot, seed: 2) { $0.scrypt = stronger }
      #expect(try await hash(in: after).parameters == quick)
      #expect(
        await refusal { try await after.signIn("ann@example.org", "wrong") } == .badCredentials
      )
      #expect(try await hash(in: after).parameters == quick)
      try await after.signIn()
      #expect(try await hash(in: after).parameters == stronger)
      let text = try await hash(in: after).text
      try await after.signIn()
      #expect(try await hash(in: after).text == text)
    }
  }

  @Test func `a pepper is mixed in from the next sign-in on, and is needed from then on`()
    async throws
  {
    try await onEachSpot { spot in
      try await Bench(spot).signUp()
      let pepper = try secretFile("\(spot.folder)/pepper", byte: 1)
      let peppered = try Bench(spot, seed: 2, pepper: pepper)
      let text = try await hash(in: peppered).text
      try await peppered.signIn()
      #expect(try await hash(in: peppered).text != text)
      try await peppered.signIn()
      #expect(
        await refusal { try await peppered.signIn("ann@example.org", "wrong") } == .badCredentials
      )
      for wrong in [nil, try secretFile("\(spot.folder)/other", byte: 2), "\(spot.folder)/missing"]
      {
        let error = await refusal { try Bench(spot, pepper: wrong) }
        #expect(error?.code == "store-unavailable")
        #expect(error?.message.contains("epper") == true)
      }
      chmod(pepper, 0o644)
      #expect(await refusal { try Bench(spot, pepper: pepper) } != nil)
    }
  }

  private func hash(in bench: Bench) async throws -> PasswordHash {
    let email = try EmailAddress("ann@example.org")
    let row = try await bench.store.tables.read { try AccountRow.find(email, in: $0) }
    let text = try #require(row).password.text
    return try #require(PasswordHash(text: text))
  }

  private func secretFile(_ path: String, byte: UInt8) throws -> String {
    try AtomicFile.write([UInt8](repeating: byte, count: 32), to: path)
    return path
  }
}
