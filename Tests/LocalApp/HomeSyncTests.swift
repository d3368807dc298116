import Core
import Locks
import Presentation
import Replication
import Runtime
import SQLiteJournal
import Sealing
import Sync
import Testing
import TrackingContract

@testable import LocalApp

/// Homes that synchronize through a server, with real files, over HTTP.
struct HomeSyncTests {
  static func product() throws -> Product { try Home.product(named: "hobbyist") }

  func link(
    _ temporary: TemporaryHome,
    _ server: ReplicatingServer,
    _ ring: KeyRing?,
    key: String = ""
  ) throws {
    let account = SyncAccount(
      server: server.address,
      // The server signs no receipts.
      serverKey: key,
      account: "0a",
      email: "me@example.org",
      session: "5e55",
      product: "hobbyist",
      isSealed: ring != nil
    )
    try temporary.home.sync.link(account, token: "t0ken", keys: ring)
  }

  func withSpace<T: Sendable>(
    _ temporary: TemporaryHome,
    _ body: (LocalSpace) async throws -> T
  ) async throws -> T {
    let space = try await LocalSpace.open(temporary.home, as: try Self.product())
    do {
      let result = try await body(space)
      await space.close()
      return result
    } catch {
      await space.close()
      throw error
    }
  }

  func add(_ title: String, in temporary: TemporaryHome) async throws {
    try await withSpace(temporary) { space in
      _ = try await space.runtimeClient.send(CreateHabit(details: HabitDetails(title: title)))
    }
  }

  func round(_ temporary: TemporaryHome) async throws -> RoundOutcome {
    try await withSpace(temporary) { try await HomeSync($0).replicator.round() }
  }

  private func titles(_ temporary: TemporaryHome) async throws -> [String] {
    try await withSpace(temporary) { space in
      try await space.runtimeClient.ask(AllHabits()).map(\.details.title).sorted()
    }
  }

  @Test(arguments: [false, true])
  func `what is entered in one home is in the other`(isSealed: Bool) async throws {
    let server = try ReplicatingServer(try Self.product(), isSealed: isSealed)
    let ring = isSealed ? try KeyRing.new(recovery: RecoveryPhrase().recoveryKey) : nil
    let (a, b) = (TemporaryHome(), TemporaryHome())
    try link(a, server, ring)
    try link(b, server, ring)
    try await add("Reading at night", in: a)
    #expect(try await round(a).ending == .settled)
    #expect(try await round(b).ending == .settled)
    #expect(try await titles(b) == ["Reading at night"])
    try await add("Swimming", in: b)
    #expect(try await round(b).sent > 0)
    #expect(try await round(a).received > 0)
    #expect(try await titles(a) == ["Reading at night", "Swimming"])
    let stored = try server.storedText()
    #expect(stored.contains("Reading at night") == !isSealed)
    #expect(stored.contains("tracking") == !isSealed)
    #expect(SyncStatusFile(a.home).load().lastSuccess != nil)
    #expect(a.mode(of: "sync.mark") == 0o600)
    #expect(a.mode(of: "sync.status") == 0o600)
  }

