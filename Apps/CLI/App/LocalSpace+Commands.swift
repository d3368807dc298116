import Commands
import Core
import LocalApp
import Presentation
import Products
import Runtime
import Terminal

extension LocalSpace {
  /// What a command works with, as of now.
  func commandContext(screen: Screen, format: OutputFormat) async throws -> CommandContext {
    let calendar = try await runtimeClient.ask(CurrentCalendar())
    return try commandContext(screen: screen, format: format, calendar: calendar)
  }

  /// The same where the person's calendar is known already.
  func commandContext(
    screen: Screen,
    format: OutputFormat,
    calendar: LocalCalendar
  ) throws -> CommandContext {
    CommandContext(
      product: product,
      settings: settings,
      now: try Home.clock().now(),
      calendar: calendar,
      screen: screen,
      format: format,
      space: client
    )
  }
}
