import Commands
import Core
import Presentation
import RemindersContract
import Terminal

/// Prints notices below a command's output.
public struct TerminalNotifier: Notifier {
  private let context: CommandContext

  public init(_ context: CommandContext) { self.context = context }

  public var channel: String { "terminal" }

  public func deliver(_ items: [InboxItem]) async throws {
    var output = Output()
    let freezes = try await FreezeOutcomes.load(items, context)
    let views = InboxViews.arrived(items, freezes: freezes, context)
    for view in views { output.print(context.screen.draw(view)) }
    output.flushOrExit()
  }
}