  @Test func `the server of an encrypted account gets once what checks a proof of its keys`()
    async throws
  {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    let ring = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let home = TemporaryHome()
    try link(home, server, ring)
    for _ in 0..<2 { #expect(try await round(home).ending == .settled) }
    let given = #"{"keyVerifier":"\#(ring.keyVerifier)"}"#
    #expect(server.givenVerifiers == [given])
    // Whoever signs in again does not know what the server has had since.
    try home.home.sync.unlinkAccount()
    try link(home, server, ring)
    #expect(try await round(home).ending == .settled)
    #expect(server.givenVerifiers == [given, given])
    let readable = try ReplicatingServer(try Self.product())
    let other = TemporaryHome()
    try link(other, readable, nil)
    #expect(try await round(other).ending == .settled)
    #expect(readable.givenVerifiers == [])
  }

  @Test func `a device without the keys says so, and gets everything once it has them`()
    async throws
  {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    let ring = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let (a, b) = (TemporaryHome(), TemporaryHome())
    try link(a, server, ring)
    try link(b, server, ring)
    try await add("Reading", in: a)
    #expect(try await round(a).ending == .settled)
    try b.home.sync.link(
      try #require(try b.home.sync.loadAccount()),
      token: "t0ken",
      keys: nil
    )
    guard case .interrupted(let trouble) = try await round(b).ending else {
      Issue.record("no trouble")
      return
    }
    #expect(trouble.kind == .keyNeeded)
    try b.home.sync.save(ring)
    #expect(try await round(b).ending == .settled)
    #expect(try await titles(b) == ["Reading"])
  }

  @Test func `entries wait for the key of another device, or are skipped for good`() async throws {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    let common = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let (first, second) = (common.adding(), common.adding())
    let (a, b, c) = (TemporaryHome(), TemporaryHome(), TemporaryHome())
    try link(a, server, first)
    try link(b, server, second)
    try link(c, server, second)
    try await add("Reading", in: a)
    #expect(try await round(a).ending == .settled)
    for home in [b, c] {
      guard case .interrupted(let trouble) = try await round(home).ending else {
        Issue.record("no trouble")
        return
      }
      #expect(trouble.kind == .keyNeeded)
    }
    try b.home.sync.save(try second.united(with: first))
    #expect(try await round(b).ending == .settled)
    #expect(try await titles(b) == ["Reading"])
    let before = LinkState(c.home)
    try LinkedAccount.of(c.home).skipUnreadable()
    #expect(c.home.sync.skipsUnreadable(with: second))
    // Another ring may have the key.
    #expect(!c.home.sync.skipsUnreadable(with: second.adding()))
    // A daemon that runs begins to sync again.
    #expect(LinkState(c.home) != before)
    #expect(try await round(c).ending == .settled)
    #expect(try await titles(c) == [])
  }

  @Test func `what somebody without the keys adds to a sealed account counts on no device`()
    async throws
  {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    let ring = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let (a, b, stranger) = (TemporaryHome(), TemporaryHome(), TemporaryHome())
    for home in [a, b] { try link(home, server, ring) }
    try link(stranger, server, nil)
    try await add("Made up", in: stranger)
    #expect(try await round(stranger).ending == .settled)
    try await add("Reading", in: a)
    for home in [a, b] {
      #expect(try await round(home).ending == .settled)
      #expect(try await titles(home) == ["Reading"])
    }
  }

  @Test func `entries are skipped once, and those of a later key wait for it`() async throws {
    let server = try ReplicatingServer(try Self.product(), isSealed: true)
    let old = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    let (lost, a, b) = (old.adding(), TemporaryHome(), TemporaryHome())
    try link(a, server, lost)
    try link(b, server, old)
    try await add("Reading", in: a)
    #expect(try await round(a).ending == .settled)
    try LinkedAccount.of(b.home).skipUnreadable()
    #expect(try await round(b).ending == .settled)
    #expect(try await titles(b) == [])
    // Another device was signed out.
    let later = lost.adding()
    try a.home.sync.save(later)
    try await add("Swimming", in: a)
    #expect(try await round(a).ending == .settled)
    guard case .interrupted(let trouble) = try await round(b).ending else {
      Issue.record("no trouble")
      return
    }
    #expect(trouble.kind == .keyNeeded)
    try b.home.sync.save(later)
    #expect(try await round(b).ending == .settled)
    #expect(try await titles(b) == ["Swimming"])
  }

  @Test func `without a connection nothing is lost, and the status says what waits`() async throws {
    let home = TemporaryHome()
    try home.home.sync.link(
      SyncAccount(
        server: "http://127.0.0.1:1",
        serverKey: "",
        account: "0a",
        email: "me@example.org",
        session: "5e55",
        product: "hobbyist",
        isSealed: false
      ),
      token: "t0ken",
      keys: nil
    )
    try await add("Reading", in: home)
    guard case .interrupted(let trouble) = try await round(home).ending else {
      Issue.record("no trouble")
      return
    }
    #expect(trouble.kind == .unreachable)
    let status = SyncStatusFile(home.home).load()
    #expect(status.waiting > 0)
    #expect(status.waitingSince != nil)
    let unsent = try await withSpace(home) { await $0.countUnsent() }
    #expect(unsent == status.waiting)
    #expect(try await titles(home) == ["Reading"])
  }

  @Test func `a round that could not begin leaves the state that another program has found`()
    async throws
  {
    let server = try ReplicatingServer(try Self.product())
    let home = TemporaryHome()
    try link(home, server, nil)
    try await withSpace(home) { space in
      let daemon = try HomeSync(space)
      #expect(try await HomeSync(space).replicator.round().ending == .settled)
      let found = SyncStatusFile(space.home).load()
      #expect(found.lastSuccess != nil)
      let hold = try SyncLock(space.home.sync.lock).take()
      #expect(hold != nil)
      #expect(await daemon.replicator.round().ending == .busy)
      withExtendedLifetime(hold) {}
      #expect(SyncStatusFile(space.home).load() == found)
    }
  }

  @Test func `a round that began before the person signed in again leaves no state`() async throws {
    let server = try ReplicatingServer(try Self.product())
    let home = TemporaryHome()
    try link(home, server, nil)
    try await withSpace(home) { space in
      let told = SharedLocked(false)
      let former = try HomeSync(space) { _, _ in told.withLock { $0 = true } }
      try space.home.sync.save(token: "an0ther")
      #expect(await former.replicator.round().ending == .settled)
      #expect(SyncStatusFile(space.home).load() == SyncStatus())
      // Nor is what it found reported to the person.
      #expect(!told.withLock { $0 })
    }
  }

  @Test func `a home that is open as another product is not synchronized`() async throws {
    let home = TemporaryHome()
    try home.home.sync.link(.sample(), token: "t0ken", keys: nil)
    let error = try await refusal {
      try await withSpace(home) { space in _ = try HomeSync(space) }
    }
    #expect(error?.code == "other-product")
  }

  @Test func `a home that is open as another product does not say that it is in sync`() async throws
  {
    let home = TemporaryHome()
    try home.home.sync.link(.sample(), token: "t0ken", keys: nil)
    let now = try #require(Instant(rfc3339: "2026-05-02T12:00:00Z"))
    home.write(#"{"lastSuccess":\#(now.milliseconds),"refused":0,"waiting":0}"#, to: "sync.status")
    let report = try await withSpace(home) { space in
      try await SyncReport(space, now, LocalCalendar(zone: .utc))
    }
    #expect(report.state == .trouble)
    #expect(report.sentences[0].contains("open as “hobbyist”, so nothing is synchronized."))
    #expect(report.sentences[0].hasSuffix("Everything was last in sync at 12:00."))
    #expect(!report.sentences.contains { $0.contains("trellis sync now") })
    #expect(report.pageSentences[0].contains("or unlink it. Everything"))
  }

  @Test func `a home without an account is not synchronized`() async throws {
    let home = TemporaryHome()
    let error = try await refusal {
      try await withSpace(home) { space in _ = try HomeSync(space) }
    }
    #expect(error?.code == "no-account")
  }
}
