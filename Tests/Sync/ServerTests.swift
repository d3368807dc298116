import Core
import Journals
import Sync
import Testing

/// What a server decides about what devices send.
@Suite struct ServerTests {
  private func clock(_ milliseconds: Int64) -> SyncVerdict {
    .taken(HybridTime(milliseconds: noon.milliseconds + milliseconds))
  }

  // MARK: Numbers

  @Test func `what is pushed gets places in the order in which it comes`() {
    var shop = Shop()
    let (first, second) = (fact(1, at: -2000), fact(2, at: -1000))
    #expect(shop.push([HeldEntry(1, first)]).verdicts == [clock(-2000)])
    #expect(shop.push([HeldEntry(1, fact(3, by: laptop), by: laptop)]).verdicts == [clock(0)])
    #expect(shop.push([HeldEntry(2, second)]).verdicts == [clock(-1000)])
    #expect(shop.entries.map(\.position) == [1, 2, 3])
    #expect(shop.entries.map(\.author) == [phone, laptop, phone])
    #expect(shop.entries.map(\.number) == [1, 1, 2])
  }

  @Test func `a push that is repeated is answered as before`() {
    var shop = Shop()
    let items = [HeldEntry(1, fact(1)), HeldEntry(2, fact(2, at: 1))]
    let answer = shop.push(items).decisions
    #expect(shop.push(items, now: noon.advanced(bySeconds: 60)).decisions == answer)
    #expect(shop.entries.count == 2)
  }

