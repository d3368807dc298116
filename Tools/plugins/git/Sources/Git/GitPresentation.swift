import TrackingContract
import TrellisSDK

/// The plugin's views in a terminal.
public enum GitPresentation: CommandPresentation {
  public static let module = "git"
  public static let commands: [any TrellisCommand.Type] = [GitCommand.self]
}

/// `trellis git`.
public struct GitCommand: TrellisCommand {
  public static let configuration = CommandConfiguration(
    commandName: "git",
    abstract: "Let commits in repositories on this machine check habits.",
    discussion: """
      Without a subcommand it lists what is watched.

      Examples:
        trellis git watch ~/code/song --habit "Write code"
        trellis git look
        trellis git unwatch ~/code/song
      """,
    subcommands: [Watch.self, List.self, Unwatch.self, LookCommand.self]
  )

  @OptionGroup public var global: GlobalOptions

  public init() {}

  public func run(in context: CommandContext) async throws { try await List.show(context) }

  /// `trellis git watch`.
  struct Watch: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch",
      abstract: "Check a habit on days with commits in a repository."
    )

    @Argument(help: "A folder of the repository.", completion: .directory)
    var path: String

    @Option(help: "The habit: its title, the beginning of it, or its id.")
    var habit: String

    @Option(help: "Whose commits count: a part of a name or address; yours if left out.")
    var author: String?

    @Option(
      help: "The first day whose commits count; today if left out.",
      transform: DayArgument.read
    )
    var since: DayArgument?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let thread = SerialThread()
      defer { thread.end() }
      let (folder, given, text) = (Repository.absolute(path), author, habit)
      let (path, author) = try await thread.run {
        let repository = try Repository(around: folder)
        return (repository.kept, given ?? repository.author)
      }
      guard let author else {
        throw DomainError(
          "git-no-author",
          "git does not know who you are in \(path). Nothing was changed: say whose commits count, "
            + "with --author ADDRESS"
        )
      }
      let from = since?.day(today: context.today)
      let (watch, title) = try await context.run { space in
        let habit = try space.ask(FindHabit(text: text))
        let command = WatchRepository(path: path, habit: habit.id, author: author, from: from)
        return (try space.send(command), habit.details.title)
      }
      let look = Look(space: context.space, calendar: context.calendar, thread: thread)
      let found = try await look.look(at: path)
      try context.show(["items": [Watched(watch, title)]]) {
        [
          Confirmation(
            "Commits of \(author) in \(path) check \(title), from "
              + "\(watch.from.relativeWords(today: context.today)) on."
          )
        ] + LookCommand.views(found, context.today, saysNothing: false)
      }
    }
  }

  /// `trellis git list`.
  struct List: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the repositories that are watched."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws { try await List.show(context) }

    static func show(_ context: CommandContext) async throws {
      let list = try await Watched.load(context)
      try context.show(["items": list]) {
        list.isEmpty
          ? [
            Paragraph("No repository is watched."),
            NextStep("trellis git watch FOLDER --habit HABIT"),
          ]
          : [
            Table(
              [
                .init("Repository", fit: .wraps, minimumWidth: 16), .init("Habit", minimumWidth: 8),
                .init("Author", fit: .wraps, minimumWidth: 12, isOptional: true),
                .init("Since", isOptional: true),
              ],
              rows: list.map {
                [
                  Text($0.path) + Text($0.isHere ? "" : " (not on this machine)", .muted),
                  Text($0.title, .bold), Text($0.author, .muted),
                  Text($0.from.shortWords(today: context.today), .muted),
                ]
              }
            )
          ]
      }
    }
  }

  /// `trellis git unwatch`.
  struct Unwatch: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "unwatch",
      abstract: "Watch a repository no longer; what it checked stays."
    )

    @Argument(help: "The repository, as it is listed or as a folder.", completion: .directory)
    var path: String

    @Option(help: "Only for this habit.")
    var habit: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let path = try await listed(context)
      let text = habit
      try await context.run { space in
        let habit = try text.map { try space.ask(FindHabit(text: $0)) }
        try space.send(UnwatchRepository(path: path, habit: habit?.id))
      }
      try context.show(["unwatched": path]) {
        [Confirmation("\(path) is no longer watched; what it checked stays.")]
      }
    }

    /// The stored form of the path of a folder, which may be gone.
    private func listed(_ context: CommandContext) async throws -> String {
      let watches = try await context.ask(AllWatches())
      if watches.contains(where: { $0.path == path }) { return path }
      let folder = Repository.absolute(path)
      if watches.contains(where: { $0.path == Repository.kept(folder) }) {
        return Repository.kept(folder)
      }
      let thread = SerialThread()
      defer { thread.end() }
      let found = try? await thread.run { try Repository(around: folder).kept }
      return found ?? Repository.kept(folder)
    }
  }

  /// `trellis git look`.
  struct LookCommand: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "look",
      abstract: "Look at the commits now; the daemon does it by itself."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      let thread = SerialThread()
      defer { thread.end() }
      let look = Look(space: context.space, calendar: context.calendar, thread: thread)
      let found = try await look.look()
      try context.show(["items": found]) {
        LookCommand.views(found, context.today, saysNothing: true)
      }
    }

    static func views(_ found: [Look.Found], _ today: Day, saysNothing: Bool) -> [any View] {
      var views: [any View] = []
      for one in found {
        if let problem = one.problem {
          views.append(Paragraph(Text("\(one.path): \(problem)", .muted), hanging: 2))
        }
        for day in one.checked {
          let when = day.relativeWords(today: today)
          views.append(Confirmation("\(one.title) is checked \(when), by commits in \(one.path)."))
        }
      }
      guard views.isEmpty, saysNothing else { return views }
      return found.isEmpty
        ? [
          Paragraph("No repository is watched."),
          NextStep("trellis git watch FOLDER --habit HABIT"),
        ]
        : [Paragraph("There is nothing new.")]
    }
  }
}

/// A watch with the habit's title.
struct Watched: Encodable, Sendable {
  let path: String
  let habit: HabitID
  let title: String
  let author: String
  let from: Day
  let isHere: Bool

  init(_ watch: RepositoryWatch, _ title: String) {
    path = watch.path
    habit = watch.habit
    self.title = title
    author = watch.author
    from = watch.from
    isHere = Repository(watch) != nil
  }

  static func load(_ context: CommandContext) async throws -> [Watched] {
    let (watches, habits) = try await context.run { space in
      (try space.ask(AllWatches()), try space.ask(AllHabits(includesArchived: true)))
    }
    let titles = Dictionary(habits.map { ($0.id, $0.details.title) }, uniquingKeysWith: { $1 })
    return watches.compactMap { watch in titles[watch.habit].map { Watched(watch, $0) } }
  }
}
