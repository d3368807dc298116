import API
import AppSupport
import Core
import Journals
import LocalApp
import Presentation
import Products

/// Answers an assistant by the Model Context Protocol.
///
/// Each tool opens the space again, so that it sees what other programs write meanwhile.
///
/// Source: Model Context Protocol, revision 2025-06-18: lifecycle, transports (stdio), tools.
struct AssistantSession: Sendable {
  /// Newest first.
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private let app: CommandLineApp
  private let mayChange: Bool
  private let tools: [AssistantTool]

  /// - Throws: a `SchemaError` for a request that cannot be described.
  init(_ app: CommandLineApp, mayChange: Bool) throws {
    self.app = app
    self.mayChange = mayChange
    let requests = app.product.modules.flatMap { $0.manifest.answers }
    tools = try AssistantTool.all(of: requests, mayChange: mayChange)
  }

  /// The answer to a line; nil for a notification.
  func answer(_ line: String) async -> JSONValue? {
    do throws(RPCError) {
      let message = try RPCMessage(line)
      guard let id = message.id else { return nil }
      do throws(RPCError) {
        return RPCMessage.result(try await result(of: message), to: id)
      } catch { return error.answer(to: id) }
    } catch { return error.answer(to: nil) }
  }

  private func result(of message: RPCMessage) async throws(RPCError) -> JSONValue {
    switch message.method {
    case "initialize": welcome(message.parameters)
    case "ping": [:]
    case "tools/list": ["tools": .list(tools.map(\.document))]
    case "tools/call": try await call(message.parameters)
    default: throw RPCError(.unknownMethod, "There is no method “\(message.method)” here.")
    }
  }

  private func welcome(_ parameters: [String: JSONValue]) -> JSONValue {
    var version = AssistantSession.versions[0]
    if case .text(let wanted) = parameters["protocolVersion"],
      AssistantSession.versions.contains(wanted)
    {
      version = wanted
    }
    return [
      "protocolVersion": .text(version),
      "capabilities": ["tools": [:]],
      "serverInfo": [
        "name": "trellis", "title": .text(app.product.title), "version": .text(AppVersion.current),
      ],
      "instructions": .text(instructions),
    ]
  }

  private var instructions: String {
    let changes =
      mayChange
      ? "Tools that change something are offered too: say what you will change before you do. What takes "
        + "something away for good needs “confirmed”, which only the person may give."
      : "Only tools that read are offered; with  trellis mcp --allow-changes  there are more."
    return "\(app.product.title): \(app.product.summary) Days are written as 2026-03-10. \(changes)"
  }

  // MARK: Tools

  private func call(_ parameters: [String: JSONValue]) async throws(RPCError) -> JSONValue {
    guard case .text(let name) = parameters["name"] else {
      throw RPCError(.invalidParameters, "The call names no tool.")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let isOther =
        !mayChange
        && app.product.modules.contains { module in
          module.manifest.answers.contains { $0.name.replacing(".", with: "_") == name }
        }
      let hint = isOther ? " It changes something: start  trellis mcp --allow-changes  for it." : ""
      throw RPCError(.invalidParameters, "There is no tool “\(name)” here.\(hint)")
    }
    do {
      let fields = try JSON.encode(parameters["arguments"] ?? [:])
      return AssistantSession.value(of: try await answer(tool.operation, fields))
    } catch {
      return AssistantSession.refused(error)
    }
  }

  private func answer(_ operation: APIOperation, _ fields: [UInt8]) async throws -> [UInt8] {
    var reply: [UInt8] = []
    try await app.withSpace { space in
      reply = try await operation.answer(fields, in: space.client)
    }
    return reply
  }

  private static func value(of reply: [UInt8]) -> JSONValue {
    let text: JSONValue = ["type": "text", "text": .text(String(decoding: reply, as: UTF8.self))]
    var result: [String: JSONValue] = ["content": [text]]
    if case .object(let members) = try? JSON.decode(JSONValue.self, from: reply) {
      result["structuredContent"] = .object(members)
    }
    return .object(result)
  }

  /// Instructions that an assistant reads to do better.
  private static func refused(_ error: any Error) -> JSONValue {
    let words =
      (error as? FieldError)?.words ?? ErrorMessage(error)?.message
      ?? "That did not work. Nothing was changed."
    return ["content": [["type": "text", "text": .text(words)]], "isError": .bool(true)]
  }
}
