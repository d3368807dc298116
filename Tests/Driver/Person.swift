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

  /// A process that is configured but not started.
  ///
  /// - Parameter wrapper: a command, as an absolute path and its arguments, that runs the program
  ///   with what follows them.
  public func process(
    _ arguments: [String],
    now: String? = nil,
    _ extra: [String: String] = [:],
    wrapper: [String] = []
  )
    -> Process
  {
    let process = Process()
    let words = wrapper + [Person.binary.path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = environment(now: now, extra)
    process.standardInput = FileHandle.nullDevice
    return process
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
    let process = process(arguments, now: now, extra, wrapper: wrapper)
    let lines = Pipe()
    if let input {
      // A few bytes, which the pipe holds until they are read.
      lines.fileHandleForWriting.write(Data("\(input)\n".utf8))
      try lines.fileHandleForWriting.close()
      process.standardInput = lines
    }
    // Files, not pipes, since their capacity is unlimited; beside the home, which a wrapper may hide.
    let folder = home.deletingLastPathComponent()
    let name = "\(home.lastPathComponent)-\(UUID().uuidString)"
    let files = (
      folder.appendingPathComponent("\(name).out"), folder.appendingPathComponent("\(name).err")
    )
    defer { for file in [files.0, files.1] { try? FileManager.default.removeItem(at: file) } }
    let streams = (try stream(to: files.0), try stream(to: files.1))
    process.standardOutput = streams.0
    process.standardError = streams.1
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: files.0), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: files.1), as: UTF8.self)
    )
  }

  private func stream(to file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
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
