import Core
import Products
import TelemetryContract

/// When the counts of a product are sent: it looks every hour, and sends once a day.
public struct TelemetryRounds: Sendable {
  /// What came of one look.
  public struct Round: Sendable {
    public enum Outcome: Sendable, Equatable {
      /// It was not time, nothing was counted, or the person does not want it.
      case nothing
      case sent
      case failed(reason: String)
    }

    public let outcome: Outcome
    /// Milliseconds until the next look.
    public let pause: Int64
  }

  /// Milliseconds after which to look whether another day has begun.
  private static let pause: Int64 = 3_600_000

  private let product: String
  private let port: TelemetryPort
  private let home: Home
  private let clock: any WallClock
  private let isOn: @Sendable () async throws -> Bool

  /// Nil if the product names no receiver.
  ///
  /// - Parameter isOn: whether the person lets it be counted.
  public init?(
    product: String,
    port: TelemetryPort,
    home: Home,
    clock: any WallClock,
    isOn: @escaping @Sendable () async throws -> Bool
  ) {
    guard port.receiver != nil else { return nil }
    (self.product, self.port, self.home) = (product, port, home)
    (self.clock, self.isOn) = (clock, isOn)
  }

  /// Looks, and sends what is due; a receiver that is away is asked again the next day.
  public func look() async -> Round {
    Round(outcome: await send(), pause: TelemetryRounds.pause)
  }

  private func send() async -> Round.Outcome {
    do {
      let day = Day(at: clock.now(), minutesEast: 0)
      guard try await isOn(), !port.doNotTrack, TelemetryDelivery.isDue(on: day, home) else {
        return .nothing
      }
      TelemetryDelivery.note(day, home)
      return try await port.send(product: product, isOn: true) ? .sent : .nothing
    } catch {
      return .failed(reason: ErrorMessage(error)?.message ?? "\(error)")
    }
  }
}
