import TrackingContract
import TrellisSDK

/// Stores nothing of its own: it shows habits to a broker, and checks them for it.
public struct MQTTModule: Module {
  public struct State: ModuleState {
    public static let foldVersion = 1
    public init() {}
    public init(from reader: inout ByteReader) throws {}
    public func write(to writer: inout ByteWriter) {}
  }

  public static let manifest = Manifest(
    name: "mqtt",
    version: "1.0.0",
    summary: "Habits as switches for Home Assistant and others, over MQTT.",
    kernel: KernelVersion(2, 2),
    needs: ["tracking"],
    sends: [SetCheck.self]
  )

  public static func register(in host: inout some ModuleHost<State>) {}
}
