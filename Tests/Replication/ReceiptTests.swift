import Core
import Journals
import Replication
import Sync
import Testing

/// What a server signs, and devices that hold it to that.
@Suite struct ReceiptTests {
  private let signer: ReceiptSigner
  private let anotherKey = (0..<32).map { UInt8(255 - $0) }

  init() throws { signer = try ReceiptSigner(key: (0..<32).map { UInt8($0) }) }

  private func book(_ name: String, in world: World, key: [UInt8]? = nil) -> ReceiptBook {
    ReceiptBook(key: key ?? signer.publicKey, path: "\(world.folder.path)/\(name).receipt")
  }

  private func home(_ name: String, in world: World) async throws -> Home {
    let book = book(name, in: world)
    return try await Home(name, in: world) { $0.receipts = book }
  }

  private func trouble(_ outcome: RoundOutcome) -> SyncTrouble.Kind? {
    guard case .interrupted(let trouble) = outcome.ending else { return nil }
    return trouble.kind
  }

  @Test func `a device keeps the newest receipt, and what it holds fits it`() async throws {
    let world = try World(signer: signer)
    let (laptop, desk) = (try await home("laptop", in: world), try await home("desk", in: world))
    let book = book("laptop", in: world)
    #expect(try book.load() == nil)
    for number in 1...3 {
      try await laptop.add("Habit \(number)")
      world.pass(1000)
      for home in [laptop, desk, laptop] { await home.settle() }
      let receipt = try #require(try book.load())
      #expect(receipt.head.position == number)
      #expect(receipt.space == account)
      #expect(receipt.isSigned(by: signer.publicKey))
      let check = OrderCheck(of: laptop.space, in: laptop.journal)
      #expect(try await check.verify(receipt, signedBy: signer.publicKey) == .fits)
      #expect(try await world.server.verify(receipt) == .fits)
    }
  }

  @Test func `what does not fit a receipt is found`() async throws {
    let world = try World(signer: signer)
    let laptop = try await home("laptop", in: world)
    for number in 1...3 { try await laptop.add("Habit \(number)") }
    await laptop.settle()
    let check = OrderCheck(of: laptop.space, in: laptop.journal)
    let head = try await check.head()
    let epoch = try #require(try await DeviceState(of: laptop.space, in: laptop.journal).epoch)
    func receipt(_ head: OrderHead) throws -> SyncReceipt {
      try signer.receipt(for: head, of: account, epoch, at: noon)
    }
    let key = signer.publicKey
    #expect(try await check.verify(try receipt(head), signedBy: key) == .fits)
    let second = try await check.head(upTo: 2)
    #expect(try await check.verify(try receipt(second), signedBy: key) == .fits)
    let other = OrderHead(position: 2, digest: head.digest)
    #expect(try await check.verify(try receipt(other), signedBy: key) == .differs)
    let later = OrderHead(position: 4, digest: head.digest)
    #expect(try await check.verify(try receipt(later), signedBy: key) == .lacks(held: 3))
    #expect(try await world.server.verify(try receipt(later)) == .lacks(held: 3))
    let stranger = try ReceiptSigner(key: anotherKey).publicKey
    #expect(try await check.verify(try receipt(head), signedBy: stranger) == .notSigned)
  }

  @Test func `each part of a receipt is signed`() throws {
    let head = OrderHead(position: 7, digest: Digest.of([1]))
    let epoch = SyncEpoch(rawValue: 3)
    let made = try signer.receipt(for: head, of: account, epoch, at: noon)
    #expect(made.isSigned(by: signer.publicKey))
    let changed = [
      (SpaceID(rawValue: 1), epoch, head, noon), (account, SyncEpoch(rawValue: 4), head, noon),
      (account, epoch, OrderHead(position: 8, digest: head.digest), noon),
      (account, epoch, OrderHead(position: 7, digest: Digest.of([2])), noon),
      (account, epoch, head, noon.advanced(byMilliseconds: 1)),
    ]
    for (space, epoch, head, at) in changed {
      let forged = SyncReceipt(
        space: space,
        epoch: epoch,
        head: head,
        at: at,
        signature: made.signature
      )
      #expect(!forged.isSigned(by: signer.publicKey))
    }
    #expect(!made.isSigned(by: [1, 2, 3]))
    #expect(throws: DomainError.self) { try ReceiptSigner(key: [1]) }
  }

  @Test func `a server with another key is not believed, and nothing is lost`() async throws {
    let world = try World(signer: try ReceiptSigner(key: anotherKey))
    let desk = try await Home("desk", in: world)
    try await desk.add("Run")
    await desk.settle()
    let laptop = try await home("laptop", in: world)
    try await laptop.add("Read")
    #expect(trouble(await laptop.replicator.round()) == .receiptMismatch)
    #expect(try await laptop.titles() == ["Read"])
    #expect(await laptop.replicator.status().trouble?.kind == .receiptMismatch)
  }

  @Test func `a server that signs nothing is not believed by who knows its key`() async throws {
    let world = try World()
    let laptop = try await home("laptop", in: world)
    #expect(trouble(await laptop.replicator.round()) == .receiptMismatch)
  }

  @Test(arguments: [0, -1, 1])
  func `a server that contradicts its receipts is found out`(difference: Int) async throws {
    let world = try World(signer: signer)
    let laptop = try await home("laptop", in: world)
    for number in 1...3 { try await laptop.add("Habit \(number)") }
    await laptop.settle()
    let held = try #require(try book("laptop", in: world).load())
    // It has signed another order at the place, or an earlier end of it.
    let head = OrderHead(position: held.head.position + difference, digest: Digest.of([9]))
    var page = PullPage(epoch: held.epoch, items: [], head: head)
    page.receipt = try signer.receipt(for: head, of: account, held.epoch, at: noon)
    let answer = SyncAnswer(.page(page), now: noon)
    laptop.line.change { $0.stranger = try? SyncWire.bytes(of: answer) }
    // One that only claims to have more is no liar yet; it brings nothing, which does not fit either.
    let expected: SyncTrouble.Kind = difference > 0 ? .other : .receiptMismatch
    #expect(trouble(await laptop.replicator.round()) == expected)
    #expect(try book("laptop", in: world).load() == held)
    laptop.line.change { $0.stranger = nil }
    await laptop.settle()
    #expect(try await laptop.titles().count == 3)
  }

  @Test func `a server that was restored and says so is believed`() async throws {
    let world = try World(signer: signer)
    let laptop = try await home("laptop", in: world)
    try await laptop.add("Read")
    await laptop.settle()
    world.stop()
    try world.folder.copy("server", to: "backup")
    world.restart()
    try await laptop.add("Run")
    await laptop.settle()
    world.stop()
    try world.folder.copy("backup", to: "server")
    world.restart()
    await laptop.settle()
    try await expectAgreement([laptop], world)
    let receipt = try #require(try book("laptop", in: world).load())
    #expect(try await world.server.verify(receipt) == .fits)
  }
}
