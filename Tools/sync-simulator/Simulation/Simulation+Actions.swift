import Core
import Journals

/// The events of a run.
extension Simulation {
  func step() throws {
    let device = chance.pick(devices)
    switch chance.number(0...999) {
    case ..<380: try edit(device)
    case ..<830:
      say("\(device.name) syncs")
      let count = chance.happens(0.7) ? chance.number(5...40) : chance.number(1...5)
      for _ in 0..<count {
        now += chance.number(0...2000)
        try device.advance(server, faults, now: now)
        if chance.happens(0.1) { try chance.pick(devices).advance(server, faults, now: now) }
      }
    case ..<850: try erase(device)
    case ..<880: try device.backUp()
    case ..<897: try restore(device)
    case ..<910 where devices.count < bounds.devices:
      let copy = try makeDevice("d\(devices.count)", copying: device)
      say("\(copy.name) is a copy of \(device.name)")
      devices.append(copy)
      try undate(copy)
      mayDecideAgain = true
    case ..<935: try server.backUp()
    case ..<952: try restoreServer()
    case ..<962: try importFile(device)
    case ..<972: try editOnServer()
    case ..<980: try reboot(device)
    case ..<988:
      device.skew += chance.pick([-3_600_000, 3_600_000, 90_000, 0])
      say("\(device.name) is off by \(device.skew) ms")
    case ..<994: try exchange(device)
    case ..<996: try forgetErasure(device)
    case ..<998 where devices.count < bounds.devices: try link()
    default:
      // A session is revoked on another device; sooner or later the person signs in again.
      device.isSignedOut.toggle()
      say("\(device.name) is signed \(device.isSignedOut ? "out" : "in")")
    }
  }

  /// A device that was used without an account is linked to it, with a history of its own.
  ///
  /// It pulls the space of the account in addition to its own, and merges the contents of its own
  /// into it.
  private func link() throws {
    let device = try makeDevice("d\(devices.count)")
    devices.append(device)
    let own = try device.makeOtherSpace()
    for _ in 0..<chance.number(1...10) {
      now += chance.number(1...3_600_000)
      own.setTime(now, skew: device.skew)
      value += 1
      let note = chance.pick(notes)
      try noteMade(own) { _ = try $0.send(WriteNote(note: note, value: value, isUnfit: false)) }
    }
    let facts = try own.rows().map(\.fact)
    say("\(device.name) is linked with \(facts.count) facts of its own")
    for _ in 0..<chance.number(0...20) {
      now += chance.number(0...2000)
      try device.advance(server, faults, now: now)
    }
    device.installation.setTime(now, skew: device.skew)
    try device.installation.importFacts(facts)
  }

  /// The program is replaced by an older or a newer version.
  private func exchange(_ device: SimulatedDevice) throws {
    var modules = device.installation.modules
    modules.hasLater.toggle()
    try device.restart(with: modules)
  }

  /// Something is erased and synchronized, and then the device and the server forget it.
  private func forgetErasure(_ device: SimulatedDevice) throws {
    try device.backUp()
    try server.backUp()
    say("\(device.name) erases something that is forgotten")
    try noteMade(device.installation) { _ = try $0.send(EraseNote(note: notes[0])) }
    for _ in 0..<30 {
      now += 1000
      try device.advance(server, faults, now: now)
    }
    try restore(device)
    try restoreServer()
  }

  private func restore(_ device: SimulatedDevice) throws {
    guard let restored = try device.restore() else { return }
    say("\(device.name) is restored \(restored)")
    mayDecideAgain = true
    try undate(device)
    // If the server is restored too, nobody remembers which numbers it has used since.
    if restored == .withMark { mayNumberAgain = true }
  }

  private func restoreServer() throws {
    let silently = chance.happens(0.5)
    guard try server.restore(silently: silently, now: now) else { return }
    say("the server is restored, silently: \(silently)")
    // It may have forgotten that it met both a device and its copy.
    if devices.contains(where: \.isCopy) { mayNumberAgain = true }
  }

  private func edit(_ device: SimulatedDevice) throws {
    device.installation.setTime(now, skew: device.skew)
    if device.installation.modules.hasLater, chance.happens(0.2) {
      let amount = chance.number(Int64(1)...9)
      return try noteMade(device.installation) {
        _ = try $0.send(Count(amount: amount))
      }
    }
    if hasHabits, chance.happens(0.7) {
      say("\(device.name) does something with habits")
      return try noteMade(device.installation) { try habits.act(in: $0, &chance) }
    }
    value += 1
    let note = chance.pick(notes)
    let isUnfit = chance.happens(0.04)
    say("\(device.name) writes \(value) to \(note.rawValue)\(isUnfit ? ", unfit" : "")")
    try noteMade(device.installation) {
      _ = try $0.send(WriteNote(note: note, value: value, isUnfit: isUnfit))
    }
  }

  private func noteMade(
    _ installation: Installation,
    _ body: (Installation) throws -> Void
  ) throws {
    let head = try installation.rows().count
    try body(installation)
    let facts = try installation.rows().dropFirst(head).map(\.fact.id)
    for fact in facts { made[fact] = now }
    // Before its first sync a device does not keep when a fact was made.
    let dated = try installation.journal.bootTimes(of: facts, in: Installation.space)
    undated.formUnion(facts.filter { dated[$0] == nil })
  }

  /// The computer restarts: how long ago facts were made can no longer be known.
  private func reboot(_ device: SimulatedDevice) throws {
    say("\(device.name) starts anew")
    device.installation.boot = (chance.next(), now)
    try undate(device)
    try device.restart()
  }

  private func undate(_ device: SimulatedDevice) throws {
    let facts = try device.installation.rows().map(\.fact.id)
    undated.formUnion(try device.journal.bootTimes(of: facts, in: Installation.space).keys)
  }

  private func erase(_ device: SimulatedDevice) throws {
    device.installation.setTime(now, skew: device.skew)
    // Only a few, since nothing is compared on a note that was erased.
    guard chance.happens(0.5) else { return }
    let note = chance.pick(notes)
    say("\(device.name) erases \(note.rawValue)")
    try noteMade(device.installation) { _ = try $0.send(EraseNote(note: note)) }
  }

  /// Somebody exports on one device and imports on another.
  private func importFile(_ device: SimulatedDevice) throws {
    let other = chance.pick(devices)
    device.installation.setTime(now, skew: device.skew)
    let facts = try other.installation.rows().map(\.fact).filter {
      $0.kind != Amendment.kind
    }
    say("\(device.name) imports \(facts.count) facts from \(other.name)")
    try device.installation.importFacts(facts)
    hasImported = true
  }

  private func editOnServer() throws {
    value += 1
    let note = chance.pick(notes)
    server.installation.setTime(now, skew: 0)
    say("the server writes \(value) to \(note.rawValue)")
    try noteMade(server.installation) {
      _ = try $0.send(WriteNote(note: note, value: value, isUnfit: false))
    }
    try server.numberOwn(now: now)
  }
}
