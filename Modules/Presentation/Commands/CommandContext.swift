import Core
import Presentation
import Terminal

/// What a command works with: the person's space, the product, the clock and the screen.
public struct CommandContext: SpaceContext {
  public let product: Product
  public let settings: [Setting]
  public let now: Instant
  public let calendar: LocalCalendar
  public let screen: Screen
  public let format: OutputFormat
  public let space: any SpaceClient
  public let signals: SignalLog

  public init(
    product: Product,
    settings: [Setting],
    now: Instant,
    calendar: LocalCalendar,
    screen: Screen,
    format: OutputFormat,
    space: any SpaceClient,
    signals: SignalLog = SignalLog()
  ) {
    self.product = product
    self.settings = settings
    self.now = now
    self.calendar = calendar
    self.screen = screen
    self.format = format
    self.space = space
    self.signals = signals
  }

  /// Terminals have no narrow space.
  public var digitSpace: String { " " }

  /// Whether something may move on the screen, according to the terminal and the options.
  public var canMove: Bool {
    format == .text && screen.profile.isTerminal && !screen.profile.reducedMotion
  }

  /// Prints `document` for programs, or `views` for a person.
  public func show(_ document: some Encodable, _ views: () -> [any View]) throws {
    var output = Output()
    switch format {
    case .json: output.print(try JSON.pretty(document) + "\n")
    case .text: for view in views() { output.print(screen.draw(view)) }
    }
    output.flushOrExit()
  }
}

/// The format of a command's output.
public enum OutputFormat: Sendable, Equatable {
  /// Text for a person, drawn for the current screen.
  case text
  /// One JSON document in a stable format.
  case json
}
