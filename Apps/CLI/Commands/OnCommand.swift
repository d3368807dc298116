import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Products
import Terminal

struct OnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on",
    abstract: "Run a program of yours when something happens on this device.",
    usage: """
      trellis on [--events]
      trellis on EVENT -- PROGRAM [ARGUMENT...]
      trellis on --remove NUMBER
      """,
    discussion: """
      The program is started without a shell. It reads what happened as one JSON document from its \
      standard input: “event”, “time”, “day”, “habit” with its id and title, “sentence” for people, and \
      the event's own fields in “data”. It has ten seconds, and what it prints is lost.

      It runs once for what is done on this device, by the daemon if that runs. It does not run for \
      what other devices or imports bring, nor for what such a program does with trellis itself. \
      Without an event all of them are listed, with how they failed last.

      Examples:
        trellis on --events
        trellis on tracking.check-changed -- ./notify.sh --short
        trellis on --remove 1
      """
  )

  @Argument(help: "The event, such as gamification.milestone-reached.")
  var event: String?

  @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
  var program: [String] = []

  @Option(help: "Remove the program with this number.")
  var remove: Int?

  @Flag(help: "List the events that there are.")
  var events = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    let tasks = [event != nil, remove != nil, events].filter { $0 }.count
    guard tasks <= 1 else {
      throw ValidationError("Name an event, or give --remove or --events, but only one of them.")
    }
    guard event != nil || program.isEmpty else {
      throw ValidationError("Name an event before the --, such as tracking.check-changed.")
    }
    if let event, program.isEmpty {
      throw ValidationError("Say which program to run: trellis on \(event) -- PROGRAM")
    }
  }

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let store = HookStore(app.home)
    if events { return try list(app.product.events, app) }
    if let remove {
      let hook = try store.remove(remove)
      let words = "\(HookWords.name(of: hook)) no longer runs."
      return try CommandOutput.print(HookDocument(hook), words, global, app)
    }
    guard let event else { return try await list(store, app) }
    let name = try EventNames(app.product).checked(event)
    let path = try HookProgram.path(of: program.first ?? "")
    try app.home.create()
    let hook = try store.add(name, path, Array(program.dropFirst()))
    let words = "Program \(hook.number): \(HookWords.name(of: hook)) runs on \(name) from now on."
    try CommandOutput.print(HookDocument(hook), words, global, app)
  }

  private func list(_ events: [any IntegrationEvent.Type], _ app: CommandLineApp) throws {
    let items = events.map { EventItem(event: $0.name, summary: $0.summary) }
    let table = Table(
      [.init("Event"), .init("When", fit: .wraps, minimumWidth: 20)],
      rows: items.map { [Text($0.event, .bold), Text($0.summary)] }
    )
    try CommandOutput.print(EventsDocument(items: items), [table], global, app)
  }

  private func list(_ store: HookStore, _ app: CommandLineApp) async throws {
    let hooks = try store.all()
    let failures = store.failures()
    let known = Set(app.product.events.map { $0.name })
    let items = hooks.map {
      HookDocument($0, isKnown: known.contains($0.event), failure: failures[$0.number])
    }
    guard !hooks.isEmpty else {
      let words = "No program runs on anything yet. To see what there is, type: trellis on --events"
      return try CommandOutput.print(HooksDocument(items: []), words, global, app)
    }
    let calendar = try await app.calendar()
    let views = HookWords.views(items, calendar, now: try Home.clock().now())
    try CommandOutput.print(HooksDocument(items: items), views, global, app)
  }

  private struct EventItem: Encodable {
    let event: String
    let summary: String
  }

  private struct EventsDocument: Encodable {
    let items: [EventItem]
  }

  private struct HooksDocument: Encodable {
    let items: [HookDocument]
  }
}

/// A hook as programs receive it.
struct HookDocument: Encodable {
  struct Failure: Encodable {
    let at: Instant
    let words: String
  }

  let number: Int
  let event: String
  let program: String
  let arguments: [String]
  /// Whether the product has the event.
  let isKnown: Bool
  let lastFailure: Failure?

  init(_ hook: Hook, isKnown: Bool = true, failure: HookFailure? = nil) {
    number = hook.number
    event = hook.event
    program = hook.program
    arguments = hook.arguments
    self.isKnown = isKnown
    lastFailure = failure.map { Failure(at: $0.at, words: $0.words) }
  }
}

/// Hooks in words.
enum HookWords {
  /// The program and its arguments on one line.
  static func name(of hook: Hook) -> String {
    ([hook.program] + hook.arguments).joined(separator: " ")
  }

  static func views(_ items: [HookDocument], _ calendar: LocalCalendar, now: Instant) -> [any View]
  {
    let table = Table(
      [
        .init("Number"), .init("Event"), .init("Program", fit: .wraps, minimumWidth: 20),
      ],
      rows: items.map { item in
        let command = ([item.program] + item.arguments).joined(separator: " ")
        return [Text("\(item.number)", .bold), Text(item.event), Text(command, .muted)]
      }
    )
    return [table]
      + items.flatMap { sentences($0, calendar, now: now) }.map { Paragraph(verbatim: $0) }
  }

  private static func sentences(
    _ item: HookDocument,
    _ calendar: LocalCalendar,
    now: Instant
  ) -> [String] {
    var words: [String] = []
    if !item.isKnown {
      words.append("Program \(item.number) never runs here: this product has no \(item.event).")
    }
    if let failure = item.lastFailure {
      let day = calendar.day(at: failure.at).relativeWords(today: calendar.day(at: now))
      let time = failure.at.clockTime(in: calendar.zone)
      words.append("Program \(item.number) failed last \(day) at \(time): \(failure.words).")
    }
    return words
  }
}

/// The names of a product's events.
struct EventNames {
  private let product: Product

  init(_ product: Product) { self.product = product }

  /// The event that a person named.
  ///
  /// - Throws: a ``DomainError`` with the name that was probably meant.
  func checked(_ name: String) throws -> String {
    let names = product.events.map { $0.name }
    if names.contains(name) { return name }
    let guess = nearest(to: name, in: names).map { " Perhaps you mean \($0)." } ?? ""
    throw DomainError(
      "unknown-event",
      "\(product.title) has no event “\(name)”, so nothing was changed.\(guess) To see them all, type: "
        + "trellis on --events"
    )
  }

  /// The nearest of all names, or the only one with the same ending in another module.
  private func nearest(to name: String, in names: [String]) -> String? {
    if let near = SpellingSuggestion.nearest(to: name, in: names) { return near }
    func end(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
    let near = SpellingSuggestion.nearest(to: end(name), in: names.map(end))
    let meant = names.filter { end($0) == near }
    return meant.count == 1 ? meant[0] : nil
  }
}
