/// A queue as the loop sees it, independent of its type of item.
@usableFromInline
package final class AnyLoopQueue: Sendable {
  private let isFilled = InboxGuarded(false)
  private let exchanging: @LoopActor (inout Inbox) -> Int
  private let delivering: @LoopActor (Int) -> Void

  @usableFromInline
  init(
    exchange: @escaping @LoopActor (inout Inbox) -> Int,
    deliver: @escaping @LoopActor (Int) -> Void
  ) {
    exchanging = exchange
    delivering = deliver
  }

  /// Marks that items are waiting here; true for the first since the last exchange.
  func fill(_ inbox: inout Inbox) -> Bool {
    isFilled.modify(&inbox) { filled in
      defer { filled = true }
      return !filled
    }
  }

  /// Moves the items to the loop's side; those admitted at the same time wait for the next batch.
  @LoopActor
  func exchange(_ inbox: inout Inbox) {
    isFilled.modify(&inbox) { $0 = false }
    let admitted = exchanging(&inbox)
    guard admitted > 0 else { return }
    // The loop need not be woken: it is about to check the inbox again.
    _ = inbox.note(admitted, in: self)
  }

  @LoopActor
  func deliver(_ count: Int) { delivering(count) }
}
