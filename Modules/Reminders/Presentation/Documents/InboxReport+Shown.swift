import Presentation
import RemindersContract

extension InboxReport {
  /// Loads what the inbox shows: the newest notices, and all before them that are unread.
  ///
  /// The unread ones are counted wherever the inbox is mentioned, so they must be there to be found.
  static func shown(_ context: any SpaceContext) async throws -> InboxReport {
    let all = try await context.ask(ReadInbox(limit: .max))
    let earlier = all.items.dropFirst(InboxLimits.shown).filter { !$0.isRead }
    return InboxReport(
      items: all.items.prefix(InboxLimits.shown) + earlier,
      unread: all.unread
    )
  }

  /// Loads the latest unread notices, however many that were read came after them.
  ///
  /// - Parameter limit: the maximum number of notices.
  static func unread(
    upTo limit: Int = InboxLimits.shown,
    _ context: any SpaceContext
  ) async throws -> InboxReport {
    let all = try await context.ask(ReadInbox(limit: .max))
    let items = all.items.filter { !$0.isRead }
    return InboxReport(items: Array(items.prefix(limit)), unread: all.unread)
  }
}
