import API
import ArgumentParser
import Commands
import Core
import Presentation
import Terminal

struct CallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Send any request that a loaded module answers, as JSON.",
    discussion: """
      Without a name all requests are listed. A module that brings no commands of its own is \
      used this way.

      Example:
        trellis call profile.set-display-name '{"displayName":"Mia"}'
      """
  )

  @Argument(help: "The request's name.")
  var name: String?

  @Argument(help: "Its fields as a JSON object.")
  var fields = "{}"

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let requests = app.product.modules.flatMap { $0.manifest.answers }
    guard let name else { return try list(requests, app) }
    guard let request = requests.first(where: { $0.name == name }) else {
      throw DomainError(
        "unknown-request",
        "No module of \(app.product.title) answers “\(name)”. See all with: trellis call"
      )
    }
    try await app.withContext(global) { context in
      var output = Output()
      output.print(try await CallCommand.reply(to: request, fields, context) + "\n")
      output.flushOrExit()
    }
  }

  private static func reply<R: Request>(
    to request: R.Type,
    _ fields: String,
    _ context: CommandContext
  ) async throws -> String {
    switch try decoded(request, fields) {
    case let query as any Query: return try await ask(query, context)
    case let command as any Command: return try await send(command, context)
    default: throw DomainError("bad-request", "\(R.name) is neither a query nor a command.")
    }
  }

  private static func decoded<R: Request>(_ request: R.Type, _ fields: String) throws -> R {
    do {
      let json = try ParsedJSON(Array(fields.utf8))
      if json.isObject { return try json.decode(request) }
    } catch { throw badFields(of: request, problem(error)) }
    // A request without fields could be decoded from anything.
    throw badFields(of: request, "a JSON object is expected")
  }

  private static func badFields(of request: any Request.Type, _ problem: String) -> DomainError {
    DomainError(
      "bad-fields",
      "These are not the fields of \(request.name): \(problem). Nothing was changed."
    )
  }

  /// The error in the fields, as part of a sentence.
  private static func problem(_ error: any Error) -> String {
    let words = (error as? DecodingError)?.summary ?? "\(error)"
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private static func ask(_ query: some Query, _ context: CommandContext) async throws -> String {
    try JSON.pretty(try await context.ask(query))
  }

  private static func send(
    _ command: some Command,
    _ context: CommandContext
  ) async throws -> String {
    let reply = try await context.send(command)
    return try JSON.pretty(CommandReply(reply, signals: context.signals.all))
  }

  private func list(_ requests: [any Request.Type], _ app: CommandLineApp) throws {
    let items = requests.map { Item(name: $0.name, summary: $0.summary) }
    var output = Output()
    switch global.format {
    case .json: output.print(try JSON.pretty(["items": items]) + "\n")
    case .text:
      let table = Table(
        [.init("Request"), .init("What it does", fit: .wraps)],
        rows: items.map { [Text($0.name, .bold), Text($0.summary)] }
      )
      output.print(app.screen(plain: global.plain).draw(table))
    }
    output.flushOrExit()
  }

  private struct Item: Encodable {
    let name: String
    let summary: String
  }
}
