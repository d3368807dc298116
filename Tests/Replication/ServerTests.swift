import JournalTesting
import Core
import Journals
import Replication
import Runtime
import Sync
import Testing
import TrackingContract

@testable import SQLiteJournal

/// A server with many spaces.
@Suite struct ServerTests {
  private func pull(_ limit: Int = 500) throws -> [UInt8] {
    let request = PullRequest(
      author: DeviceID(rawValue: 5),
      epoch: nil,
      after: .none,
      limit: limit
    )
    return try SyncWire.bytes(of: SyncCall(.pull(request), wall: noon, boot: nil))
  }

  @Test func `pushes of many people share transactions`() async throws {
    let folder = try Folder()
    let path = "\(folder.path)/server.db"
    let journal = try SQLiteJournal(path: path, timeout: 60_000)
    let server = ServerReplicator(ServerReplicator.Configuration(journal: journal))
    let people = 60
    let document = try pull()
    let before = transactions(in: folder.contents("server.db-wal") ?? [])
    // As if another program wrote: what the first one has to store waits for it.
    let lock = try FileLock(path: path + ".lock", timeout: 60_000)
    try lock.acquire()
    var answers: [Task<Void, any Error>] = []
    for person in 1...people {
      let space = SpaceID(rawValue: UInt128(person))
      answers.append(
        Task { _ = try await server.answer(document, in: space, rules: SealedRules()) }
      )
      if person == 1 { try await wait(for: 0, in: journal) }
    }
    // Each new space is one append.
    try await wait(for: people - 1, in: journal)
    lock.release()
    for answer in answers { try await answer.value }
    let after = transactions(in: folder.contents("server.db-wal") ?? [])
    #expect(after - before == 2)
    #expect(try await journal.spaces().count == people)
  }

  /// Waits until something is being written, and this many appends wait for the end of it.
  private func wait(for count: Int, in journal: SQLiteJournal) async throws {
    for _ in 0..<4000 where !journal.isWriting || journal.waitingAppends != count {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(journal.isWriting && journal.waitingAppends == count)
  }

  /// The number of transactions in a write-ahead log (sqlite.org/fileformat2.html#walformat).
  private func transactions(in log: [UInt8]) -> Int {
    guard log.count > 32 else { return 0 }
    func number(at place: Int) -> Int { log[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let frame = 24 + number(at: 8)
    // The last frame of each has the size of the file after it, and the others have 0.
    let frames = stride(from: 32, through: log.count - frame, by: frame)
    return frames.filter { number(at: $0 + 4) > 0 }.count
  }

  @Test func `a space whose requests pile up is busy, and others are not`() async throws {
    let gate = Gate()
    let world = try World(depth: 2) { _, _ in await gate.pass() }
    let device = RawDevice(5, in: world)
    _ = try await device.pull()
    let erasing = device.fact("a.gone", "{}", about: EntityID(rawValue: 1), erases: true)
    let slow = Task { [device] in
      var device = device
      return try await device.push([erasing])
    }
    await gate.waitForSomebody()
    let document = try pull()
    let (answered, refused) = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<5 {
        group.addTask { (try? await world.answer(document)) != nil }
      }
      var (answered, refused) = (0, 0)
      while let isAnswered = await group.next() {
        if isAnswered { answered += 1 } else { refused += 1 }
        if refused == 3, answered == 0 {
          let other = SpaceID(rawValue: 1)
          let reply = try? await world.server.answer(document, in: other, rules: world.rules)
          #expect(reply != nil)
          gate.open()
        }
      }
      return (answered, refused)
    }
    #expect((answered, refused) == (2, 3))
    #expect(try await slow.value.count == 1)
  }

  @Test func `who listens is told where the order of a space ends`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    _ = try await device.pull()
    var heads = world.server.heads(in: account).makeAsyncIterator()
    var others = world.server.heads(in: SpaceID(rawValue: 1)).makeAsyncIterator()
    _ = try await device.push([device.fact("a.b", "{}", number: 1)])
    #expect(await heads.next() == 1)
    _ = try await device.push(
      [device.fact("a.b", "{}", number: 2), device.fact("a.b", "{}", number: 3)]
    )
    #expect(await heads.next() == 3)
    let listening = Task { await others.next() }
    await Task.yield()
    listening.cancel()
    #expect(await listening.value == nil)
  }

  @Test func `what is made on the server reaches the devices`() async throws {
    let world = try World()
    let desk = try await Home("desk", in: world)
    try await desk.add("Read")
    await desk.settle()
    let journal = try world.journal()
    let web = try Runtime(
      modules: modules,
      journal: journal,
      device: try await journal.device(),
      clock: world.time
    )
    let client = web.client(for: .owner, in: account)
    try await client.send(CreateHabit(details: HabitDetails(title: "Run", schedule: .daily)))
    await desk.settle()
    #expect(try await desk.titles() == ["Read", "Run"])
    try await web.refresh(account)
    try await desk.add("Sleep")
    await desk.settle()
    try await web.refresh(account)
    #expect(try await client.ask(AllHabits()).count == 3)
    await web.close()
    try await expectAgreement([desk], world)
  }

  @Test func `a server that does not know its space reads it again`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    _ = try await device.push([device.fact("a.b", "{}", number: 1)])
    // Another process answers in between, twice.
    let first = world.server
    world.restart()
    _ = try await device.push([device.fact("a.b", "{}", number: 2)])
    guard case .page(let page) = try await body(try pull(), from: first, world) else {
      Issue.record("there was no page")
      return
    }
    #expect(page.items.count == 2)
    #expect(page.head.position == 2)
  }

