import CommandKit
import Core
import RemindersContract

/// Prints notices below what the command said.
public struct TerminalNotifier: Notifier {
  private let session: Session

  public init(_ session: Session) { self.session = session }

  public var channel: String { "terminal" }

  public func deliver(_ items: [InboxItem]) async throws {
    var output = Output()
    for view in InboxViews.arrived(items, session) { output.print(session.screen.draw(view)) }
    output.flushOrExit()
  }
}
