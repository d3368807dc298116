import ChildProcesses
import Foundation
import Glibc
import Testing

/// Libraries of plugins, compiled against the SDK that stands beside the test bundle.
public enum PluginLibrary {
  /// The plugin of the tests, which misbehaves as the variable `ROGUE` says.
  public static let rogue = Result { try compile("rogue", [fixture("Rogue.swift")]) }
  public static let withoutEntry = Result {
    try compile("rogue", [fixture("Rogue.swift")], ["-D", "NO_ENTRY"])
  }
  public static let withForeignFact = Result {
    try compile("rogue", [fixture("Rogue.swift")], ["-D", "FOREIGN_FACT"])
  }
  // Those in Tools/plugins.
  public static let mood = Result { try compileExample("mood", "Mood") }
  public static let git = Result { try compileExample("git", "Git") }
  public static let pomodoro = Result { try compileExample("pomodoro", "Pomodoro") }
  public static let mqtt = Result { try compileExample("mqtt", "MQTT") }

  private static func compileExample(_ name: String, _ target: String) throws -> URL {
    try compile(name, sources(in: "Tools/plugins/\(name)/Sources/\(target)"))
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func fixture(_ name: String) -> String {
    root.appendingPathComponent("Tests/Plugins/Fixtures/\(name)").path
  }

  private static func sources(in folder: String) throws -> [String] {
    let folder = root.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent($0).path }
  }

  /// The folder of all libraries; it is removed when the tests end.
  private static let folder: Result<URL, any Error> = Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-plugins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit {
      guard let folder = try? PluginLibrary.folder.get() else { return }
      try? FileManager.default.removeItem(at: folder)
    }
    return folder
  }

  /// Compiles sources into `lib<name>.so`, as the package manager does for a plugin's package.
  public static func compile(
    _ name: String,
    _ sources: [String],
    _ flags: [String] = []
  ) throws -> URL {
    let built = Person.binary.deletingLastPathComponent()
    let folder = try folder.get().appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let library = folder.appendingPathComponent("lib\(name).so")
    let report = folder.appendingPathComponent("report").path
    var plan = ChildProcess.Plan(
      "/usr/bin/env",
      ["swiftc", "-swift-version", "6", "-parse-as-library", "-emit-library"]
        + ["-module-name", name.capitalized, "-I", built.appendingPathComponent("Modules").path]
        + ["-L", built.path, "-lTrellisSDK", "-o", library.path] + flags + sources,
      environment: ProcessInfo.processInfo.environment
    )
    plan.output = .file(report)
    plan.errors = .file(report)
    let exit = try ChildProcess(plan).wait()
    let words = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
    try #require(exit.status == 0, "\(words)")
    return library
  }
}

extension Person {
  /// Adds a plugin as its person does.
  public func add(_ plugin: Result<URL, any Error>) throws {
    let outcome = try run("plugins", "add", try plugin.get().path, "--yes")
    try #require(outcome.status == 0, "\(outcome.error)")
  }
}
