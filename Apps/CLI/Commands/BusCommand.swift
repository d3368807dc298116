import ArgumentParser
import Bus
import CommandKit
import Core
import Glibc
import Loop
import Runtime

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
      try await app.withSpace { runtime, space in
        // Opened before the tail begins, so that the past is not shown as news.
        _ = try await runtime.ask(CurrentCalendar(), in: space)
        let printer = TrafficPrinter(screen: app.screen(plain: global.plain), format: global.format)
        let tail = await Tail.follow(runtime.bus, printer)
        defer { tail.cancel() }
        try await Tail.watch(app.home.path) { try await runtime.refresh(space) }
      }
    }

    @LoopActor
    private static func follow(_ bus: Bus, _ printer: TrafficPrinter) -> Subscription {
      bus.tail { printer.print($0) }
    }

    /// Calls `body` whenever something in the folder changes, until the process is asked to end.
    private static func watch(_ folder: String, _ body: () async throws -> Void) async throws {
      let (changes, signal) = AsyncStream.makeStream(
        of: Void.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      let watchers = try await Watchers.start(folder, signal)
      for await _ in changes { try await body() }
      await watchers.close()
    }
  }
}

/// The folder's watcher and the signals that end the watch.
@LoopActor
private final class Watchers {
  private var watcher: FileWatcher?
  private var signals: [LoopSignal] = []

  static func start(_ folder: String, _ changes: AsyncStream<Void>.Continuation) throws -> Watchers
  {
    let watchers = Watchers()
    watchers.watcher = try FileWatcher(folder) { _ in changes.yield() }
    for number in [SIGINT, SIGTERM] {
      watchers.signals.append(try LoopSignal(number) { changes.finish() })
    }
    return watchers
  }

  func close() {
    watcher?.close()
    for signal in signals { signal.close() }
  }
}

/// Prints one line for each event.
private struct TrafficPrinter: Sendable {
  let screen: Screen
  let format: OutputFormat

  func print(_ traffic: BusTraffic) {
    var output = Output()
    switch format {
    case .json:
      let line = Line(
        number: traffic.number,
        event: name(of: traffic),
        subscribers: traffic.subscribers
      )
      if let bytes = try? JSON.encode(line) {
        output.print(String(decoding: bytes, as: UTF8.self) + "\n")
      }
    case .text:
      let heard =
        traffic.subscribers.isEmpty ? "nobody" : traffic.subscribers.joined(separator: ", ")
      let text =
        Text(name(of: traffic), .bold) + Text("  heard by \(heard)  ", .muted)
        + Text("\(traffic.event)", .regular)
      output.print(screen.render([text.truncated(to: screen.width)]))
    }
    output.flushOrExit()
  }

  private func name(of traffic: BusTraffic) -> String {
    traffic.type.replacing("Delivery<", with: "").replacing(">", with: "")
  }

  private struct Line: Encodable {
    let number: UInt64
    let event: String
    let subscribers: [String]
  }
}
