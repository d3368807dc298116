import Journals
import Sync

extension SyncQuestion {
  /// What has to be known of a space to answer a device.
  ///
  /// Nearly all facts count with the timestamps that they were made with, so those are looked up.
  init(about request: SyncRequest) {
    self.init()
    let facts: [FactRecord]
    switch request {
    case .pull: return
    case .push(let request):
      facts = request.facts
      numbers = Numbers(
        author: request.author,
        after: (request.items.first?.number ?? 1) - 1,
        limit: request.items.count
      )
    case .offer(let request): facts = request.facts
    }
    self.facts = facts.map(\.id)
    stamps = Set(facts.map(\.stamp))
  }

  /// Whether this is about a push of facts that are all newer than what their devices have sent,
  /// after all that their author has numbered.
  ///
  /// Such facts are nearly always new to the space, and have timestamps of their own.
  func isContinuation(of state: ServerState) -> Bool {
    guard let numbers, numbers.after == state.authors[numbers.author]?.number else { return false }
    return stamps.allSatisfy { state.isNewest($0) }
  }
}

extension SyncQuestion {
  /// The question without what the state of the space answers: an author has no entries beyond its
  /// head.
  func without(_ state: ServerState) -> SyncQuestion {
    guard let numbers, (state.authors[numbers.author]?.number ?? 0) <= numbers.after else {
      return self
    }
    var question = self
    question.numbers = nil
    return question
  }
}

extension PushRequest {
  /// Its facts, and those that erased them.
  var facts: [FactRecord] {
    if items.allSatisfy({ $0.erasure == nil }) { return items.map(\.fact) }
    return items.flatMap { [$0.fact] + [$0.erasure?.fact].compactMap(\.self) }
  }
}

extension OfferRequest {
  /// Its facts, and those that erased them.
  var facts: [FactRecord] {
    items.flatMap { [$0.fact] + [$0.erasure?.fact].compactMap(\.self) }
  }
}
