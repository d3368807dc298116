import Core
import Foundation
import Testing

/// A document as another program parses it.
struct Parsed {
  let object: [String: Any]

  init(_ document: some Encodable) throws {
    let data = Data(try JSON.pretty(document).utf8)
    object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private init(object: [String: Any]) { self.object = object }

  var keys: Set<String> { Set(object.keys) }

  subscript<T>(_ key: String) -> T? { object[key] as? T }

  func isNull(_ key: String) -> Bool { object[key] is NSNull }

  func items(_ key: String = "items") throws -> [Parsed] {
    try #require(object[key] as? [[String: Any]]).map(Parsed.init(object:))
  }

  func inner(_ key: String) throws -> Parsed {
    Parsed(object: try #require(object[key] as? [String: Any]))
  }
}
