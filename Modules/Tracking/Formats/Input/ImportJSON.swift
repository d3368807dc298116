import Core
import FoundationEssentials

/// A foreign JSON file, decoded with errors that describe the place in words.
struct ImportJSON: Sendable {
  /// A depth greater than that of any of the formats.
  static let maxDepth = 64

  let name: String
  private let data: Data

  /// Checks that the bytes are valid JSON.
  init(_ bytes: [UInt8], name: String) throws(FormatError) {
    let text = try ImportText(bytes, name: name)
    let content = Array(text.text.utf8)
    if let error = JSON.syntaxError(in: content, maxDepth: ImportJSON.maxDepth) {
      throw ImportJSON.error(error, in: content, name: name)
    }
    self.name = name
    data = Data(content)
  }

  func decode<T: Decodable>(_ type: T.Type) throws(FormatError) -> T {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw describe(error)
    } catch {
      throw FormatError(file: name, problem: "it cannot be read (\(error))")
    }
  }

  /// The keys at the top level; empty if the file is not an object.
  var topNames: Set<String> {
    guard let object = try? JSONDecoder().decode([String: Anything].self, from: data) else {
      return []
    }
    return Set(object.keys)
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }

  func error(_ problem: String, at place: String? = nil) -> FormatError {
    FormatError(file: name, place: place, problem: problem)
  }

  private static func error(
    _ error: JSONSyntaxError,
    in content: [UInt8],
    name: String
  ) -> FormatError {
    let line = content.prefix(error.offset).count { $0 == 0x0A } + 1
    switch error.kind {
    case .incomplete where content.allSatisfy(isSpace):
      return FormatError(file: name, problem: "this file is empty")
    case .incomplete:
      return FormatError(
        file: name,
        place: "line \(line)",
        problem: "the file ends here, after \(content.count) bytes, in the middle of its data; "
          + "it was probably not copied completely"
      )
    case .invalid:
      return FormatError(
        file: name,
        place: "line \(line)",
        problem: "byte \(error.offset + 1) of the file is not allowed there, so this is not JSON"
      )
    case .tooDeep:
      return FormatError(
        file: name,
        place: "line \(line)",
        problem: "the data is nested deeper than it can be"
      )
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func describe(_ error: DecodingError) -> FormatError {
    switch error {
    case .keyNotFound(let key, let context):
      FormatError(
        file: name,
        place: place(context.codingPath),
        problem: "\(quoted(key.stringValue)) is missing"
      )
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      FormatError(
        file: name,
        place: place(context.codingPath),
        problem: "the value there is of another kind than the format has"
      )
    case .dataCorrupted(let context):
      FormatError(
        file: name,
        place: place(context.codingPath),
        problem: "the value cannot be read (\(context.debugDescription.trimmed))"
      )
    @unknown default:
      FormatError(file: name, problem: "it cannot be read")
    }
  }

  /// Describes a coding path in words: `habit 3, record 1, day` for habits[2].records[0].day.
  private func place(_ path: [any CodingKey]) -> String? {
    var parts: [String] = []
    for key in path {
      if let index = key.intValue, let list = parts.last {
        parts.removeLast()
        parts.append("\(list.hasSuffix("s") ? String(list.dropLast()) : list) \(index + 1)")
      } else {
        parts.append(key.stringValue)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
