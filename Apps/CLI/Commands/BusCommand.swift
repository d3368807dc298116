import ArgumentParser
import Bus
import Commands
import Core
import Engine
import EventDispatch
import LocalApp
import Loop
import Presentation
import Runtime
import Terminal

struct BusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bus",
    abstract: "Look at what the modules say to each other.",
    subcommands: [Tail.self]
  )

  struct Tail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show events as they happen, from other programs too, until Ctrl-C."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withSpace { space in
        // Opened before the tail begins, so that past events are not shown as new.
        _ = try await space.runtimeClient.ask(CurrentCalendar())
        let printer = TrafficPrinter(screen: app.screen(plain: global.plain), format: global.format)
        let tail = await Tail.follow(space.runtime.bus, printer)
        defer { tail.cancel() }
        try await space.client.watch { feed in
          while try await feed.next(within: Tail.longestWait) != .ended { try await feed.refresh() }
        }
      }
    }

    @LoopActor
    private static func follow(_ bus: Bus, _ printer: TrafficPrinter) -> Subscription {
      bus.tail { printer.print($0) }
    }

    /// Milliseconds after which to check even without a sign of a change.
    private static let longestWait: Int64 = 60_000
  }
}

/// Prints one line for each event delivered to the space's modules.
private struct TrafficPrinter: Sendable {
  let screen: Screen
  let format: OutputFormat

  func print(_ traffic: BusTraffic) {
    guard let delivery = traffic.event as? any AnyEventEnvelope else { return }
    var output = Output()
    switch format {
    case .json: output.print(json(traffic, delivery))
    case .text: output.print(screen.render([text(traffic, delivery)]))
    }
    output.flushOrExit()
  }

  private func text(_ traffic: BusTraffic, _ delivery: any AnyEventEnvelope) -> Text {
    let audience =
      traffic.subscribers.isEmpty ? "nobody" : traffic.subscribers.joined(separator: ", ")
    let line =
      Text(delivery.name.padded(to: 24), .accent) + Text(" → \(audience)".padded(to: 22), .muted)
      + Text(" \(delivery.content)")
    return line.truncated(to: screen.width, ellipsis: screen.ellipsis)
  }

  private func json(_ traffic: BusTraffic, _ delivery: any AnyEventEnvelope) -> String {
    let line = Line(
      number: traffic.number,
      event: delivery.name,
      subscribers: traffic.subscribers,
      content: delivery.content
    )
    guard let bytes = try? JSON.encode(line) else { return "" }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  private struct Line: Encodable {
    let number: UInt64
    let event: String
    let subscribers: [String]
    let content: String
  }
}
