import Core

/// A form with files, as browsers send it (RFC 7578; RFC 2046, section 5.1).
enum Multipart {
  struct Part: Equatable {
    let name: String
    /// Nil for a field that is not a file.
    let fileName: String?
    let content: ArraySlice<UInt8>
  }

  private static let mostParts = 1000
  private static let longestHead = 8 << 10

  /// The boundary between the parts, from the `Content-Type`.
  static func boundary(in type: String) -> String? {
    for field in type.split(separator: ";").dropFirst() {
      let sides = field.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, String(sides[0]).trimmed.lowercased() == "boundary" else { continue }
      let value = unquoted(String(sides[1]).trimmed)
      return (1...70).contains(value.utf8.count) ? value : nil
    }
    return nil
  }

  private static func unquoted(_ text: String) -> String {
    text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      ? String(text.dropFirst().dropLast()) : text
  }

  /// Nil if the body is malformed.
  static func parts(of body: [UInt8], boundary: String) -> [Part]? {
    let mark = Array("--\(boundary)".utf8)
    guard body.starts(with: mark) else { return nil }
    var parts: [Part] = []
    var rest = body[mark.count...]
    let between = Array("\r\n--\(boundary)".utf8)
    while true {
      if rest.starts(with: Array("--".utf8)) { return parts }
      guard parts.count < mostParts, rest.starts(with: lineBreak) else { return nil }
      rest = rest.dropFirst(2)
      guard let end = find(between, in: rest), let part = part(rest[..<end]) else { return nil }
      parts.append(part)
      rest = rest[(end + between.count)...]
    }
  }

  private static let lineBreak: [UInt8] = [13, 10]

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    let window = bytes.prefix(longestHead)
    guard let end = find(lineBreak + lineBreak, in: window) else { return nil }
    guard let head = String(validating: bytes[..<end], as: UTF8.self) else { return nil }
    var disposition: [String: String]?
    for line in head.split(separator: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      if sides[0].lowercased() == "content-disposition" {
        disposition = parameters(of: String(sides[1]))
      }
    }
    guard let disposition, let name = disposition["name"] else { return nil }
    return Part(name: name, fileName: disposition["filename"], content: bytes[(end + 4)...])
  }

  /// The `name="value"` pairs after `form-data`; browsers encode `"` in values as `%22`.
  private static func parameters(of field: String) -> [String: String]? {
    var rest = field[...]
    var parameters: [String: String] = [:]
    guard let kind = rest.firstIndex(of: ";") else { return nil }
    guard String(rest[..<kind]).trimmed.lowercased() == "form-data" else { return nil }
    rest = rest[kind...]
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " }
      guard let equal = rest.unicodeScalars.firstIndex(of: "=") else { return nil }
      let name = rest[..<equal].lowercased()
      rest = rest[rest.unicodeScalars.index(after: equal)...]
      guard rest.unicodeScalars.first == "\"" else { return nil }
      // By scalars: a file's name may begin with a combining mark.
      rest = rest[rest.unicodeScalars.index(after: rest.startIndex)...]
      guard let end = rest.unicodeScalars.firstIndex(of: "\"") else { return nil }
      parameters[name] = String(rest[..<end]).split(
        separator: "%22",
        omittingEmptySubsequences: false
      )
      .joined(separator: "\"")
      rest = rest[rest.unicodeScalars.index(after: end)...].drop { $0 == " " }
    }
    return rest.isEmpty ? parameters : nil
  }

  /// The index at which `needle` begins.
  private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= needle.count else { return nil }
    return bytes.withUnsafeBufferPointer { window in
      needle.withUnsafeBufferPointer { needle in
        var place = 0
        let last = window.count - needle.count
        while place <= last {
          if window[place] == needle[0],
            (1..<needle.count).allSatisfy({
              window[place + $0] == needle[$0]
            })
          {
            return bytes.startIndex + place
          }
          place += 1
        }
        return nil
      }
    }
  }
}
