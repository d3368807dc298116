/// The part of swift-argument-parser's `--experimental-dump-help` that a man page shows.
public struct ProgramHelp: Decodable, Sendable {
  public let command: CommandHelp
}

/// A command and its subcommands.
public struct CommandHelp: Decodable, Sendable {
  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool?
  let subcommands: [CommandHelp]?
  let arguments: [ArgumentHelp]?
}

/// An argument, option or flag.
struct ArgumentHelp: Decodable, Sendable {
  let kind: String
  let shouldDisplay: Bool
  let isOptional: Bool
  let isRepeating: Bool
  let names: [Name]?
  let valueName: String?
  let abstract: String?
  let discussion: String?

  /// A spelling of an option.
  struct Name: Decodable, Sendable {
    let kind: String
    let name: String

    /// The option as the user types it.
    var spelling: String { (kind == "long" ? "--" : "-") + name }
  }
}
