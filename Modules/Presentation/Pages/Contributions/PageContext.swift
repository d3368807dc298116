import Core
import Presentation

/// What a page or a form works with: the person's space, the product and the clock.
public struct PageContext: SpaceContext {
  public let product: Product
  public let settings: [Setting]
  public let now: Instant
  public let calendar: LocalCalendar
  public internal(set) var space: any SpaceClient
  public let signals: SignalLog

  public init(
    product: Product,
    settings: [Setting],
    now: Instant,
    calendar: LocalCalendar,
    space: any SpaceClient,
    signals: SignalLog = SignalLog()
  ) {
    self.product = product
    self.settings = settings
    self.now = now
    self.calendar = calendar
    self.space = space
    self.signals = signals
  }

  /// Creates a context with the space, product and clock of another one.
  public init(_ context: any SpaceContext) {
    self.init(
      product: context.product,
      settings: context.settings,
      now: context.now,
      calendar: context.calendar,
      space: context.space,
      signals: context.signals
    )
  }
}
