import Foundation
import Testing

/// A picture that `trellis share` wrote.
struct Picture {
  let bytes: Data
  let mode: Int

  init(_ file: String) throws {
    bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    mode = try #require(attributes[.posixPermissions] as? Int)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Width and height of a PNG, from its leading IHDR chunk; nil for anything else.
  var sizeOfPNG: [Int]? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count > 24
    else { return nil }
    return [16, 20].map { start in
      bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
