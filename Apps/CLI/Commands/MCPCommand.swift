import ArgumentParser
import Commands
import Core
import Terminal

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Let an assistant read your days, by the Model Context Protocol.",
    discussion: """
      An assistant starts this itself and talks to it by standard input and output: name “trellis” as \
      the program and “mcp” as its argument. It can read everything that you entered, and sends what it \
      reads to whoever runs it. It changes nothing unless you allow it here.
      """
  )

  @Flag(help: "Also let it change what you entered; what is deleted needs a confirmation.")
  var allowChanges = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let session = try AssistantSession(app, mayChange: allowChanges)
    while let line = readLine() {
      guard !line.isEmpty, let answer = await session.answer(line) else { continue }
      var output = Output()
      output.print(String(decoding: try JSON.encode(answer), as: UTF8.self) + "\n")
      output.flushOrExit()
    }
  }
}
