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
///
/// A commit is announced by the file system when its pages are written, a moment before it can be
/// read; so each change is looked at soon after it, and once more when the disk was slow.
@LoopActor
private final class Watchers {
  private static let delays: [UInt64] = [30, 400]

  private var watcher: FileWatcher?
  private var signals: [LoopSignal] = []
  private var timers: [LoopTimer] = []

  static func start(_ folder: String, _ changes: AsyncStream<Void>.Continuation) throws -> Watchers
  {
    let watchers = Watchers()
    for delay in delays {
      watchers.timers.append(try LoopTimer(after: delay) { changes.yield() })
    }
    let timers = watchers.timers
    watchers.watcher = try FileWatcher(folder) { _ in
      // A timer that could not be restarted only makes this change show with the next one.
      for (timer, delay) in zip(timers, delays) { try? timer.restart(after: delay) }
    }
    for number in [SIGINT, SIGTERM] {
      watchers.signals.append(try LoopSignal(number) { changes.finish() })
    }
    return watchers
  }

  func close() {
    watcher?.close()
    for signal in signals { signal.close() }
    for timer in timers { timer.close() }
  }
}

/// Prints one line for each event that goes to the modules of the space.
private struct TrafficPrinter: Sendable {
  let screen: Screen
  let format: OutputFormat

  func print(_ traffic: BusTraffic) {
    guard let delivery = traffic.event as? any AnyDelivery else { return }
    var output = Output()
    switch format {
    case .json: output.print(json(traffic, delivery))
    case .text: output.print(screen.render([text(traffic, delivery)]))
    }
    output.flushOrExit()
  }

  private func text(_ traffic: BusTraffic, _ delivery: any AnyDelivery) -> Text {
    let audience =
      traffic.subscribers.isEmpty ? "nobody" : traffic.subscribers.joined(separator: ", ")
    let line =
      Text(delivery.name.padded(to: 24), .accent) + Text(" → \(audience)".padded(to: 22), .muted)
      + Text(" \(delivery.content)")
    return line.truncated(to: screen.width, ellipsis: screen.ellipsis)
  }

  private func json(_ traffic: BusTraffic, _ delivery: any AnyDelivery) -> String {
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
