import Glibc
import TrackingContract
import TrellisSDK

// A plugin that misbehaves as ROGUE says, for the tests of the programs that load it.

enum Mode {
  static var current: String { getenv("ROGUE").map { String(cString: $0) } ?? "" }

  static func obey(_ place: String) {
    switch current {
    case "trap-\(place)": fatalError("as told")
    case "exit-\(place)": exit(0)
    case "print-\(place)": print("as told")
    case "overflow-\(place)": _ = descend(0)
    case "loop-\(place)": while Mode.current != "" { sched_yield() }
    default: break
    }
  }

  /// Uses up the stack.
  private static func descend(_ depth: Int) -> Int {
    depth < 0 ? depth : descend(depth + 1) + 1
  }
}

struct Failure: Error {}

struct RogueState: ModuleState {
  static let foldVersion = 1
  var checks = 0
  init() {}
  init(from reader: inout ByteReader) throws { checks = Int(try reader.read(Int32.self)) }
  func write(to writer: inout ByteWriter) { writer.write(Int32(checks)) }
}

struct CountChecks: Query {
  typealias Reply = Int
  static let name = "rogue.count-checks"
  static let summary = "Counts changes of days."
}

/// A list that is read by hand, which no description can show.
struct DayList: Codable, Sendable {
  init() {}
  init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
  func encode(to encoder: any Encoder) throws { _ = encoder.unkeyedContainer() }
}

struct ListDays: Query {
  typealias Reply = DayList
  static let name = "rogue.list-days"
  static let summary = "Lists days."
}

var answered: [any Request.Type] {
  var requests: [any Request.Type] = [CountChecks.self, MakeWhim.self]
  if Mode.current == "undescribed" { requests.append(ListDays.self) }
  return requests
}

/// Can be read unless ROGUE says otherwise.
struct Whim: Fact {
  static let name = "rogue.whim"
  var entity: EntityID? { nil }
  init() {}
  init(from decoder: any Decoder) throws { if Mode.current == "unreadable" { throw Failure() } }
}

struct MakeWhim: Command {
  typealias Reply = Int
  static let name = "rogue.make-whim"
  static let summary = "Makes a whim."
}

#if FOREIGN_FACT
  struct Stolen: Fact {
    static let name = "tracking.stolen"
    var entity: EntityID? { nil }
  }
  let owned: [any Fact.Type] = [Stolen.self]
#else
  let owned: [any Fact.Type] = [Whim.self]
#endif

enum RogueModule: Module {
  typealias State = RogueState
  static let manifest = Manifest(
    name: Mode.current == "named-tracking" ? "tracking" : "rogue",
    version: "0.1.0",
    summary: "Misbehaves.",
    kernel: KernelVersion(2, 0),
    owns: Mode.current == "named-tracking" ? [] : owned,
    follows: [CheckChanged.self],
    answers: answered
  )
  static func register(in host: inout some ModuleHost<RogueState>) {
    host.follow(CheckChanged.self) { state, _, _ in
      Mode.obey("folding")
      if Mode.current == "throw-folding" { throw Failure() }
      state.checks += 1
    }
    host.answer(CountChecks.self) { state, _, _ in state.checks }
    host.fold(Whim.self) { _, _, _ in }
    host.decide(MakeWhim.self) { _, _, _ in
      [Whim()]
    } reply: { state, _, _ in
      state.checks
    }
    if Mode.current == "undescribed" { host.answer(ListDays.self) { _, _, _ in DayList() } }
  }
}

enum RoguePresentation: CommandPresentation {
  static let module = RogueModule.manifest.name
  static let commands: [any TrellisCommand.Type] = [RogueCommand.self]
}

struct RogueCommand: TrellisCommand {
  static let configuration = CommandConfiguration(commandName: "rogue", abstract: "Misbehave.")
  @OptionGroup var global: GlobalOptions
  func run(in context: CommandContext) async throws {
    Mode.obey("commanding")
    if Mode.current == "whim" { _ = try await context.send(MakeWhim()) }
    let count = try await context.ask(CountChecks())
    try context.show(["count": count]) { [Paragraph(Text(String(count)))] }
  }
}

/// Tells the log how many changes of days there are, at each change of the space.
struct RogueService: PluginService {
  private let context: ServiceContext

  init(_ context: ServiceContext) async throws {
    if Mode.current == "throw-preparing" { throw Failure() }
    self.context = context
  }

  func run() async throws {
    context.log("at work for \(context.product.name)")
    Mode.obey("serving")
    if Mode.current == "throw-serving" { throw Failure() }
    // On its own thread, so that nothing else waits.
    while Mode.current == "block-serving" { sched_yield() }
    for await _ in await context.changes() {
      context.log("\(try await context.space.ask(CountChecks())) changes of days")
    }
  }

  func close() async { context.log("closed") }
}

#if !NO_ENTRY
  @_cdecl("trellis_plugin")
  public func plugin() -> UnsafeMutableRawPointer {
    Mode.obey("loading")
    return export(
      Plugin(RogueModule.self, showing: RoguePresentation.self, running: RogueService.self)
    )
  }
#else
  public func elsewhere() -> UnsafeMutableRawPointer {
    export(Plugin(RogueModule.self, showing: RoguePresentation.self))
  }
#endif
