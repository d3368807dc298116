import ChildProcesses
import Foundation
import Testing

/// A person's folder and the built `trellis`, which runs as a separate process.
public final class Person: Sendable {
  public let home: URL

  /// - Parameter keepsCopies: whether the program makes a copy each day, in a process of its own that
  ///   may outlive the command.
  public init(keepsCopies: Bool = false) throws {
    home = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    if !keepsCopies { try Data().write(to: home.appendingPathComponent("copies-off")) }
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  public struct Outcome: Sendable {
    public let status: Int32
    public let output: String
    public let error: String

    /// The JSON document that was printed.
    public func document(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any]
    {
      let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
      return try #require(
        value as? [String: Any],
        "not a document: \(output)\(error)",
        sourceLocation: sourceLocation
      )
    }
  }

  /// The executable beside the test bundle, where the package manager builds it.
  public static let binary: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL.deletingLastPathComponent()
    return (folder ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent())
      .appendingPathComponent("trellis")
  }()

  public func environment(now: String?, _ extra: [String: String]) -> [String: String] {
    var environment = [
      "TRELLIS_HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    if let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] {
      environment["LD_LIBRARY_PATH"] = libraries
    }
    if let now { environment["TRELLIS_NOW"] = now }
    return environment.merging(extra) { $1 }
  }

  /// The program with its arguments and environment, not started yet.
  ///
  /// - Parameter wrapper: a command, as an absolute path and its arguments, that runs the program
  ///   with what follows them.
  public func plan(
    _ arguments: [String],
    now: String? = nil,
    _ extra: [String: String] = [:],
    wrapper: [String] = []
  )
    -> ChildProcess.Plan
  {
    let words = wrapper + [Person.binary.path] + arguments
    return ChildProcess.Plan(
      words[0],
      Array(words.dropFirst()),
      environment: environment(now: now, extra)
    )
  }

  @discardableResult
  public func run(
    _ arguments: String...,
    now: String? = nil,
    environment: [String: String] = [:]
  ) throws
    -> Outcome
  {
    try run(arguments, now: now, environment)
  }

  @discardableResult
  public func run(
    _ arguments: [String],
    now: String? = nil,
    _ extra: [String: String] = [:],
    wrapper: [String] = [],
    input: String? = nil
  ) throws
    -> Outcome
  {
    var plan = plan(arguments, now: now, extra, wrapper: wrapper)
    if let input { plan.input = .text("\(input)\n") }
    // Files, not pipes, since their capacity is unlimited; beside the home, which a wrapper may hide.
    let folder = home.deletingLastPathComponent()
    let name = "\(home.lastPathComponent)-\(UUID().uuidString)"
    let files = (
      folder.appendingPathComponent("\(name).out"), folder.appendingPathComponent("\(name).err")
    )
    defer { for file in [files.0, files.1] { try? FileManager.default.removeItem(at: file) } }
    plan.output = .file(files.0.path)
    plan.errors = .file(files.1.path)
    let exit = try ChildProcess(plan).wait()
    return Outcome(
      status: exit.status,
      output: String(decoding: try Data(contentsOf: files.0), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: files.1), as: UTF8.self)
    )
  }

  /// Runs a command that must succeed and returns its document.
  @discardableResult
  public func ask(
    _ arguments: String...,
    now: String? = nil,
    environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    try ask(arguments, now: now, environment, sourceLocation: sourceLocation)
  }

  /// Runs a command that must succeed and returns its document.
  @discardableResult
  public func ask(
    _ arguments: [String],
    now: String? = nil,
    _ environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    let outcome = try run(arguments + ["--json"], now: now, environment)
    #expect(
      outcome.status == 0,
      "\(outcome.output)\(outcome.error)",
      sourceLocation: sourceLocation
    )
    return try outcome.document(sourceLocation: sourceLocation)
  }

  /// Runs a command that must fail and returns the error's code.
  public func refusal(
    _ arguments: String...,
    now: String? = nil,
    environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try run(arguments + ["--json"], now: now, environment)
    #expect(
      outcome.status == 1,
      "\(outcome.output)\(outcome.error)",
      sourceLocation: sourceLocation
    )
    let error = try outcome.document(sourceLocation: sourceLocation)["error"] as? [String: Any]
    return try #require(error?["code"] as? String, sourceLocation: sourceLocation)
  }
}
