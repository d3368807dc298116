import Architecture
import Foundation
import Testing

/// What tools do with an argument that they do not know.
@Suite struct ArgumentTests {
  @Test(arguments: [
    "bench/postgresql", "bench/run", "bench/server", "bench/web", "check", "check-resolved",
    "check-security", "conformance", "docs", "fuzz-api", "guard-costs", "install", "kill-loop",
    "lint", "man", "new-module", "new-plugin", "new-product", "package", "run --build-only",
    "setup", "test", "test-plugins", "with-postgresql",
  ])
  func `they refuse it before they build or install anything`(
    tool: String
  ) throws {
    let words = tool.split(separator: " ").map(String.init)
    let result = try Shell.run(
      ["Tools/\(words[0])"] + words.dropFirst() + ["--nonsense"],
      in: Project.folder.path
    )
    #expect(result.status == 64)
    #expect(result.errors.contains("“--nonsense”") || tool == "kill-loop", "\(result.errors)")
  }
}
