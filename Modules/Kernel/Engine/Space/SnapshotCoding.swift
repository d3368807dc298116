import Core

/// The format of a snapshot of all modules' states.
///
/// It has a format number, the clock, then each module's name and bytes, and a checksum of all of
/// it at the end.
enum SnapshotCoding {
  private static let format: UInt8 = 1

  static func write(_ engine: SpaceEngine) -> [UInt8] {
    // Slightly more than last time, so that the bytes are not reallocated repeatedly as they grow.
    let capacity = engine.snapshotBytes + engine.snapshotBytes / 8
    var writer = ByteWriter(capacity: capacity)
    var state = ByteWriter(capacity: capacity)
    writer.write(format)
    writer.write(engine.clock.last.rawValue)
    writer.write(count: engine.boxes.count)
    for (module, box) in zip(engine.modules.modules, engine.boxes) {
      state.clear()
      box.write(to: &state)
      writer.write(module.manifest.name)
      writer.write(state.bytes)
    }
    writer.write(sum(writer.bytes[...]))
    return writer.bytes
  }

  /// Returns nil for bytes that do not fit these modules: the journal is folded instead.
  static func read(
    _ bytes: [UInt8],
    _ modules: [LoadedModule]
  )
    -> (boxes: [any StateBoxing], clock: HybridTime)?
  {
    let tail = MemoryLayout<UInt64>.size
    guard bytes.count > tail else { return nil }
    let body = bytes[..<(bytes.count - tail)]
    do {
      var end = ByteReader(bytes[(bytes.count - tail)...])
      guard try end.read(UInt64.self) == sum(body) else { return nil }
      var reader = ByteReader(body)
      guard try reader.read(UInt8.self) == format else { return nil }
      let clock = HybridTime(rawValue: try reader.read())
      guard try reader.readCount() == modules.count else { return nil }
      var boxes: [any StateBoxing] = []
      for module in modules {
        guard try reader.read(String.self) == module.manifest.name else { return nil }
        var state = try reader.readPart()
        boxes.append(try module.readState(&state))
        guard state.isAtEnd else { return nil }
      }
      return (boxes, clock)
    } catch {
      return nil
    }
  }

  /// A checksum against damage, not malice: FNV-1a over words of eight bytes, then the rest.
  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { raw in
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      let words = raw.count / 8
      for word in 0..<words {
        let value = raw.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
        sum = (sum ^ UInt64(littleEndian: value)) &* 0x100_0000_01B3
        sum ^= sum >> 29
      }
      for byte in raw[(words * 8)...] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return sum
    }
  }
}
