import Importing
import Core
import Driver
import Foundation
import LocalApp
import Testing

/// Files made to exhaust the program that reads them.
@Suite struct HostileFileTests {
  @Test func `a file that takes too much memory is refused, and the program goes on`() async throws
  {
    let person = try Person()
    let export = person.home.appendingPathComponent("export")
    try FileManager.default.createDirectory(at: export, withIntermediateDirectories: true)
    // Each comma becomes a field of 16 bytes.
    let commas = String(repeating: ",", count: 8 << 20)
    try Data("Position,Name\n\(commas)\n".utf8).write(
      to: export.appendingPathComponent("Habits.csv")
    )
    var limits = DecodingLimits()
    limits.memory = 64 << 20
    let decoder = DecodingProcess(program: Person.binary.path, limits: limits)
    let refusal = await #expect(throws: DomainError.self) {
      try await decoder.history(at: export.path, format: nil, columns: nil, zone: nil)
    }
    #expect(refusal?.code == "import-too-costly")
    #expect(refusal?.message.contains("Nothing was imported") == true)
  }

  @Test func `an import survives such a file, and nothing is imported`() throws {
    let person = try Person()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("export-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let commas = String(repeating: ",", count: 17 << 20)
    try Data("Position,Name\n\(commas)\n".utf8).write(
      to: folder.appendingPathComponent("Habits.csv")
    )
    let outcome = try person.run("import", folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("takes more memory or time to read"))
    #expect(try person.ask("list").items().isEmpty)
  }

  @Test func `a file that takes too long is refused`() async throws {
    let person = try Person()
    let log = person.home.appendingPathComponent("log")
    try Data(String(repeating: "2026-01-01 : Walk : y : : \n", count: 400_000).utf8).write(to: log)
    try Data("Walk: 1\n".utf8).write(to: person.home.appendingPathComponent("habits"))
    var limits = DecodingLimits()
    limits.processor = 1
    let decoder = DecodingProcess(program: Person.binary.path, limits: limits)
    let refusal = await #expect(throws: DomainError.self) {
      try await decoder.history(at: log.path, format: nil, columns: nil, zone: nil)
    }
    #expect(refusal?.code == "import-too-costly")
  }

  @Test func `what is wrong with a file is told as if it had been read here`() async throws {
    let person = try Person()
    let file = person.home.appendingPathComponent("notes.txt")
    try Data("hello".utf8).write(to: file)
    let refusal = await #expect(throws: DomainError.self) {
      try await DecodingProcess(program: Person.binary.path).history(
        at: file.path,
        format: nil,
        columns: nil,
        zone: nil
      )
    }
    #expect(refusal?.code == "import-unreadable")
    #expect(refusal?.message.hasPrefix("notes.txt: this is not a file of a program") == true)
  }
}
