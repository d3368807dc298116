import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// Serves the documents of modules to programs.
struct DocumentRoutes: Sendable {
  let host: any WebHost
  let documents: [DocumentEndpoint]

  var routes: [WebRoute] {
    documents.map { document in
      .get("\(APIVersion.path)/\(document.path)") { exchange, parameters in
        let values = try DocumentRoutes.values(document, exchange, parameters)
        let context = try await host.context(for: exchange.visitor)
        return .json(try await document.body(DocumentRequest(context: context, values: values)))
      }
    }
  }

  /// - Throws: ``Problem`` 422 for a value that is not of the declared type.
  private static func values(
    _ document: DocumentEndpoint,
    _ exchange: HTTPExchange,
    _ parameters: [String: String]
  ) throws -> [String: String] {
    var values = parameters
    for (name, value) in exchange.query {
      guard let parameter = document.parameters.first(where: { $0.name == name }) else {
        throw bad("There is no “\(name)” to ask for here.")
      }
      guard values[name] == nil else { throw bad("“\(name)” was given twice.") }
      guard parameter.kind.takes(value) else {
        throw bad("“\(name)” must be \(parameter.kind.words).")
      }
      values[name] = value
    }
    return values
  }

  private static func bad(_ words: String) -> Problem {
    Problem(.unprocessableContent, "bad-parameter", "\(words) Nothing was changed.")
  }
}

extension DocumentParameter.Kind {
  func takes(_ value: String) -> Bool {
    switch self {
    case .text: true
    case .day: Day(value) != nil
    case .flag: value == "true" || value == "false"
    case .number(let range): Int(value).map { range.contains($0) } ?? false
    case .oneOf(let choices): choices.contains(value)
    }
  }

  var words: String {
    switch self {
    case .text: "a text"
    case .day: "a day written as YYYY-MM-DD"
    case .flag: "true or false"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .oneOf(let choices): "one of \(choices.joined(separator: ", "))"
    }
  }
}

extension Response {
  /// A JSON document with an entity tag.
  static func json(_ bytes: [UInt8]) -> Response {
    var response = answer(bytes, status: .ok)
    response.headers[.eTag] = EntityTag.of(bytes)
    return response
  }

  /// The response to a command.
  static func answer(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json"],
      body: .init(byteBuffer: .init(bytes: bytes))
    )
  }
}
