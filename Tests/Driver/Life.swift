import Foundation
import Testing

/// A person who uses one product day after day, with the test's clock.
public final class Life {
  public let person: Person
  /// The time that `trellis` takes as now.
  public var now: Date

  /// Starts using `product` at `instant`, in RFC 3339, in the time zone `zone`.
  public init(_ product: String, zone: String = "UTC", at instant: String) throws {
    person = try Person()
    now = try Self.date(instant)
    try ask("init", "--product", product, "--time-zone", zone)
  }

  private static func date(_ instant: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: instant), "no instant: \(instant)")
  }

  public var instant: String { ISO8601DateFormatter().string(from: now) }

  public func at(_ instant: String) throws { now = try Self.date(instant) }

  public func pass(days: Int = 0, hours: Int = 0, minutes: Int = 0, seconds: Int = 0) {
    now += Double(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
  }

  /// Runs `body` today and on each of the following days, and stops on the day after the last.
  public func daily(_ days: Int, _ body: () throws -> Void) rethrows {
    for _ in 0..<days {
      try body()
      pass(days: 1)
    }
  }

  /// Runs a command that must succeed and returns its document.
  @discardableResult
  public func ask(
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    let outcome = try person.run(arguments + ["--json"], now: instant)
    #expect(
      outcome.status == 0,
      "\(arguments): \(outcome.output)\(outcome.error)",
      sourceLocation: sourceLocation
    )
    return try outcome.document(sourceLocation: sourceLocation)
  }

  /// Runs a command that must succeed and returns its text as one line.
  @discardableResult
  public func see(
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try person.run(arguments, now: instant)
    #expect(
      outcome.status == 0,
      "\(arguments): \(outcome.output)\(outcome.error)",
      sourceLocation: sourceLocation
    )
    return outcome.output
  }

  /// Runs a command that must fail and returns the message as one line.
  public func refused(
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try person.run(arguments, now: instant)
    #expect(
      outcome.status == 1,
      "\(arguments): \(outcome.output)",
      sourceLocation: sourceLocation
    )
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    return outcome.error.asOneLine
  }

  /// A file in the person's folder that is not one of the program's own.
  public func file(_ name: String) -> String { person.home.appendingPathComponent(name).path }

  /// Imports a history of daily habits, as a person who comes from another app does.
  ///
  /// Years of history take one command.
  public func bring(_ habits: [(title: String, days: [String])]) throws {
    let folder = person.home.appendingPathComponent("harsh-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let names = habits.map { "\($0.title): 1\n" }.joined()
    try ("! Habits\n" + names).write(
      to: folder.appendingPathComponent("habits"),
      atomically: true,
      encoding: .utf8
    )
    let lines = habits.flatMap { habit in habit.days.map { "\($0) : \(habit.title) : y : : \n" } }
    try lines.joined().write(
      to: folder.appendingPathComponent("log"),
      atomically: true,
      encoding: .utf8
    )
    try ask("import", folder.path, "--from", "harsh")
  }
}

/// Arithmetic with days in `YYYY-MM-DD` format.
public enum Days {
  private static func date(_ day: String) -> Date? {
    ISO8601DateFormatter().date(from: day + "T00:00:00Z")
  }

  /// `count` consecutive days, the last of which is `last`.
  public static func ending(_ last: String, _ count: Int) -> [String] {
    (0..<count).reversed().map { adding(-$0, to: last) }
  }

  public static func adding(_ days: Int, to day: String) -> String {
    guard let date = date(day) else { return day }
    return String(ISO8601DateFormatter().string(from: date + Double(days) * 86_400).prefix(10))
  }
}

extension String {
  /// Without line breaks, which depend on the width of the terminal.
  public var asOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
