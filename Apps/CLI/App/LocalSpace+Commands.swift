import Commands
import Core
import LocalApp
import Presentation
import Products
import Runtime
import Terminal

extension LocalSpace {
  /// The current context of a command.
  func commandContext(screen: Screen, format: OutputFormat) async throws -> CommandContext {
    let calendar = try await runtimeClient.ask(CurrentCalendar())
    return try commandContext(screen: screen, format: format, calendar: calendar)
  }

  /// The same with a known calendar.
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
