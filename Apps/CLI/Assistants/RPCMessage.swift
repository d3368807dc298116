import API
import Core
import FileSystem

/// A message of JSON-RPC 2.0, one per line, as the Model Context Protocol sends them over pipes.
struct RPCMessage {
  /// The maximum length of a line in bytes; a longer one is rejected.
  static let longest = 1 << 20

  /// The id of the call in its answer; nil for a notification, which gets no answer.
  let id: JSONValue?
  let method: String
  let parameters: [String: JSONValue]

  /// - Throws: ``RPCError`` for a line that is not a call.
  init(_ line: String) throws(RPCError) {
    guard line.utf8.count <= RPCMessage.longest else {
      let limit = ByteCount(RPCMessage.longest).words
      throw RPCError(.invalidRequest, "The line is longer than \(limit).")
    }
    guard let value = try? JSON.decode(JSONValue.self, from: Array(line.utf8)) else {
      throw RPCError(.parseError, "The line is not JSON.")
    }
    guard case .object(let members) = value, members["jsonrpc"] == .text("2.0"),
      case .text(let method) = members["method"]
    else { throw RPCError(.invalidRequest, "The line is not a call of JSON-RPC 2.0.") }
    self.method = method
    id = members["id"]
    guard case .object(let parameters) = members["params"] ?? [:] else {
      throw RPCError(.invalidParameters, "“params” is not an object.", id: id)
    }
    self.parameters = parameters
  }

  static func result(_ result: JSONValue, to id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }
}

/// An error of JSON-RPC 2.0, section 5.1.
struct RPCError: Error {
  enum Code: Int64 {
    case parseError = -32_700
    case invalidRequest = -32_600
    case unknownMethod = -32_601
    case invalidParameters = -32_602
    case internalError = -32_603
  }

  let code: Code
  let words: String
  let id: JSONValue?

  init(_ code: Code, _ words: String, id: JSONValue? = nil) {
    self.code = code
    self.words = words
    self.id = id
  }

  /// The answer to the call with an id; an unreadable call has none.
  func answer(to id: JSONValue?) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id ?? self.id ?? .null,
      "error": ["code": .integer(code.rawValue), "message": .text(words)],
    ]
  }
}
