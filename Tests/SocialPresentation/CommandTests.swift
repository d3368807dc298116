import ArgumentParser
import Commands
import Core
import Foundation
import Presentation
import SobrietyContract
import SocialContract
import SocialDrawing
import StreaksContract
import Testing
import TrackingContract

@testable import SocialPresentation

@Suite struct CommandTests {
  private struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trellis",
      subcommands: SocialPresentation.commands
    )
  }

  private func parse(_ arguments: [String]) throws -> ShareCommand {
    try #require(try Root.parseAsRoot(["share"] + arguments) as? ShareCommand)
  }

  private let alcohol = Substance(id: SubstanceID(rawValue: 9), name: "Alcohol")

  private func run(
    _ arguments: [String],
    _ answers: Answers,
    keeping modules: [any Module.Type] = [Sharing.self, Habits.self, Runs.self]
  ) async throws {
    let command = try parse(arguments)
    try await command.run(in: context(answers, keeping: modules, .json))
  }

  private func found(_ id: UInt128, _ title: String) -> FoundStreak {
    FoundStreak(habit: HabitID(rawValue: id), title: title)
  }

  @Test(arguments: ["png", "svg", "pdf", "PNG"])
  func `the ending of the file's name says how it is drawn`(ending: String) async throws {
    let folder = try Folder()
    let file = folder.path("card.\(ending)")
    let answers = Answers([ComposeShareCard.name: milestoneCard()])
    try await run(["--out", file], answers)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let beginnings = ["png": "\u{89}PNG", "svg": "<svg", "pdf": "%PDF"]
    let beginning = try #require(beginnings[ending.lowercased()])
    #expect(bytes.starts(with: beginning.unicodeScalars.map { UInt8($0.value) }))
    #expect(folder.names == ["card.\(ending)"])
  }

  @Test func `only its owner can read the file`() async throws {
    let folder = try Folder()
    let file = folder.path("card.svg")
    try await run(["--out", file], Answers([ComposeShareCard.name: milestoneCard()]))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file that is there is left alone unless it may be replaced`() async throws {
    let folder = try Folder()
    let file = folder.path("card.svg")
    try "mine".write(toFile: file, atomically: true, encoding: .utf8)
    let answers = Answers([ComposeShareCard.name: milestoneCard()])
    let refusal = await #expect(throws: DomainError.self) {
      try await run(["--out", file], answers)
    }
    #expect(refusal?.code == "file-exists")
    #expect(refusal?.message.contains("--overwrite") == true)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(folder.names == ["card.svg"])
    try await run(["--out", file, "--overwrite"], answers)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg"))
    #expect(folder.names == ["card.svg"])
  }

  @Test func `a place that cannot be written is told in words`() async throws {
    let folder = try Folder()
    let answers = Answers([ComposeShareCard.name: milestoneCard()])
    let refusal = await #expect(throws: DomainError.self) {
      try await run(["--out", folder.path("no/such/folder/card.svg")], answers)
    }
    #expect(refusal?.code == "file-unwritable")
    #expect(folder.names.isEmpty)
  }

  @Test func `nothing is named unless it is asked for`() async throws {
    let folder = try Folder()
    let answers = Answers([
      ComposeShareCard.name: milestoneCard(), FindStreak.name: found(4, "Running"),
    ])
    try await run(["run", "--milestone", "30", "--out", folder.path("a.svg")], answers)
    #expect(answers.composed?.showsTitle == false)
    #expect(answers.composed?.kind == .milestone)
    #expect(answers.composed?.habit == HabitID(rawValue: 4))
    #expect(answers.composed?.level == 30)
    #expect(answers.composed?.unit == nil)
    try await run(["run", "--milestone", "30weeks", "--out", folder.path("w.svg")], answers)
    #expect(answers.composed?.level == 30)
    #expect(answers.composed?.unit == .week)
    try await run(["run", "--with-title", "--out", folder.path("b.svg")], answers)
    #expect(answers.composed?.showsTitle == true)
    #expect(answers.composed?.kind == .contributions)
  }

  @Test func `where only sober days are kept, they are what is shared`() async throws {
    let folder = try Folder()
    let answers = Answers([
      ComposeShareCard.name: milestoneCard(), FindStreak.name: found(9, "Alcohol-free"),
      AllSubstances.name: [alcohol],
    ])
    let kept: [any Module.Type] = [Sharing.self, Runs.self, SoberDaysKept.self]
    try await run(["--out", folder.path("a.svg")], answers, keeping: kept)
    #expect(answers.composed?.kind == .sobriety)
    #expect(answers.composed?.substance == nil)
    try await run(["alco", "--out", folder.path("b.svg")], answers, keeping: kept)
    #expect(answers.composed?.kind == .sobriety)
    #expect(answers.composed?.substance == "\(alcohol.id)")
    try await run(["--milestone", "7", "--out", folder.path("c.svg")], answers, keeping: kept)
    #expect(answers.composed?.kind == .milestone)
    #expect(answers.composed?.habit == nil)
  }

  @Test func `a milestone of nobody asks whose`() async throws {
    let folder = try Folder()
    let answers = Answers([ComposeShareCard.name: milestoneCard()])
    let refusal = await #expect(throws: DomainError.self) {
      try await run(["--milestone", "7", "--out", folder.path("a.svg")], answers)
    }
    #expect(refusal?.code == "habit-missing")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    ["--out", "card.jpg"], ["--out", "card"], ["--out", ".png"],
    ["--out", "a.png", "--scale", "3"],
    ["--out", "a.png", "--weeks", "54"], ["--out", "a.png", "--weeks", "0"], [],
    ["Read", "--sober", "--out", "a.png"], ["--out", "a.png", "--milestone", "7", "--weeks", "4"],
    ["Read", "--out", "a.png", "--milestone", "7tries"],
  ])
  func `what makes no sense is refused at once`(arguments: [String]) {
    #expect(throws: (any Error).self) { try parse(arguments) }
  }
}
