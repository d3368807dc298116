import Core
import Products
import TelemetryContract

/// The schedule for sending the counts of a product: checks every hour, and sends once a day.
public struct TelemetryRounds: Sendable {
  /// The result of one check.
  public struct Round: Sendable {
    public enum Outcome: Sendable, Equatable {
      /// They were not due, nothing was counted, or the person has switched counting off.
      case nothing
      case sent
      case failed(reason: String)
    }

    public let outcome: Outcome
    /// Milliseconds until the next check.
    public let pause: Int64
  }

  /// Milliseconds after which to check whether another day has begun.
  private static let pause: Int64 = 3_600_000

  private let product: String
  private let port: TelemetryPort
  private let home: Home
  private let clock: any WallClock
  private let isOn: @Sendable () async throws -> Bool

  /// Nil if the product names no receiver.
  ///
  /// - Parameter isOn: whether the person allows counting.
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

  /// Checks, and sends counts that are due; an unreachable receiver is retried the next day.
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
