import FileSystem
import Glibc
import TrellisSDK

/// Reads the stamp of the SDK that a plugin was compiled against, before any of its code runs.
enum PluginStamp {
  private static let beginning = Array("TRELLIS-SDK{".utf8)
  /// The maximum size; plugins are a few megabytes.
  static let largest = 256 << 20
  private static let longest = 200
  private static let pieceSize = 1 << 16

  /// Checks that the file at `path` is a library made with the SDK of this program.
  static func check(_ path: String) throws(PluginRefusal) {
    let library: LibraryFile?
    do {
      library = try LibraryFile(path)
    } catch {
      throw PluginRefusal("plugin-unreadable", "\(path) cannot be read (\(error)).")
    }
    guard let library else {
      throw PluginRefusal(
        "plugin-no-library",
        "\(path) is not a library of this system: a plugin is a file such as libmood.so, built by "
          + "swift build in the plugin’s own folder."
      )
    }
    guard let stamp = stamp(in: library) else {
      throw PluginRefusal(
        "plugin-no-stamp",
        "\(path) is not a plugin of Trellis: it was not built with TrellisSDK, or returns nothing by "
          + "export."
      )
    }
    guard stamp == sdkStamp else { throw other(path, stamp) }
  }

  private static func other(_ path: String, _ stamp: String) -> PluginRefusal {
    PluginRefusal(
      "plugin-other-sdk",
      "\(path) was built for another Trellis (\(inside(stamp))); this one is \(inside(sdkStamp)). "
        + "Build it again with the SDK of this Trellis."
    )
  }

  /// `kernel=2.0;swift=6.3.1;id=…`, as `kernel 2.0, Swift 6.3.1, 0123456789ab`.
  private static func inside(_ stamp: String) -> String {
    let values = stamp.drop { $0 != "{" }.dropFirst().dropLast().split(separator: ";").map {
      $0.drop { $0 != "=" }.dropFirst()
    }
    guard values.count == 3 else { return stamp }
    return "kernel \(values[0]), Swift \(values[1]), \(values[2].prefix(12))"
  }

  /// Searches the library's constants, a piece at a time.
  private static func stamp(in library: LibraryFile) -> String? {
    for constants in library.constants {
      var place = constants.lowerBound
      while place < constants.upperBound {
        // A stamp that is cut off at the end of a piece is complete in the next one.
        let count = min(pieceSize + longest, constants.upperBound - place)
        if let stamp = stamp(in: library.bytes(at: place, count: count)) { return stamp }
        place += pieceSize
      }
    }
    return nil
  }

  private static func stamp(in bytes: [UInt8]) -> String? {
    var from = 0
    while let start = find(beginning, in: bytes, from: from) {
      let text = bytes[start...].prefix(longest)
      if let end = text.firstIndex(of: UInt8(ascii: "}")) {
        return String(decoding: bytes[start...end], as: UTF8.self)
      }
      from = start + beginning.count
    }
    return nil
  }

  /// The index of the first occurrence of `word` at `from` or later.
  private static func find(_ word: [UInt8], in bytes: [UInt8], from: Int) -> Int? {
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return nil }
      var at = from
      // This uses the C library: in a debug build our own loop takes a second per megabyte.
      while at + word.count <= all.count,
        let found = memchr(base + at, Int32(word[0]), all.count - at - word.count + 1)
      {
        at = UnsafeRawPointer(found) - base
        if memcmp(base + at, word, word.count) == 0 { return at }
        at += 1
      }
      return nil
    }
  }
}
