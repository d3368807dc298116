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
///
/// An option with `transform: DayArgument.read` says why a word is not a day.
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
      } else if let days = DayArgument.daysAgo(text) {
        kind = .ago(days)
      } else {
        return nil
      }
    }
  }

  /// The number of days after a dash, up to a hundred years; `Int` alone would also accept a sign.
  private static func daysAgo(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("-"), digits.allSatisfy({ (48...57).contains($0) }),
      let days = Int(text.dropFirst()), days < 36_500
    else { return nil }
    return days
  }

  /// - Throws: a `ValidationError` that says why the text is not a day.
  public static func read(_ text: String) throws -> DayArgument {
    guard let day = DayArgument(argument: text) else {
      throw ValidationError(
        fault(ofDate: text)
          ?? "give today, yesterday, YYYY-MM-DD or a number of days ago such as -2."
      )
    }
    return day
  }

  /// Why the calendar has no such date as `2026-02-30`; nil for a text of another form.
  public static func fault(ofDate text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], Day(text) == nil, Int(parts[2]) != nil,
      let year = Int(parts[0]), let month = Int(parts[1])
    else { return nil }
    guard (1...12).contains(month) else { return "there is no month \(month)." }
    return "\(parts[0])-\(parts[1]) has \(Day.length(ofMonth: month, year: year)) days."
  }

  public func day(today: Day) -> Day {
    switch kind {
    case .ago(let days): today.advanced(by: -days)
    case .day(let day): day
    }
  }
}
