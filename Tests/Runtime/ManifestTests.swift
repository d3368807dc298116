import Bus
import Core
import Engine
import EventDispatch
import Journals
import LeakCheck
import Loop
import Runtime
import Testing

/// A module written for a kernel of some version.
private protocol KernelModule: Module where State == TallyState {
  static var kernel: KernelVersion { get }
}

extension KernelModule {
  static var manifest: Manifest {
    Manifest(name: "mine", version: "1", summary: "", kernel: kernel)
  }
  static func register(in host: inout some ModuleHost<TallyState>) {}
}

private enum Ancient: KernelModule { static let kernel = KernelVersion(0, 9) }
private enum Older: KernelModule { static let kernel = KernelVersion(1, 0) }
private enum Current: KernelModule { static let kernel = KernelVersion(2, 0) }
private enum NewerMinor: KernelModule { static let kernel = KernelVersion(2, 3) }
private enum NewerMajor: KernelModule { static let kernel = KernelVersion(3, 0) }

/// Publishes a change that it does not declare.
private enum Blabber: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "blabber",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    reads: [Tallied.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.fold(Tallied.self) { state, fact, context in
      state.total += fact.amount
      context.emit(TallyChanged(total: -1))
    }
  }
}

/// Follows a change that it does not declare.
private enum Eavesdropper: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "eavesdropper",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0)
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { _, _, _ in }
  }
}

/// Reacts to an event, and declares only to read a fact.
private enum Meddler<E: Event>: Module {
  typealias State = TallyState

  static var manifest: Manifest {
    Manifest(
      name: "meddler",
      version: "1",
      summary: "",
      kernel: KernelVersion(2, 0),
      reads: [Tallied.self]
    )
  }

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.react(to: E.self, when: { _ in true }) { _, _, _ in .unchanged }
  }
}

@Suite(.leavesNothingBehind) struct ManifestTests {
  @Test func `a module of another kernel is refused, one of an older minor version is not`() {
    let refused: [any Module.Type] = [
      Ancient.self, Older.self, NewerMinor.self, NewerMajor.self,
    ]
    for module in refused {
      let error = #expect(throws: HostError.self) { try start([module], MemoryJournal()) }
      let sentence = "mine 1 was written for kernel \(module.manifest.kernel), and this is kernel"
      #expect(error?.description.hasPrefix(sentence) == true)
    }
    #expect(throws: Never.self) { try start([Current.self], MemoryJournal()) }
    #expect(KernelVersion(2, 3).runs(KernelVersion(2, 1)))
  }

  @Test func `a change that is followed but not declared is refused`() {
    let error = #expect(throws: HostError.self) {
      try start([TallyModule.self, Eavesdropper.self], MemoryJournal())
    }
    #expect(error?.description.contains("eavesdropper follows tally.tally-changed") == true)
  }

  @Test func `a reaction to what is not declared is refused, but not one to a signal`() {
    let refused: [any Module.Type] = [Meddler<TallyChanged>.self, Meddler<Cheered>.self]
    for module in refused {
      let error = #expect(throws: HostError.self) {
        try start([TallyModule.self, module], MemoryJournal())
      }
      #expect(error?.description.hasPrefix("meddler reacts to ") == true)
    }
    for module in [Meddler<Tallied>.self, Meddler<TenReached>.self] as [any Module.Type] {
      #expect(throws: Never.self) { try start([TallyModule.self, module], MemoryJournal()) }
    }
  }

  @Test func `a change that is said but not declared is reported and told to nobody`()
    async throws
  {
    let journal = MemoryJournal()
    let modules: [any Module.Type] = [Blabber.self, TallyModule.self, EchoModule.self]
    let (runtime, heard, reported) = (try start(modules, journal), Heard(), Heard())
    let subscriptions = await listen(runtime, heard)
    await LoopActor.run {
      runtime.bus.onFailure { failure in
        guard case .threw(let module, _, let error) = failure else { return }
        if let error = error as? UndeclaredChange {
          reported.add("\(module) \(error.module) \(error.change)")
        }
      }
    }
    try await runtime.send(AddTally(amount: 3))
    #expect(try await runtime.ask(EchoCount()) == EchoReply(changes: 1, total: 3))
    #expect(heard.all == ["fact 3", "change 3"])
    #expect(reported.all == ["blabber blabber tally.tally-changed"])
    let failures = await runtime.moduleStatuses().map { [$0.manifest.name: $0.failures] }
    #expect(failures == [["blabber": 1], ["tally": 0], ["echo": 0]])
    withExtendedLifetime(subscriptions) {}
  }
}