  @Test func `a number after a gap is not taken`() {
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1))])
    guard case .gap(let expected) = shop.push([HeldEntry(3, fact(3))]) else {
      Issue.record("there was no gap")
      return
    }
    #expect(expected == 2)
    #expect(shop.entries.count == 1)
  }

  /// No document has such numbers; a driver may still pass them on.
  @Test func `what was taken before a number that does not follow is stored`() {
    var shop = Shop()
    guard case .gap = shop.push([HeldEntry(1, fact(1)), HeldEntry(1, fact(2, at: 1))]) else {
      Issue.record("there was no gap")
      return
    }
    #expect(shop.entries.map(\.fact) == [fact(1).id])
    #expect(shop.machine.state.head.position == shop.entries.count)
  }

  @Test func `another fact under a number that was used shows that there are two`() {
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1)), HeldEntry(2, fact(2, at: 1))])
    guard case .fork(let number) = shop.push([HeldEntry(2, fact(3, at: 2))]) else {
      Issue.record("there was no fork")
      return
    }
    #expect(number == 2)
    #expect(shop.entries.count == 2)
  }

  @Test func `a fact that is known keeps its verdict, and its number is used up`() {
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1, at: -5000))])
    let answer = shop.push(
      [HeldEntry(1, fact(1, at: -5000), by: laptop), HeldEntry(2, fact(2, by: laptop), by: laptop)]
    )
    #expect(answer.decisions?.map(\.isAlias) == [true, false])
    #expect(answer.verdicts == [clock(-5000), clock(0)])
    #expect(shop.entries.map(\.number) == [1, 1, 2])
  }

  @Test func `devices follow the place of a fact that came again with other bytes`() throws {
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1))])
    let again = FactRecord(
      id: fact(1).id,
      stamp: fact(1).stamp,
      kind: fact(1).kind,
      version: 1,
      entity: nil,
      payload: Array("{}".utf8)
    )
    #expect(shop.push([HeldEntry(1, again, by: laptop)]).decisions?.map(\.isAlias) == [true])
    var machine = SyncDevice(state: nil, device: phone, mark: nil, seed: 1)
    if case .keep = machine.demand { machine.stored() }
    machine.receive(SyncAnswer(shop.pull(after: .none), now: noon))
    guard case .store(let storage) = machine.demand else {
      Issue.record("it does \(machine.demand)")
      return
    }
    #expect(storage.facts == [fact(1)])
  }

  @Test func `a fact that does not fit is refused, and has a place`() {
    var shop = Shop(refusing: "notes.erased")
    let answer = shop.push([HeldEntry(1, fact(1, erases: true)), HeldEntry(2, fact(2, at: 1))])
    #expect(answer.verdicts == [.refused("unwanted"), clock(1)])
    #expect(shop.entries.map(\.position) == [1, 2])
    #expect(shop.verdicts[fact(1).id] == .refused("unwanted"))
  }

  // MARK: Clocks

  /// The device has been on for an hour, and made the fact `age` milliseconds ago.
  private func made(ago age: Int64) -> BootTime { BootTime(boot: 5, milliseconds: 3_600_000 - age) }
  private let boot = BootTime(boot: 5, milliseconds: 3_600_000)
  private let day: Int64 = 86_400_000

  @Test func `what a wrong clock was wrong by is taken off`() {
    var shop = Shop()
    let ahead = HeldEntry(1, fact(1, at: day - 600_000), made: made(ago: 600_000))
    #expect(shop.push([ahead], wall: day, boot: boot).verdicts == [clock(-600_000)])
    let late = fact(2, at: -day - 1000, by: laptop)
    let behind = HeldEntry(1, late, by: laptop, made: made(ago: 1000))
    #expect(shop.push([behind], wall: -day, boot: boot).verdicts == [clock(-1000)])
  }

  @Test func `a clock that is right again does not make right what was made before`() {
    var shop = Shop()
    let item = HeldEntry(1, fact(1, at: day - 600_000), made: made(ago: 600_000))
    #expect(shop.push([item], wall: 0, boot: boot).verdicts == [clock(-600_000)])
  }

  @Test func `two minutes are no reason to correct`() {
    var shop = Shop()
    let item = HeldEntry(1, fact(1, at: 119_000), made: made(ago: 0))
    #expect(shop.push([item], wall: 119_000, boot: boot).verdicts == [clock(119_000)])
  }

  @Test func `after a restart only the future is cut off`() {
    var shop = Shop()
    let before = HeldEntry(1, fact(1, at: -7 * day), made: BootTime(boot: 4, milliseconds: 9))
    #expect(shop.push([before], wall: -7 * day, boot: boot).verdicts == [clock(-7 * day)])
    let future = HeldEntry(1, fact(2, at: 7 * day, by: laptop), by: laptop)
    #expect(shop.push([future], wall: 7 * day, boot: boot).verdicts == [clock(0)])
  }

  @Test func `no two facts of a device count with the same clock reading`() throws {
    var shop = Shop()
    let items = (1...3).map { HeldEntry($0, fact($0, at: day + Int64($0))) }
    let verdicts = try #require(shop.push(items, wall: day).verdicts)
    let clocks = verdicts.compactMap(\.clock)
    #expect(clocks.count == 3)
    #expect(Set(clocks).count == 3)
    #expect(clocks == clocks.sorted())
    #expect(clocks.allSatisfy { $0.milliseconds == noon.milliseconds })
  }

  // MARK: Erasure

  private func erased(_ number: Int, _ erasure: Erasure) -> HeldEntry {
    HeldEntry(number, fact(number, at: -9000, about: walk).erased(), erasure: erasure)
  }

  @Test func `what erased a fact comes with it, and is judged like everything`() {
    var shop = Shop()
    let eraser = fact(2, at: day - 1000, about: walk, erases: true)
    let erasure = Erasure(fact: eraser, made: made(ago: 1000), amended: nil)
    _ = shop.push([erased(1, erasure)], wall: day, boot: boot)
    #expect(shop.facts[eraser.id] != nil)
    #expect(shop.verdicts[eraser.id] == clock(-1000))
  }

  @Test func `what erased a fact is decided once, although it comes twice`() {
    var shop = Shop()
    let eraser = fact(2, at: -1000, about: walk, erases: true)
    let erasure = Erasure(fact: eraser, made: nil, amended: nil)
    let verdicts = shop.push([erased(1, erasure), HeldEntry(2, eraser)]).verdicts
    #expect(verdicts == [clock(-9000), clock(-1000)])
    #expect(shop.verdicts[eraser.id] == clock(-1000))
  }

  // MARK: Restores

  @Test func `a device that has seen what the server has not makes it begin anew`() {
    var shop = Shop()
    _ = shop.push([HeldEntry(1, fact(1))])
    let known = shop.machine.state.head
    var restored = Shop()
    guard case .replaced(let epoch) = restored.pull(after: known, epoch: restored.epoch) else {
      Issue.record("the server did not notice")
      return
    }
    #expect(epoch == SyncEpoch(rawValue: 2))
    #expect(restored.epoch == epoch)
    // Whoever knows the epoch before is told too.
    guard case .replaced = restored.push([HeldEntry(1, fact(1))], epoch: shop.epoch) else {
      Issue.record("the server took what belongs to its earlier order")
      return
    }
  }

  @Test func `what was lost comes back under its old number with its old verdict`() {
    var shop = Shop()
    let verdict = clock(-77)
    let lost = HeldEntry(1, fact(1, by: laptop), by: laptop, verdict: verdict)
    guard case .held = shop.offer([lost]) else {
      Issue.record("the offer was not taken")
      return
    }
    #expect(shop.entries.map(\.verdict) == [verdict])
    #expect(shop.entries.map(\.author) == [laptop])
    // What the author pushes again is known.
    #expect(shop.push([HeldEntry(1, fact(1, by: laptop), by: laptop)]).verdicts == [verdict])
    #expect(shop.entries.count == 1)
  }

  @Test func `nobody can offer a verdict from the future`() {
    var shop = Shop()
    _ = shop.offer([HeldEntry(1, fact(1), verdict: clock(day))])
    #expect(shop.entries.first?.verdict == clock(120_000))
  }
}
