import Foundation

/// A folder that goes with the object.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = "/tmp/trellis-replication-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Copies the files whose names begin with one name, over those of another one.
  func copy(_ name: String, to other: String) throws {
    for file in try names(of: other) {
      try FileManager.default.removeItem(atPath: "\(path)/\(file)")
    }
    for file in try names(of: name) {
      try FileManager.default.copyItem(
        atPath: "\(path)/\(file)",
        toPath: "\(path)/\(other)\(file.dropFirst(name.count))"
      )
    }
  }

  private func names(of name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("\(name).") }
  }

  func contents(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }
}
