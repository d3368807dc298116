import Core
import EventDispatch
import Journals

extension SpaceEngine {
  func context(_ principal: Principal, decided: [any Fact] = []) -> RequestContext {
    let now = environment.clock.now()
    return RequestContext(
      now: claim?.instant(receivedAt: now) ?? now,
      received: now,
      calendar: calendar,
      policies: environment.policies,
      principal: principal,
      device: environment.device,
      decided: decided,
      scope: self
    )
  }

  /// Answers from the current state, without deciding or waiting.
  func answer<Q: Query>(_ query: Q, _ context: RequestContext) throws -> Q.Reply {
    try modules.handler(of: Q.self).answer(query, context, self)
  }

  /// Only decides a command; nothing is folded or kept.
  public func decide<C: Command>(_ command: C, by principal: Principal) throws -> Decision {
    try modules.handler(of: C.self).decide(command, context(principal), self)
  }

  /// Decides, folds the decision and what follows from it, and reads the reply.
  func execute<C: Command>(_ command: C, _ principal: Principal) throws -> C.Reply {
    let handler = try modules.handler(of: C.self)
    let decision = try handler.decide(command, context(principal), self)
    try room?.take(decision.facts.count, isErasing: C.erases)
    leftUnchanged = (leftUnchanged ?? true) && decision.isUnchanged
    try take(decision, of: handler.module, by: principal)
    let reply = try handler.reply(command, context(principal, decided: decision.facts), self)
    if !decision.facts.isEmpty { raise(FeatureUsed(C.self)) }
    return reply
  }

  /// Runs `body` and returns its result with the signals given meanwhile.
  func gatherSignals<T>(_ body: () throws -> T) rethrows -> (value: T, signals: [any Signal]) {
    gathered = []
    defer { gathered = nil }
    let value = try body()
    return (value, gathered ?? [])
  }

  /// The answer to a client that has sent commands.
  func outcome<Reply>(_ body: () throws -> Reply) rethrows -> Outcome<Reply> {
    let done = try gatherSignals(body)
    let seen = leftUnchanged == true ? folded : nil
    return Outcome(reply: done.value, signals: done.signals, unchangedAfter: seen)
  }

  /// Applies the decision of a handler of `module`, and the reactions of modules to it.
  func take(_ decision: Decision, of module: LoadedModule?, by principal: Principal) throws {
    dateSignals(of: decision)
    try keep(decision, of: module)
    if !reactions.isEmpty { runReactions(for: principal) }
  }

  /// Dates signals that follow from no fact when and where they are given.
  ///
  /// Programs show the person only what has happened on this device.
  private func dateSignals(of decision: Decision) {
    guard decision.facts.isEmpty, !decision.signals.isEmpty else { return }
    let now = environment.clock.now()
    let made = claim?.instant(receivedAt: now) ?? now
    current = HybridTimestamp(
      clock: HybridTime(milliseconds: made.milliseconds),
      device: environment.device
    )
  }

  /// Applies a decision either as something that happens now on this device, or as history.
  func keep(_ decision: Decision, of module: LoadedModule?) throws {
    guard decision.isHistory else { return try fold(decision, of: module) }
    try foldHistory(decision, of: module)
    if decision.isSummarized { summarize() }
  }

  private func foldHistory(_ decision: Decision, of module: LoadedModule?) throws {
    origin = .merged
    defer { origin = .live }
    try fold(decision, of: module)
  }

  /// Adds decided facts to the batch and folds them, so that the next request of the batch sees it.
  ///
  /// All facts are encoded first, so a decision is applied completely or not at all.
  func fold(_ decision: Decision, of module: LoadedModule?) throws {
    var prepared: [(record: FactRecord, channel: FactChannel)] = []
    prepared.reserveCapacity(decision.facts.count)
    for fact in decision.facts { prepared.append(try prepare(fact)) }
    for (fact, (record, channel)) in zip(decision.facts, prepared) {
      add(record)
      if let clock = environment.bootClock { open.made.append((record.id, clock.milliseconds())) }
      fold(fact, in: channel, at: record.stamp)
    }
    for signal in decision.signals { raise(signal) }
    guard let module else { return }
    for alarm in decision.alarms {
      open.add(AlarmChange(module: module.name, key: alarm.key, at: alarm.at))
    }
    for command in decision.sent { plan(command, by: module) }
  }

  private func prepare(_ fact: any Fact) throws -> (FactRecord, FactChannel) {
    guard let channel = modules.factChannel(of: fact) else {
      let name = type(of: fact).name
      throw DomainError("unknown-fact", "No module folds \(name). Nothing was saved.")
    }
    let now = environment.clock.now()
    let received = clock.tick(now: now)
    let made = claim.map { claimedTime($0, receivedAt: now) } ?? received
    let record = try FactRecord(
      fact,
      id: environment.makeFactID(at: received),
      stamp: HybridTimestamp(clock: made, device: environment.device)
    )
    return (record, channel)
  }

