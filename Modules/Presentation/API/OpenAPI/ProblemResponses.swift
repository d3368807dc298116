import Core

/// The errors that programs receive (RFC 9457).
enum ProblemResponses {
  /// The statuses that any request may get, whatever it asks for.
  private static let ofAll = ["400", "401", "403", "404", "405", "500", "503"]

  static let ofQueries = ofAll + ["304", "409", "422"]
  static let ofCommands = ofAll + ["408", "409", "413", "415", "422"]

  static let ofHosts =
    ofAll + ["408", "409", "410", "412", "413", "415", "421", "422", "429", "507"]

  static let schema: JSONValue = [
    "type": "object",
    "required": ["title", "status", "code", "detail"],
    "properties": [
      "title": ["type": "string"],
      "status": ["type": "integer"],
      "code": ["type": "string", "description": "Stable, for programs: `day-in-future`."],
      "detail": ["type": "string", "description": "What happened and what to do."],
    ],
  ]

  static let all: [String: JSONValue] = [
    "304": ["description": "Unchanged since the answer with that `ETag`."],
    "400": problem("The request cannot be read at all."),
    "401": problem("The token is missing or wrong."),
    "403": problem("Not from here, or under another name than the app's."),
    "404": problem("There is no such thing."),
    "405": problem("Not with this method; `Allow` lists those that work here."),
    "408": problem("The body took too long to arrive."),
    "409": problem("Refused as things stand; nothing was changed."),
    "410": problem("It existed once, and is no longer valid."),
    "412": problem("It was changed in the meantime; this request changed nothing."),
    "413": problem("Too large."),
    "415": problem("Not `application/json`, or compressed."),
    "421": problem("Nothing is served under the name that was asked for."),
    "422": problem("Fields of the wrong kind."),
    "429": problem("Too often; `Retry-After` says when to try again."),
    "500": problem("Something went wrong inside; nothing was lost."),
    "503": problem("The journal could not be read or written; nothing was changed."),
    "507": problem("The person's storage quota is used up; nothing was changed."),
  ]

  private static func problem(_ words: String) -> JSONValue {
    [
      "description": .text(words),
      "content": [
        "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
      ],
    ]
  }
}
