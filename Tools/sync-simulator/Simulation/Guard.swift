import Engine
import Journals
import Sync

/// A protection of the sync that a simulation can leave out, to check that it notices.
public enum Guard: String, CaseIterable, Sendable {
  case dedupByID = "dedup-by-id"
  case usesUpKnown = "uses-up-known"
  case gapCheck = "gap-check"
  case forkCheck = "fork-check"
  case atomicCursor = "atomic-cursor"
  case epochCheck = "epoch-check"
  case offerAfterRestore = "offer-after-restore"
  case ownVerdicts = "own-verdicts"
  case skewCorrection = "skew-correction"
  case driftBound = "drift-bound"
  case foldsAnew = "folds-anew"
  case lateErasure = "late-erasure"
  case erasureLedger = "erasure-ledger"
  case oneAtATime = "one-at-a-time"
  case timerArms = "timer-arms"
  case newIdentity = "new-identity"
  case aliasesPulled = "aliases-pulled"
  case strictClocks = "strict-clocks"
  case orderHash = "order-hash"
  case mark = "high-water-mark"
  case silentMerge = "silent-merge"
}

/// The protections that a run leaves out.
struct Flaws {
  let left: Guard?

  func leavesOut(_ protection: Guard) -> Bool { left == protection }

  var sync: SyncFlaws {
    switch left {
    case .dedupByID: .takesKnown
    case .usesUpKnown: .reusesAliasNumbers
    case .gapCheck: .ignoresGaps
    case .forkCheck: .ignoresForks
    case .epochCheck: .ignoresEpochs
    case .offerAfterRestore: .offersNothing
    case .ownVerdicts: .keepsOwnClocks
    case .skewCorrection: .trustsClocks
    case .timerArms: .forgetsTimer
    case .newIdentity: .keepsIdentity
    case .aliasesPulled: .skipsAliases
    case .strictClocks: .allowsEqualClocks
    case .orderHash: .ignoresOrderHash
    case .mark: .ignoresMark
    default: []
    }
  }

  var engine: EngineFlaws {
    switch left {
    case .driftBound: .followsAnyClock
    case .foldsAnew: .keepsFolded
    case .silentMerge: .mergesLive
    default: []
    }
  }

  var journal: MemoryJournalFlaws {
    switch left {
    case .dedupByID: .appendsTwice
    case .lateErasure: .keepsErased
    default: []
    }
  }
}
