/// What `--experimental-dump-help` of swift-argument-parser says about a program, as far as a man
/// page shows it.
public struct ProgramHelp: Decodable, Sendable {
  public let command: CommandHelp
}

/// A command and those below it.
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

  /// One spelling of an option.
  struct Name: Decodable, Sendable {
    let kind: String
    let name: String

    /// As it is typed.
    var spelling: String { (kind == "long" ? "--" : "-") + name }
  }
}
