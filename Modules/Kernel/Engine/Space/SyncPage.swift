import Core
import Journals

/// What a page of merged facts from a server contains besides the facts.
public struct SyncPage: Sendable {
  /// The verdicts about the facts of the page.
  public var verdicts: [FactID: SyncVerdict]
  /// The verdicts about facts that are already in the journal.
  public var decided: [DecidedFact]
  /// What is stored about the sync.
  public var change: SyncChange

  public init(
    verdicts: [FactID: SyncVerdict] = [:],
    decided: [DecidedFact] = [],
    change: SyncChange
  ) {
    self.verdicts = verdicts
    self.decided = decided
    self.change = change
  }
}

/// A fact of the journal about which a server has decided.
public struct DecidedFact: Sendable {
  public let fact: FactID
  /// The clock reading with which the fact was made.
  public let made: HybridTime
  public let verdict: SyncVerdict

  public init(fact: FactID, made: HybridTime, verdict: SyncVerdict) {
    self.fact = fact
    self.made = made
    self.verdict = verdict
  }
}

extension SyncPage {
  /// A row that a page adds to a journal.
  package enum Row {
    case amendment(Amendment)
    /// The fact at this place of the page.
    case fact(Int)
  }

  /// The rows of a page of facts, in the order in which they are appended to a journal.
  ///
  /// A verdict that changes how a fact counts becomes an amendment: directly before the fact if
  /// that is new, and before all of them if it is already in the journal.
  ///
  /// - Parameter amended: the verdict that the journal has about a fact.
  package func rows(of facts: [FactRecord], amended: (FactID) -> SyncVerdict?) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(facts.count)
    var current: [FactID: SyncVerdict] = [:]
    func amend(_ decided: DecidedFact) {
      let known = current[decided.fact] ?? amended(decided.fact) ?? .taken(decided.made)
      guard decided.verdict != known else { return }
      current[decided.fact] = decided.verdict
      rows.append(.amendment(Amendment(fact: decided.fact, verdict: decided.verdict)))
    }
    for decided in decided { amend(decided) }
    for (index, fact) in facts.enumerated() {
      if let verdict = verdicts[fact.id] {
        amend(DecidedFact(fact: fact.id, made: fact.stamp.clock, verdict: verdict))
      }
      rows.append(.fact(index))
    }
    return rows
  }

  /// The same page for a journal that already has these facts, whose verdicts still count.
  public func settling(_ known: [FactRecord]) -> SyncPage {
    var page = self
    for fact in known {
      guard let verdict = page.verdicts.removeValue(forKey: fact.id) else { continue }
      page.decided.append(
        DecidedFact(fact: fact.id, made: fact.stamp.clock, verdict: verdict)
      )
    }
    return page
  }
}
