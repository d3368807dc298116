import Core
import TestKit
import Testing

@Suite struct BytesTests {
  @Test func `everything written is read back in order`() throws {
    var writer = ByteWriter()
    writer.write(UInt8(200))
    writer.write(Int64.min)
    writer.write(true)
    writer.write(-0.5)
    for count in [0, 127, 128, 16_384, .max] { writer.write(count: count) }
    writer.write("Grüß Gott")
    writer.write([1, 2, 3] as [UInt8])
    writer.write(array: [-1, 0, .max] as [Int32])
    writer.write(Int16(7)) { $0.write($1) }
    writer.write(Int16?.none) { $0.write($1) }
    let stamp = HybridTimestamp(clock: HybridTime(rawValue: 5), device: DeviceID(rawValue: 6))
    writer.write(stamp)
    writer.write(SpaceID(rawValue: 1 << 100))

    var reader = ByteReader(writer.bytes)
    #expect(try reader.read(UInt8.self) == 200)
    #expect(try reader.read(Int64.self) == .min)
    #expect(try reader.read(Bool.self))
    #expect(try reader.read(Double.self) == -0.5)
    for count in [0, 127, 128, 16_384, .max] { #expect(try reader.readCount() == count) }
    #expect(try reader.read(String.self) == "Grüß Gott")
    #expect(try reader.readBlob() == [1, 2, 3])
    #expect(try reader.readArray(of: Int32.self) == [-1, 0, .max])
    #expect(try reader.readOptional { try $0.read(Int16.self) } == 7)
    #expect(try reader.readOptional { try $0.read(Int16.self) } == nil)
    #expect(try reader.read(HybridTimestamp.self) == stamp)
    #expect(try reader.read(SpaceID.self) == SpaceID(rawValue: 1 << 100))
    #expect(reader.isAtEnd)
  }

  @Test func `numbers are little-endian and counts short`() {
    var writer = ByteWriter()
    writer.write(UInt32(0x0102_0304))
    writer.write(count: 300)
    #expect(writer.bytes == [4, 3, 2, 1, 0xAC, 0x02])
  }

  @Test func `whatever ends early or says the impossible is refused`() {
    func refused(_ bytes: [UInt8], _ body: (inout ByteReader) throws -> Void) {
      var reader = ByteReader(bytes)
      #expect(throws: ByteReader.Malformed.self) { try body(&reader) }
    }
    refused([1, 2, 3]) { _ = try $0.read(UInt32.self) }
    refused([2]) { _ = try $0.read(Bool.self) }
    refused([0x80]) { _ = try $0.readCount() }
    refused([UInt8](repeating: 0xFF, count: 20)) { _ = try $0.readCount() }
    refused([5, 65]) { _ = try $0.read(String.self) }
    let greatest = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    refused(greatest) { _ = try $0.readBlob() }
    refused(greatest) { _ = try $0.readArray(of: Int64.self) }
    refused(greatest) { _ = try $0.readList { try $0.read(Bool.self) } }
    refused([1]) { _ = try $0.readOptional { try $0.read(UInt8.self) } }
  }

  @Test func `random bytes are values or an error, never a crash`() {
    var generator = SplitMix64(seed: 64)
    var refusals = 0
    for round in 0..<5000 {
      let bytes = (0..<(round % 80)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var reader = ByteReader(bytes[(bytes.count / 4)...])
      do {
        while !reader.isAtEnd {
          let before = reader.position
          try readSomething(&reader, Int.random(in: 0...10, using: &generator))
          #expect(reader.position > before && reader.position <= bytes.count)
        }
      } catch {
        #expect(error is ByteReader.Malformed)
        refusals += 1
      }
    }
    #expect(refusals > 1000)
  }

  private func readSomething(_ reader: inout ByteReader, _ kind: Int) throws {
    switch kind {
    case 0: _ = try reader.read(UInt8.self)
    case 1: _ = try reader.read(Int64.self)
    case 2: _ = try reader.read(Bool.self)
    case 3: _ = try reader.read(Double.self)
    case 4: _ = try reader.readCount()
    case 5: _ = try reader.read(String.self)
    case 6: _ = try reader.readBlob()
    case 7: _ = try reader.readArray(of: Int32.self)
    case 8: _ = try reader.readOptional { try $0.read(SpaceID.self) }
    case 9: _ = try reader.readList { try $0.read(String.self) }
    default: _ = try reader.read(HybridTimestamp.self)
    }
  }
}
