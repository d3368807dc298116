import Core
import Engine
import Journals
import Runtime
import Sync

/// Does what the machine demands.
extension DeviceReplicator {
  /// Begins the machine, unless it knows what is stored: another program may have synchronized.
  func begin() async throws {
    let device = try await configuration.identity()
    let stored = try await reader.state()
    let mark = try configuration.marks.load()
    if adopted != device {
      await configuration.client.adopt(device)
      adopted = device
    }
    // Until something is stored, a machine that does not follow a server yet continues as it is.
    let state = stored ?? DeviceState(author: device).bytes
    if let begun, begun.device == device, begun.mark == mark, machine?.state.bytes == state {
      machine?.wake()
      return
    }
    begun = (device, mark)
    machine = SyncDevice(
      state: try stored.map { try DeviceState($0) },
      device: device,
      mark: mark,
      seed: configuration.seed ^ UInt64(bitPattern: configuration.clock.now().milliseconds),
      limit: configuration.limit
    )
    machine?.keepsTags = !configuration.codec.isPlain
  }

  /// The greatest number of new identities that an installation takes in one round.
  private static let mostRenewals = 3

  /// Does what the machine demands until it rests.
  func drive() async throws {
    try await lookAhead()
    while let demand = machine?.demand {
      try Task.checkCancellation()
      switch demand {
      case .send(let request): try await send(request)
      case .rows(let after, let limit):
        let rows = try await reader.rows(after: after, limit: limit)
        machine?.take(rows: rows)
      case .own(let after, let limit):
        guard let author = machine?.state.author else { return }
        let entries = try await reader.entries(
          of: author,
          after: after,
          limit: limit,
          try await amendments()
        )
        machine?.take(own: entries)
      case .order(let after, let limit):
        let entries = try await reader.order(
          after: after,
          limit: limit,
          try await amendments()
        )
        machine?.take(order: entries)
      case .store(let storage): try await store(storage)
      case .keep(let mark):
        try configuration.marks.keep(mark)
        begun?.mark = mark
        machine?.stored()
      case .renew: try await renew()
      case .rest:
        if machine?.isIdle != true, tally.trouble == nil { tally.trouble = .unfitting }
        return
      }
    }
  }

  /// Counts what waits, for observers of the progress.
  private func lookAhead() async throws {
    var next = progress
    // A round pulls first; observers must not take this count for the end of the round.
    next.phase = .pulling
    next.pushed = 0
    next.toPush = try await WaitingFacts(in: space, of: configuration.journal).count
    next.pulled = machine?.state.cursor.position ?? 0
    next.toPull = max(next.pulled, next.toPull)
    progress = next
  }

  /// The amendments of the space, read once per round: nobody else writes any.
  private func amendments() async throws -> [FactID: SyncVerdict] {
    if let amended { return amended }
    let found = try await reader.amendments()
    amended = found
    return found
  }

  /// Takes into account the amendments that were stored with a page.
  private func noteAmendments(of storage: SyncStorage) {
    guard var amended else { return }
    for row in storage.page.rows(of: storage.facts, amended: { amended[$0] }) {
      if case .amendment(let amendment) = row { amended[amendment.fact] = amendment.verdict }
    }
    self.amended = amended
  }

  private func renew() async throws {
    tally.renewals += 1
    guard tally.renewals <= DeviceReplicator.mostRenewals else { throw EndlessRenewal() }
    let device = try await configuration.renew()
    await configuration.client.adopt(device)
    adopted = device
    begun?.device = device
    machine?.renewed(as: device)
  }

  private func store(_ storage: SyncStorage) async throws {
    let facts = try storage.facts.map { try configuration.codec.open($0) }
    let outcome = try await configuration.client.synchronize(
      facts,
      page: storage.page,
      isLast: storage.isLast
    )
    noteAmendments(of: storage)
    tally.received += outcome.reply
    tally.signals += outcome.signals
    tally.sent += storage.page.decided.count
    machine?.stored()
    progress.pulled = machine?.state.cursor.position ?? 0
    progress.toPull = max(progress.pulled, progress.toPull)
    progress.pushed += storage.page.decided.count
    progress.toPush = max(progress.pushed, progress.toPush)
    try keepReceipt()
  }

  // MARK: The server

  private func send(_ request: SyncRequest) async throws {
    show(request)
    let document = try SyncWire.bytes(of: call(request))
    do {
      let sent = configuration.clock.now()
      let bytes = try await configuration.transport.exchange(document)
      let answer = try read(bytes)
      let middle = (sent.milliseconds + configuration.clock.now().milliseconds) / 2
      clockOffset = middle - answer.now.milliseconds
      try consider(answer)
      machine?.receive(answer)
      try keepReceipt()
    } catch SyncTransportError.tooLarge {
      machine?.split()
      if case .rest = machine?.demand { tally.trouble = SyncTrouble(SyncTransportError.tooLarge) }
    } catch let error as CancellationError {
      throw error
    } catch {
      // After an unexpected error, too, it is tried again.
      if case SyncTransportError.waiting(let seconds, _) = error {
        tally.leastPause = Int64(min(max(seconds ?? 0, 0), 86_400)) * 1000
      }
      tally.trouble = SyncTrouble(error)
      machine?.fail()
    }
  }

  private func call(_ request: SyncRequest) -> SyncCall {
    SyncCall(request, wall: configuration.clock.now(), boot: configuration.bootClock.now())
  }

  private func read(_ bytes: [UInt8]) throws -> SyncAnswer {
    do throws(SyncWire.Fault) {
      return try SyncWire.answer(bytes)
    } catch {
      switch error {
      case .tooLong: throw ForeignAnswer(detail: "the answer is too long")
      case .foreign: throw ForeignAnswer(detail: "the answer is of another kind")
      case .malformed(let detail): throw ForeignAnswer(detail: "the answer is malformed: \(detail)")
      }
    }
  }

  private func show(_ request: SyncRequest) {
    switch request {
    case .pull: progress.phase = .pulling
    case .push: progress.phase = .pushing
    case .offer: progress.phase = .offering
    }
  }

  private func consider(_ answer: SyncAnswer) throws {
    guard case .page(let page) = answer.body, let state = machine?.state else { return }
    try checkReceipt(of: page, state)
    progress.toPull = max(progress.pulled, page.head.position)
  }
}

/// The installation took one new identity after the other, which no fault of ours explains.
private struct EndlessRenewal: Error, CustomStringConvertible {
  let description = "the server knows more of each identity of this device than the device itself"
}

extension SyncTrouble {
  /// The trouble for an answer that the machine did not accept.
  static let unfitting = SyncTrouble(
    .other,
    "The server's answer does not fit what this device has. Nothing is lost, and it is tried again."
  )
}
