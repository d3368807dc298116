import Core
import Journals
import Sync

/// Holds the server to what it has signed.
extension DeviceReplicator {
  /// Checks a page and its receipt against the receipt that is held.
  ///
  /// - Throws: ``SyncTrouble`` if the server shows another order than it signed: the page is not
  ///   stored.
  func checkReceipt(of page: PullPage, _ state: DeviceState) throws {
    guard let book = configuration.receipts else { return }
    guard let receipt = page.receipt, receipt.epoch == page.epoch, receipt.head == page.head,
      receipt.isSigned(by: book.key)
    else { throw SyncTrouble.unsigned }
    if let held = try book.load(), held.epoch == page.epoch {
      guard held.space == receipt.space, continues(held.head, page, state) else {
        throw SyncTrouble.otherOrder
      }
    }
    fresh = receipt
  }

  /// Whether a page can continue the order that was signed before.
  private func continues(_ held: OrderHead, _ page: PullPage, _ state: DeviceState) -> Bool {
    if page.head.position <= held.position { return page.head == held }
    var place = state.cursor
    if place.position == held.position { return place == held }
    for item in page.items where place.position < held.position {
      place = place.next(item.entry, item.fact)
      if place.position == held.position { return place == held }
    }
    // It lies before what is held here, which continues it; or after this page.
    return true
  }

  /// Keeps the receipt of the newest page once this device holds all entries that it covers.
  func keepReceipt() throws {
    guard let book = configuration.receipts, let fresh, let state = machine?.state,
      fresh.epoch == state.epoch, fresh.head == state.cursor
    else { return }
    self.fresh = nil
    guard try book.load()?.head != fresh.head else { return }
    try book.keep(fresh)
  }
}

extension SyncTrouble: Error {
  static let unsigned = SyncTrouble(
    .receiptMismatch,
    "What the server shows is not signed with the key by which this device knows it. Nothing was taken "
      + "over and nothing is lost: ask whoever runs the server whether its key has changed."
  )

  static let otherOrder = SyncTrouble(
    .receiptMismatch,
    "The server contradicts itself: what it shows now is not what it signed before. Nothing was taken "
      + "over and nothing is lost: ask whoever runs the server whether it was restored."
  )
}
