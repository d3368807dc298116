import Architecture
import Foundation
import Testing

/// The tool that makes the repository of a plugin.
@Suite struct NewPluginTests {
  /// Runs the tool for a folder that is not there yet, and tells whether it made it.
  private func newPlugin(_ arguments: String...) throws -> (result: Shell.Result, isMade: Bool) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = ["Tools/new-plugin"] + arguments + ["--out", folder.path]
    let result = try Shell.run(command, in: Project.folder.path)
    return (result, FileManager.default.fileExists(atPath: folder.path))
  }

  @Test(arguments: ["Streaks", "Core", "Export", "Today", "Friends"])
  func `a name that a module, a target, a command or a page has is refused`(name: String) throws {
    let (result, isMade) = try newPlugin(name)
    #expect(result.status == 64)
    #expect(result.errors.contains("called \(name)"))
    #expect(!isMade)
  }

  @Test func `a Trellis that is not there is named`() throws {
    let (result, isMade) = try newPlugin("Water", "--trellis", "/no/such/folder")
    #expect(result.status == 64)
    #expect(result.errors.contains("There is no Trellis in /no/such/folder"))
    #expect(!isMade)
  }

  @Test func `any other is made`() throws {
    let (result, isMade) = try newPlugin("Water")
    #expect(result.status == 0, "\(result.errors)")
    #expect(isMade)
  }
}
