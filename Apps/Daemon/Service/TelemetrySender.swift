import Core
import LocalApp
import Logging
import Loop
import Presentation
import Products
import Runtime
import TelemetryContract

/// Sends the counts to the receiver that the product names, once a day.
///
/// A product without a receiver has none of this.
@LoopActor
final class TelemetrySender {
  private let rounds: TelemetryRounds
  private let log: Logger
  private var timer: WallTimer?

  /// Nil if the product names no receiver.
  init?(_ space: LocalSpace, _ port: TelemetryPort, _ log: Logger) throws {
    let client = space.runtimeClient
    let rounds = TelemetryRounds(
      product: space.product.name,
      port: port,
      home: space.home,
      clock: try Home.clock()
    ) { try await client.ask(TelemetryStatus()).isOn }
    guard let rounds else { return nil }
    self.rounds = rounds
    self.log = log
    timer = try WallTimer { [weak self] in self?.look() }
    look()
  }

  private func look() {
    Task { @LoopActor in
      let round = await rounds.look()
      try? timer?.restart(after: round.pause)
      switch round.outcome {
      case .nothing: break
      case .sent: log.info("counts are sent")
      case .failed(let reason): log.info("the counts were not sent: \(reason)")
      }
    }
  }

  func close() {
    timer?.close()
    timer = nil
  }
}
