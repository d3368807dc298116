import Core
import Journals
import Sync
import Testing

/// What a device does, step by step; the simulator plays whole devices.
@Suite struct DeviceTests {
  private func start(
    _ state: DeviceState? = nil,
    as device: DeviceID = phone,
    mark: AuthorMark? = nil
  ) -> SyncDevice {
    SyncDevice(state: state, device: device, mark: mark, seed: 1)
  }

  /// Goes through everything that is asked before something is sent.
  private func settled(_ machine: SyncDevice) -> SyncDevice {
    var machine = machine
    while true {
      switch machine.demand {
      case .store, .keep: machine.stored()
      case .rows: machine.take(rows: [])
      case .own: machine.take(own: [])
      default: return machine
      }
    }
  }

  // MARK: Identity

  @Test func `a device that begins asks what there is`() {
    let machine = settled(start())
    guard case .send(.pull(let request)) = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(request.author == phone)
    #expect(request.epoch == nil)
    #expect(request.after == .none)
  }

  @Test func `a journal that forgot its numbers gets another identity`() {
    let mark = AuthorMark(author: phone, number: 3)
    var machine = start(DeviceState(author: phone), mark: mark)
    guard case .renew = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    machine.renewed(as: laptop)
    machine = settled(machine)
    #expect(machine.state.author == laptop)
  }

  @Test func `a mark of another identity shows that the journal is another one`() {
    let machine = start(DeviceState(author: phone), mark: AuthorMark(author: laptop, number: 0))
    guard case .renew = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
  }

  /// The identity was renewed, and used, but the journal is restored to a moment before it knew.
  @Test func `an identity that was used before the journal knew of it is not used again`() {
    let mark = AuthorMark(author: laptop, number: 3)
    let machine = start(DeviceState(author: phone), as: laptop, mark: mark)
    guard case .renew = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
  }

  @Test func `an identity that was renewed and not used yet is taken`() {
    let mark = AuthorMark(author: laptop, number: 0)
    let machine = settled(start(DeviceState(author: phone), as: laptop, mark: mark))
    #expect(machine.state.author == laptop)
  }

  @Test func `a page that says there is more, and has nothing, is a failure that passes`() {
    var machine = settled(start())
    let head = OrderHead(position: 3, digest: Digest.of([1]))
    let page = PullPage(epoch: SyncEpoch(rawValue: 1), items: [], head: head)
    machine.receive(SyncAnswer(.page(page), now: noon))
    guard case .rest = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(!machine.isIdle)
  }

  // MARK: Size

  /// A machine that is about to push so many facts.
  private func pushing(_ count: Int) -> SyncDevice {
    var machine = settled(start())
    machine.receive(
      SyncAnswer(.page(PullPage(epoch: SyncEpoch(rawValue: 1), items: [], head: .none)), now: noon)
    )
    machine.stored()
    let facts = (1...count).map { fact($0, at: Int64($0)) }
    machine.take(
      rows: facts.enumerated().map { ScannedRow(sequence: $0 + 1, fact: $1, entry: nil) }
    )
    machine.stored()
    machine.take(rows: [])
    gather(&machine, facts)
    return machine
  }

  /// Gives the machine its own facts, as many as it asks for.
  private func gather(_ machine: inout SyncDevice, _ facts: [FactRecord]) {
    guard case .own(let after, let limit) = machine.demand else { return }
    let numbered = facts.enumerated().map { HeldEntry($0 + 1, $1) }
    machine.take(own: Array(numbered.dropFirst(after).prefix(limit)))
    if case .keep = machine.demand { machine.stored() }
  }

  private func pushed(by machine: SyncDevice) -> Int? {
    guard case .send(.push(let request)) = machine.demand else { return nil }
    return request.items.count
  }

  @Test func `a push that is too large is sent in halves, down to a single fact`() {
    let facts = (1...9).map { fact($0, at: Int64($0)) }
    var machine = pushing(9)
    for count in [9, 4, 2, 1] {
      #expect(pushed(by: machine) == count)
      machine.split()
      gather(&machine, facts)
    }
    // One fact cannot be split; what waits is sent later.
    guard case .rest = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(!machine.isIdle)
  }

  @Test func `an offer that is too large is gathered again`() {
    var machine = SyncDevice(state: settled(pushing(1)).state, device: phone, mark: nil, seed: 1)
    machine.receive(SyncAnswer(.replaced(SyncEpoch(rawValue: 2)), now: noon))
    let held = (1...4).map { number in
      let made = fact(number, at: Int64(number), by: laptop)
      var entry = SyncEntry(author: laptop, number: number, fact: made.id)
      entry.position = number + 10
      return HeldEntry(entry: entry, fact: made)
    }
    machine.take(order: held)
    machine.split()
    guard case .order(let after, let limit) = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(after == 10)
    #expect(limit == 2)
  }

  // MARK: Time

  @Test func `pauses after failures grow up to five minutes, and are never the same for all`() {
    var longest: [Int64] = []
    for attempt in 1...12 {
      let pauses = (1...200 as ClosedRange<UInt64>).map { seed -> Int64 in
        var machine = settled(SyncDevice(state: nil, device: phone, mark: nil, seed: seed))
        for _ in 0..<attempt {
          machine.fail()
          if case .rest(let pause) = machine.demand, pause < 0 { return -1 }
          if attempt > 1 { machine.wake() }
        }
        machine.fail()
        guard case .rest(let milliseconds) = machine.demand else { return -1 }
        return milliseconds
      }
      #expect(pauses.allSatisfy { (0...300_000).contains($0) })
      #expect(Set(pauses).count > 100)
      longest.append(pauses.max() ?? 0)
    }
    #expect(longest[0] <= 2000)
    #expect(longest[11] > 200_000)
  }

  @Test func `an answer that does not fit is a failure`() {
    var machine = settled(start())
    machine.receive(SyncAnswer(.held, now: noon))
    guard case .rest = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(!machine.isIdle)
    machine.wake()
    guard case .send(.pull) = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
  }

  // MARK: Storage

  @Test func `the state comes back as it was`() throws {
    var machine = settled(start())
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1, by: laptop), by: laptop)])
    machine.receive(SyncAnswer(shop.pull(after: .none), now: noon))
    machine = settled(machine)
    #expect(machine.state.cursor.position == 1)
    #expect(try DeviceState(machine.state.bytes) == machine.state)
    #expect(throws: (any Error).self) { try DeviceState(machine.state.bytes + [0]) }
    #expect(throws: (any Error).self) { try DeviceState(Array(machine.state.bytes.dropLast())) }
    let state = shop.machine.state
    #expect(try ServerState(state.bytes) == state)
    #expect(throws: (any Error).self) { try ServerState(Array(state.bytes.dropLast())) }
  }

  @Test func `a page that does not follow on what is there is not stored`() {
    var machine = settled(start())
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1, by: laptop), by: laptop)])
    guard case .page(let page) = shop.pull(after: .none) else {
      Issue.record("there was no page")
      return
    }
    let later = page.items.map { item in
      var entry = item.entry
      entry.position = 2
      return PullPage.Item(entry: entry, fact: item.fact)
    }
    let gap = PullPage(epoch: page.epoch, items: later, head: page.head)
    machine.receive(SyncAnswer(.page(gap), now: noon))
    guard case .rest = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(machine.state.cursor == .none)
  }
}
