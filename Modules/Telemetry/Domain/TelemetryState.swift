import Core
import TelemetryContract

/// The latest choice, if there was one.
public struct TelemetryState: ModuleState {
  public static let foldVersion = 1

  private var choice = LWWRegister<Bool?>(nil)

  public init() {}

  var chosen: Bool? { choice.value }

  mutating func apply(_ fact: TelemetryChoiceMade, at stamp: HybridTimestamp) {
    choice.set(fact.isOn, at: stamp)
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(choice) { writer, isOn in
      writer.write(isOn.map { UInt8($0 ? 2 : 1) } ?? 0)
    }
  }

  public init(from reader: inout ByteReader) throws {
    choice = try reader.readRegister { reader in
      switch try reader.read(UInt8.self) {
      case 0: nil
      case 1: false
      case 2: true
      default: throw reader.malformed
      }
    }
  }
}
