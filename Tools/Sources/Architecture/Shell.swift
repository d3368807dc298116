import Foundation

/// Runs other programs and waits for them to end.
public enum Shell {
  public struct Result: Sendable {
    public let status: Int32
    public let output: Data
    public let errors: String
  }

  /// - Parameter variable: an environment variable that the program must not inherit.
  public static func run(
    _ command: [String],
    in folder: String,
    without variable: String? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    if let variable {
      process.environment = ProcessInfo.processInfo.environment.filter { $0.key != variable }
    }
    // Errors go to a file: reading two pipes one after the other can deadlock.
    let errorFile = FileManager.default.temporaryDirectory
      .appendingPathComponent("errors-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errorFile) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errorFile)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let errors = try String(contentsOf: errorFile, encoding: .utf8)
    return Result(status: process.terminationStatus, output: data, errors: errors)
  }
}

/// An error of a tool, with a message for the user.
public struct ToolError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
