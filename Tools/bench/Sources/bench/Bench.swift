import Foundation

/// `bench [GROUP ...]`: measures the named groups, or all.
@main
struct Bench {
  static let groups: [(name: String, run: @Sendable (Measurement) async throws -> Void)] = [
    ("bus", BusGroup.run),
    ("journal", JournalGroup.run),
    ("disk", DiskGroup.run),
    ("checks", ChecksGroup.run),
    ("replay", ReplayGroup.run),
    ("streaks", StreaksGroup.run),
    ("cli", CommandLineGroup.run),
    ("memory", MemoryGroup.run),
    ("postgresql", PostgreSQLGroup.run),
  ]

  static func main() async throws {
    let wanted = CommandLine.arguments.dropFirst()
    let names = groups.map(\.name)
    guard wanted.allSatisfy(names.contains) else {
      print("usage: bench [\(names.joined(separator: "|"))] ...   (ROUNDS=7 ONLY=words-of-a-title)")
      exit(64)
    }
    let environment = ProcessInfo.processInfo.environment
    let rounds = environment["ROUNDS"].flatMap { Int($0) } ?? 7
    let measurement = Measurement(rounds: rounds, only: environment["ONLY"] ?? "")
    for group in groups where wanted.isEmpty || wanted.contains(group.name) {
      try await group.run(measurement)
    }
  }
}
