import Bus
import Core
import Engine
import Journals
import LeakCheck
import Loop
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct HostTests {
  private func refusal(_ modules: [any Module.Type]) -> String? {
    do {
      _ = try start(modules, MemoryJournal())
      return nil
    } catch let refusal as HostError {
      return refusal.description
    } catch {
      return "\(error)"
    }
  }

  @Test func `a missing need is refused and both are named`() {
    let sentence = refusal([EchoModule.self])
    #expect(sentence?.contains("echo needs tally") == true)
  }

  @Test func `two modules of one name are refused`() {
    let sentence = refusal([TallyModule.self, TallyModule.self])
    #expect(sentence?.contains("called tally") == true)
  }

  @Test func `two answers to one request are refused`() {
    enum Rival: Module {
      typealias State = TallyState
      static let manifest = Manifest(
        name: "rival",
        version: "1",
        summary: "",
        kernel: KernelVersion(2, 0),
        answers: [TallyTotal.self]
      )
      static func register(in host: inout some ModuleHost<TallyState>) {}
    }
    let sentence = refusal([TallyModule.self, Rival.self])
    #expect(sentence?.contains("tally and rival both answer tally.total") == true)
  }

  @Test func `a second answer of a module to one request is refused`() {
    enum Twofold: Module {
      typealias State = TallyState
      static let manifest = Manifest(
        name: "twofold",
        version: "1",
        summary: "",
        kernel: KernelVersion(2, 0),
        answers: [WakeCount.self]
      )
      static func register(in host: inout some ModuleHost<TallyState>) {
        for number in 1...2 { host.answer(WakeCount.self) { _, _, _ in number } }
      }
    }
    #expect(refusal([Twofold.self]) == "twofold answers alarm.count twice.")
  }

  @Test func `a second type for a fact of another module is refused`() {
    struct Tallied: Fact {
      static let name = "tally.tallied"
      var entity: EntityID? { nil }
    }
    enum Copyist: Module {
      typealias State = TallyState
      static let manifest = Manifest(
        name: "copyist",
        version: "1",
        summary: "",
        kernel: KernelVersion(2, 0),
        reads: [Tallied.self]
      )
      static func register(in host: inout some ModuleHost<TallyState>) {
        host.fold(Tallied.self) { _, _, _ in }
      }
    }
    let sentence = refusal([TallyModule.self, Copyist.self])
    #expect(
      sentence?.hasPrefix("tally.tallied is one type in tally and another in copyist.") == true
    )
    #expect(refusal([Copyist.self]) == nil)
  }

  @Test func `a module for another kernel is refused`() {
    enum Old: Module {
      typealias State = TallyState
      static let manifest = Manifest(
        name: "old",
        version: "1",
        summary: "",
        kernel: KernelVersion(0, 9)
      )
      static func register(in host: inout some ModuleHost<TallyState>) {}
    }
    let sentence = refusal([Old.self])
    #expect(sentence?.contains("old 1 was written for kernel 0.9") == true)
  }

  @Test func `a module that folds what it did not declare is refused`() {
    enum Sly: Module {
      typealias State = TallyState
      static let manifest = Manifest(
        name: "sly",
        version: "1",
        summary: "",
        kernel: KernelVersion(2, 0)
      )
      static func register(in host: inout some ModuleHost<TallyState>) {
        host.fold(Tallied.self) { _, _, _ in }
      }
    }
    let sentence = refusal([TallyModule.self, Sly.self])
    #expect(sentence?.contains("sly folds tally.tallied") == true)
  }

  @Test func `a module that does not answer what it promises is refused`() {
    enum Lazy: Module {
      typealias State = TallyState
      static let manifest = Manifest(
        name: "lazy",
        version: "1",
        summary: "",
        kernel: KernelVersion(2, 0),
        answers: [WakeCount.self]
      )
      static func register(in host: inout some ModuleHost<TallyState>) {}
    }
    let sentence = refusal([Lazy.self])
    #expect(sentence?.contains("lazy declares that it answers alarm.count") == true)
  }

  @Test func `a request that nobody answers is refused in words`() async throws {
    let runtime = try start(MemoryJournal())
    await #expect(throws: DomainError.self) { try await runtime.ask(EchoCount(), in: space) }
  }
}
