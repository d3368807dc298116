/// A TZif file made by hand, valid unless a test changes it.
struct SampleTZif {
  var version: Character = "2"
  var changes: [(time: Int64, type: UInt8)] = []
  var offsets: [Int32] = [0]
  var footer: String? = ""
  var leapSeconds: [(time: Int64, correction: Int32)] = []

  var bytes: [UInt8] {
    if version == "\0" { return block(timeSize: 4) }
    var bytes = block(timeSize: 4) + block(timeSize: 8)
    if let footer { bytes += Array("\n\(footer)\n".utf8) }
    return bytes
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapSeconds.count, changes.count, offsets.count, 4] {
      bytes += bigEndian(Int64(count), 4)
    }
    for change in changes { bytes += bigEndian(change.time, timeSize) }
    bytes += changes.map(\.type)
    for offset in offsets { bytes += bigEndian(Int64(offset), 4) + [0, 0] }
    bytes += Array("ABC\0".utf8)
    for leap in leapSeconds {
      bytes += bigEndian(leap.time, timeSize) + bigEndian(Int64(leap.correction), 4)
    }
    return bytes
  }

  private func bigEndian(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
