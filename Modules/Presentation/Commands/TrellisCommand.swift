import ArgumentParser
import Core
import Presentation
import Terminal

/// A subcommand that works in a person's space.
///
/// Its `configuration` must set the name: deriving one from the type is slow, and the app looks up
/// the requested command by name.
public protocol TrellisCommand: AsyncParsableCommand {
  var global: GlobalOptions { get }

  func run(in context: CommandContext) async throws
}

extension TrellisCommand {
  public func run() async throws {
    guard let launcher = Launch.current else {
      throw DomainError("no-app", "This command can only be run by the trellis app.")
    }
    try await launcher.withContext(global) { try await run(in: $0) }
  }
}

/// Options that every command has.
public struct GlobalOptions: ParsableArguments {
  @Flag(name: .long, help: "Print one JSON document instead of text.")
  public var json = false

  @Flag(name: .long, help: "Plain sentences without colors or grids, for screen readers.")
  public var plain = false

  public init() {}

  /// Creates options without parsing a command line.
  public init(json: Bool, plain: Bool) {
    self.json = json
    self.plain = plain
  }

  public var format: OutputFormat { json ? .json : .text }
}

/// Gives commands access to the app that parsed the command line.
///
/// Set while commands run.
public enum Launch {
  @TaskLocal public static var current: (any Launcher)?
}

/// Opens a context for a command.
public protocol Launcher: Sendable {
  var product: Product { get }

  func withContext(
    _ options: GlobalOptions,
    _ body: (CommandContext) async throws -> Void
  ) async throws
}

/// A day as typed: `today`, `yesterday`, `YYYY-MM-DD`, or a number of days ago such as `-2`.
public struct DayArgument: ExpressibleByArgument, Sendable {
  private enum Kind: Sendable {
    case ago(Int)
    case day(Day)
  }

  private let kind: Kind

  public init?(argument: String) {
    switch argument.lowercased() {
    case "today": kind = .ago(0)
    case "yesterday": kind = .ago(1)
    case let text:
      if let day = Day(text) {
        kind = .day(day)
      } else if text.hasPrefix("-"), let days = Int(text.dropFirst()), days < 36_500 {
        kind = .ago(days)
      } else {
        return nil
      }
    }
  }

  public func day(today: Day) -> Day {
    switch kind {
    case .ago(let days): today.advanced(by: -days)
    case .day(let day): day
    }
  }
}
