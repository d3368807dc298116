import Core
import Presentation
import Replication
import Runtime
import SQLiteJournal
import Sealing
import Sync
import Testing
import TrackingContract

@testable import LocalApp

/// What a home can say of its entries by what the server has signed of them.
extension HomeSyncTests {
  @Test func `what is here is compared with what the server has signed of it`() async throws {
    let server = try ReplicatingServer(try Self.product())
    let home = TemporaryHome()
    try link(home, server, nil)
    try await add("Reading", in: home)
    #expect(try await round(home).ending == .settled)
    #expect(try await signed(home) == nil)
    let held = try await sign(home, server, nil)
    #expect(held.position > 0)
    #expect(try await signed(home) == held.position)
    try await sign(
      home,
      server,
      nil,
      OrderHead(position: held.position, digest: OrderHead.none.digest)
    )
    let error = try await refusal { try await signed(home) }
    #expect(error?.code == "not-as-signed")
    // A home that was restored lacks entries until it syncs.
    let later = OrderHead(position: held.position + 1, digest: held.digest)
    try await sign(home, server, nil, later)
    #expect(try await signed(home) == nil)
  }

  @Test func `what is here of a sealed account is compared with whichever keys were used`()
    async throws
  {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    var ring = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let (a, b) = (TemporaryHome(), TemporaryHome())
    for home in [a, b] { try link(home, server, ring) }
    for (home, title) in [(a, "Reading"), (b, "Swimming"), (a, "Running")] {
      try await add(title, in: home)
      for home in [a, b] { #expect(try await round(home).ending == .settled) }
      ring = ring.adding()
      for home in [a, b] { try home.home.sync.save(ring) }
    }
    for home in [b, a] {
      #expect(try await round(home).ending == .settled)
      let held = try await sign(home, server, ring)
      #expect(held.position >= 3)
      #expect(try await signed(home) == held.position)
      try await sign(
        home,
        server,
        ring,
        OrderHead(position: held.position, digest: OrderHead.none.digest)
      )
      let error = try await refusal { try await signed(home) }
      #expect(error?.code == "not-as-signed")
    }
    // What was signed of an erased entry was encrypted, and is gone with it.
    try link(a, server, ring)
    try await withSpace(a) { space in
      let habits = try await space.runtimeClient.ask(AllHabits())
      let habit = try #require(habits.first)
      try await space.runtimeClient.send(DeleteHabit(habit: habit.id, confirmed: true))
    }
    #expect(try await round(a).ending == .settled)
    try await sign(a, server, ring)
    #expect(try await signed(a) == nil)
  }

  @Test func `who has lost a key is not told that the history was rewritten, and nothing more`()
    async throws
  {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    let former = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let ring = former.adding()
    let home = TemporaryHome()
    try link(home, server, ring)
    try await add("Reading", in: home)
    #expect(try await round(home).ending == .settled)
    let held = try await sign(home, server, ring)
    #expect(try await signed(home) == held.position)
    try home.home.sync.save(former)
    let error = try await refusal { try await signed(home) }
    #expect(error?.code == "not-as-signed")
    #expect(error?.message.contains("has lost a key") == true)
    #expect(error?.message.contains("trellis sync recover") == true)
    try home.home.sync.save(ring)
    #expect(try await signed(home) == held.position)
  }

  /// Has the server sign what a home holds of its order, or another head.
  @discardableResult
  private func sign(
    _ home: TemporaryHome,
    _ server: ReplicatingServer,
    _ ring: KeyRing?,
    _ head: OrderHead? = nil
  ) async throws -> OrderHead {
    let state = try await withSpace(home) { space in
      try DeviceState(try #require(try await space.journal.syncState(of: space.id)))
    }
    let signer = try ReceiptSigner(key: [UInt8](repeating: 1, count: 32))
    try link(home, server, ring, key: Hexadecimal.text(signer.publicKey))
    let receipt = try signer.receipt(
      for: head ?? state.cursor,
      of: server.space,
      try #require(state.epoch),
      at: Instant(milliseconds: 0)
    )
    home.write(String(decoding: try JSON.encode(receipt), as: UTF8.self), to: "sync.receipt")
    return state.cursor
  }

  private func signed(_ temporary: TemporaryHome) async throws -> Int? {
    try await withSpace(temporary) { space in
      try await SignedEntries.count(in: space.journal, of: space.home)
    }
  }
}