  @Test func `a push that another process has answered gets the same answer`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    _ = try await device.push([device.fact("a.b", "{}", number: 1)])
    let first = world.server
    world.restart()
    let fact = device.fact("a.b", "{}", number: 2)
    let verdicts = try await device.push([fact])
    let epoch = try await device.pull().epoch
    let again = try push(fact, number: 2, of: device, epoch: epoch)
    guard case .decided(let decisions) = try await body(again, from: first, world) else {
      Issue.record("it was not decided")
      return
    }
    #expect(decisions.map(\.verdict) == verdicts)
  }

  /// A push of one fact by a device.
  private func push(
    _ fact: FactRecord,
    number: Int,
    of device: RawDevice,
    epoch: SyncEpoch
  ) throws -> [UInt8] {
    let entry = SyncEntry(author: device.author, number: number, fact: fact.id)
    let item = PushRequest.Item(HeldEntry(entry: entry, fact: fact))
    let request = PushRequest(author: device.author, epoch: epoch, items: [item])
    return try SyncWire.bytes(of: SyncCall(.push(request), wall: noon, boot: nil))
  }

  private func body(
    _ document: [UInt8],
    from server: ServerReplicator,
    _ world: World
  ) async throws -> SyncAnswer.Body {
    let reply = try await server.answer(document, in: account, rules: world.rules)
    return try SyncWire.answer(reply.document).body
  }

  @Test func `a push that continues what was stored last is decided without reading`()
    async throws
  {
    let world = try World()
    let device = RawDevice(5, in: world)
    let wire = Tripwire(after: 1_000_000)
    let journal = TrippingJournal(try world.journal(), wire)
    let server = ServerReplicator(ServerReplicator.Configuration(journal: journal))
    guard case .page(let page) = try await body(try pull(), from: server, world) else {
      throw RawDevice.NoPage()
    }
    func push(_ number: Int) async throws -> SyncAnswer.Body {
      let fact = device.fact("a.b", "{}", number: number)
      let document = try self.push(fact, number: number, of: device, epoch: page.epoch)
      return try await body(document, from: server, world)
    }
    _ = try await push(1)
    let questions = journal.questions
    for number in 2...4 {
      guard case .decided(let decisions) = try await push(number) else {
        Issue.record("\(number) was not decided")
        return
      }
      #expect(decisions.map(\.isAlias) == [false])
    }
    #expect(journal.questions == questions)
    // One that was sent before is looked up.
    guard case .decided = try await push(2) else {
      Issue.record("it was not decided again")
      return
    }
    #expect(journal.questions > questions)
    #expect(try await journal.read(account, after: 0, limit: 9).head == 4)
  }

  @Test func `a number that another process has given is not given again`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    _ = try await device.push([device.fact("a.b", "{}", number: 1)])
    let first = world.server
    world.restart()
    _ = try await device.push([device.fact("a.b", "{}", number: 2)])
    let epoch = try await device.pull().epoch
    let other = device.fact("a.b", "{}", number: 3)
    let document = try push(other, number: 2, of: device, epoch: epoch)
    guard case .fork(2) = try await body(document, from: first, world) else {
      Issue.record("the number was given twice")
      return
    }
    guard
      case .decided = try await body(
        try push(other, number: 3, of: device, epoch: epoch),
        from: first,
        world
      )
    else {
      Issue.record("it was not decided")
      return
    }
  }

  @Test func `a fact that is there already becomes an alias though its timestamp is new`()
    async throws
  {
    let world = try World()
    var device = RawDevice(5, in: world)
    let fact = device.fact("a.b", "{}", number: 1)
    _ = try await device.push([fact])
    let later = HybridTimestamp(
      clock: HybridTime(milliseconds: noon.milliseconds + 9),
      device: device.author
    )
    let again = FactRecord(
      id: fact.id,
      stamp: later,
      kind: "a.b",
      version: 1,
      entity: nil,
      payload: Array("{}".utf8)
    ).hashed()
    let epoch = try await device.pull().epoch
    let document = try push(again, number: 2, of: device, epoch: epoch)
    guard case .decided(let decisions) = try await body(document, from: world.server, world) else {
      Issue.record("it was not decided")
      return
    }
    #expect(decisions.map(\.isAlias) == [true])
    #expect(try await world.journal().read(account, after: 0, limit: 9).head == 1)
  }

  @Test func `an epoch that another process has begun is noticed`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    _ = try await device.push([device.fact("a.b", "{}", number: 1)])
    let first = world.server
    world.restart()
    try await world.server.restored(account)
    let epoch = try await device.pull().epoch
    let fact = device.fact("a.b", "{}", number: 2)
    let document = try push(fact, number: 2, of: device, epoch: epoch)
    guard case .decided = try await body(document, from: first, world) else {
      Issue.record("it was not decided in the new epoch")
      return
    }
  }

  @Test func `a pushed document may be anything`() async throws {
    let world = try World()
    for bytes in [[], [0xFF], Array("{}".utf8), Array("<html>".utf8)] {
      await #expect(throws: SyncWire.Fault.self) { try await world.answer(bytes) }
    }
  }
}
