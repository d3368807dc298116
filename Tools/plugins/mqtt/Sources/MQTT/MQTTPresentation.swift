import RemindersContract
import TrellisSDK

/// The plugin's views in a terminal.
public enum MQTTPresentation: CommandPresentation {
  public static let module = "mqtt"
  public static let commands: [any TrellisCommand.Type] = [MQTTCommand.self]
}

/// `trellis mqtt`.
public struct MQTTCommand: TrellisCommand {
  public static let configuration = CommandConfiguration(
    commandName: "mqtt",
    abstract: "Show habits as switches to Home Assistant and others, over MQTT.",
    discussion: """
      Without a subcommand it says which broker is used, and whether it answers.

      Examples:
        trellis mqtt connect localhost
        trellis mqtt connect 192.168.1.5 --user trellis
        trellis mqtt off
      """,
    subcommands: [Connect.self, Off.self]
  )

  @OptionGroup public var global: GlobalOptions

  public init() {}

  public func run(in context: CommandContext) async throws {
    let broker = try Broker.load(try PluginFiles.own("mqtt"))
    let problem = if let broker { try await MQTTCommand.problem(broker) } else { String?.none }
    try context.show(Document(broker, problem: problem)) {
      guard let broker else {
        return [
          Paragraph("No broker is chosen, so nothing is shown to anybody."),
          NextStep("trellis mqtt connect HOST"),
        ]
      }
      return [
        Paragraph(
          Text("Habits are switches at \(broker.words)", .bold)
            + Text(", below trellis/\(broker.name).")
        ),
        Paragraph(problem.map { "It cannot be used now: \($0)" } ?? "It answers."),
      ] + MQTTCommand.daemonViews
    }
  }

  /// The warning if no daemon runs.
  fileprivate static var daemonViews: [any View] {
    NoticeChannels.current.isAwake
      ? []
      : [
        Paragraph("The daemon does the work, and does not run."), NextStep("trellis daemon start"),
      ]
  }

  /// Why the broker cannot be used; nil if it can.
  fileprivate static func problem(_ broker: Broker) async throws -> String? {
    let thread = SerialThread()
    defer { thread.end() }
    return try await thread.run {
      let waiting = try Waiting()
      do {
        let session = try Session(broker, client: "trellis-looking", lastWords: nil, waiting)
        try session.send(.disconnect)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  struct Document: Encodable {
    let host: String?
    let port: UInt16?
    let name: String?
    let user: String?
    let problem: String?

    init(_ broker: Broker?, problem: String? = nil) {
      host = broker?.host
      port = broker?.port
      name = broker?.name
      user = broker?.user
      self.problem = problem
    }
  }

  /// `trellis mqtt connect`.
  struct Connect: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect",
      abstract: "Choose the broker that habits are shown to.",
      discussion: """
        It is tried first. The user and the password are kept in a file that only you can read; they \
        go to the broker without encryption.
        """
    )

    @Argument(help: "The broker: localhost, a name or an address.")
    var host: String

    @Option(help: "Its port.")
    var port = Broker.usualPort

    @Option(help: "The user that the broker knows; you are asked for the password.")
    var user: String?

    @Flag(help: "Read the password from standard input instead.")
    var passwordFromInput = false

    @Option(help: "What tells this Trellis from others at the broker: letters, digits, - and _.")
    var name = Broker.usualName

    @OptionGroup var global: GlobalOptions

    func validate() throws {
      guard Broker.isName(name) else {
        throw ValidationError("A name has 1 to 40 letters, digits, - and _.")
      }
      guard !host.isEmpty, !host.contains("\n") else { throw ValidationError("Which broker?") }
      guard user?.contains("\n") != true else { throw ValidationError("A user is one line.") }
    }

    func run(in context: CommandContext) async throws {
      let files = try PluginFiles.own("mqtt")
      var broker = Broker(host: host)
      (broker.port, broker.name, broker.user) = (port, name, user)
      broker.password = try password()
      if let problem = try await MQTTCommand.problem(broker) {
        throw DomainError(
          "mqtt-unreachable",
          "The broker at \(broker.words) cannot be used: \(problem) Nothing was changed."
        )
      }
      try broker.save(files)
      try context.show(Document(broker)) {
        [Confirmation("Your habits are switches at \(broker.words) now.")] + warning(broker)
          + MQTTCommand.daemonViews
      }
    }

    private func password() throws -> String? {
      if passwordFromInput { return readLine() }
      guard user != nil, global.format == .text, Dialog.isPossible else { return nil }
      guard let password = TerminalInput.askSecretly("Password:") else {
        throw DomainError("cancelled", "Nothing was changed.")
      }
      return password
    }

    private func warning(_ broker: Broker) -> [any View] {
      broker.isLocal
        ? []
        : [
          Paragraph(
            "What is sent, the password and the titles of habits among it, is not encrypted on its way: "
              + "keep to a network that you trust, or to a broker on this machine."
          )
        ]
    }
  }

  /// `trellis mqtt off`.
  struct Off: TrellisCommand {
    static let configuration = CommandConfiguration(
      commandName: "off",
      abstract: "Show habits to no broker any more, and forget its password."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
      Broker.forget(try PluginFiles.own("mqtt"))
      try context.show(Document(nil)) {
        [Confirmation("Habits are shown to no broker any more; its password is forgotten.")]
      }
    }
  }
}
