/// A man page in the language of man(7).
public struct Manual: Sendable {
  private let program: CommandHelp
  private var lines: [String] = []

  public init(_ help: ProgramHelp) { program = help.command }

  /// The whole page.
  public var page: String {
    var writer = self
    writer.write()
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write() {
    let name = program.commandName
    // Without a date, so that the same program gives the same page.
    lines.append(".TH \(escaped(name.uppercased())) 1")
    lines += [".SH NAME", "\(escaped(name)) \\- \(escaped(program.abstract ?? ""))"]
    lines += [".SH SYNOPSIS", ".B \(escaped(name))", "[command] [option ...]"]
    if let discussion = program.discussion { lines += [".SH DESCRIPTION", text(discussion)] }
    lines.append(".SH OPTIONS")
    for argument in shown(program.arguments) { write(argument) }
    lines.append(".SH COMMANDS")
    for command in commands(of: program) { write(command, path: []) }
  }

  private mutating func write(_ command: CommandHelp, path: [String]) {
    let path = path + [command.commandName]
    lines.append(
      ".SS \(escaped(([path.joined(separator: " ")] + usage(command)).joined(separator: " ")))"
    )
    if let abstract = command.abstract { lines.append(text(abstract)) }
    if let discussion = command.discussion { lines += [".PP", text(discussion)] }
    for argument in shown(command.arguments) where !isCommon(argument) { write(argument) }
    for below in commands(of: command) { write(below, path: path) }
  }

  private mutating func write(_ argument: ArgumentHelp) {
    lines += [".TP", ".B \(escaped(title(argument)))"]
    let words = [argument.abstract, argument.discussion].compactMap { $0 }
    lines.append(text(words.joined(separator: " ")))
  }

  private func title(_ argument: ArgumentHelp) -> String {
    let value = "<\(argument.valueName ?? "value")>"
    guard argument.kind != "positional" else { return value }
    let names = (argument.names ?? []).map(\.spelling).joined(separator: ", ")
    return argument.kind == "flag" ? names : "\(names) \(value)"
  }

  private func usage(_ command: CommandHelp) -> [String] {
    shown(command.arguments).filter { $0.kind == "positional" }.map { argument in
      let name = "<\(argument.valueName ?? "value")>" + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
  }

  /// Options that the program itself has too are listed once, under OPTIONS.
  private func isCommon(_ argument: ArgumentHelp) -> Bool {
    shown(program.arguments).contains { title($0) == title(argument) }
  }

  private func shown(_ arguments: [ArgumentHelp]?) -> [ArgumentHelp] {
    (arguments ?? []).filter(\.shouldDisplay)
  }

  private func commands(of command: CommandHelp) -> [CommandHelp] {
    (command.subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
  }

  private func text(_ text: String) -> String {
    text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// Escapes backslashes and hyphens everywhere, and dots and quotes at the start of a line.
  private func escaped(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    if result.hasPrefix(".") || result.hasPrefix("'") { result = "\\&" + result }
    return result
  }
}