  /// The next timestamp of an order that was given earlier.
  private func claimedTime(_ claim: Claim, receivedAt now: Instant) -> HybridTime {
    let made = claim.instant(receivedAt: now)
    // What the page had seen cannot be later than what this device knows.
    var claimed = HybridClock(last: min(claim.seen, clock.last))
    // Several facts of one instant differ by the counter, as all others do.
    if lastClaimed.instant == made { claimed.observe(lastClaimed) }
    lastClaimed = claimed.tick(now: made)
    return lastClaimed
  }

  private func add(_ fact: FactRecord) {
    open.facts.append(fact)
    folded += 1
    payloadBytes += fact.payload?.count ?? 0
  }

  // MARK: Facts from elsewhere

  /// Merges facts that were made elsewhere, with their ids and timestamps.
  ///
  /// - Parameters:
  ///   - page: what a server decided about these facts, and about earlier ones.
  ///   - isLast: whether this is the last page, so that modules summarize.
  func merge(_ facts: [DecodedFact], _ page: SyncPage?, isLast: Bool) throws {
    origin = environment.flaws.contains(.mergesLive) ? .live : .merged
    defer { origin = .live }
    if !facts.isEmpty { hasMerged = true }
    let now = environment.clock.now()
    guard let page else {
      for fact in facts { take(merged: fact, now: now) }
      return summarizeMerged(isLast: isLast)
    }
    for row in page.rows(of: facts.map(\.record), amended: { amendments[$0] }) {
      switch row {
      case .amendment(let amendment): try add(amendment)
      case .fact(let index): take(merged: facts[index], now: now)
      }
    }
    summarizeMerged(isLast: isLast)
  }

  private func take(merged decoded: DecodedFact, now: Instant) {
    add(decoded.record)
    if let stamp = stamp(of: decoded.record) { observe(stamp, now: now) }
    take(decoded)
  }

  private func summarizeMerged(isLast: Bool) {
    origin = .live
    // A sync also stores what it knows of facts that were made here, and that is no news.
    guard isLast, hasMerged else { return }
    hasMerged = false
    summarize()
    if !reactions.isEmpty { runReactions(for: .node(environment.device)) }
  }

  /// Adds a verdict about a fact, as the next row.
  private func add(_ amendment: Amendment) throws {
    let now = clock.tick(now: environment.clock.now())
    let stamp = HybridTimestamp(clock: now, device: environment.device)
    add(try amendment.record(id: environment.makeFactID(at: now), stamp: stamp))
    note(amendment)
  }

  func observe(_ stamp: HybridTimestamp, now: Instant) {
    if stamp.device == environment.device {
      clock.observe(stamp.clock)
    } else if environment.flaws.contains(.followsAnyClock) {
      clock.observe(stamp.clock)
    } else {
      clock.observe(foreign: stamp.clock, now: now)
    }
  }

  /// Asks every module to summarize once what a page of merged facts made newly true today.
  private func summarize() {
    for (module, sum) in modules.sums {
      do {
        let decision = try sum(context(.node(environment.device)), self)
        dateSignals(of: decision)
        try fold(decision, of: module)
      } catch {
        modules.report(error, of: module.name, on: "a page of merged facts")
      }
    }
  }

  // MARK: Alarms

  /// Wakes the module whose alarm is due, and ends the alarm.
  ///
  /// Only the alarm that was due ends; if it was moved meanwhile under the same key, it remains. So
  /// does the alarm of a module that fails, which is woken again once the claim has ended.
  func wake(_ alarm: Alarm) throws {
    let end = AlarmChange(ending: alarm)
    guard let handler = modules.waking[alarm.module] else { return open.add(end) }
    let module = modules.modules.first { $0.name == alarm.module }
    let decision = try handler(alarm.key, context(.node(environment.device)), self)
    // Before the decision is taken, which may set the same alarm anew.
    open.add(end)
    try take(decision, of: module, by: .node(environment.device))
  }
}

extension SpaceEngine: RequestScope {
  public func ask<Q: Query>(_ query: Q) throws -> Q.Reply {
    try answer(query, context(.node(environment.device)))
  }

  public func answers<Q: Query>(_ query: Q.Type) -> Bool { modules.answers(query) }

  public func makeID<ID: Identifier>(_ type: ID.Type, at now: Instant) -> ID {
    environment.makeID(at: now)
  }
}
