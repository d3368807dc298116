import Foundation
import Testing
import TrellisSDK

@testable import MQTT

@Suite struct BrokerTests {
  private let files = PluginFiles(
    of: "mqtt",
    in: FileManager.default.temporaryDirectory.appendingPathComponent("mqtt-\(UUID().uuidString)")
      .path
  )

  @Test func `the broker is kept in a file for the person alone`() throws {
    #expect(try Broker.load(files) == nil)
    var broker = Broker(host: "localhost")
    (broker.user, broker.password, broker.name) = ("ada", "  se=cret ", "attic")
    try broker.save(files)
    #expect(try Broker.load(files) == broker)
    let file = "\(files.path)/broker"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let open = #expect(throws: DomainError.self) { try Broker.load(files) }
    #expect(open?.code == "plugin-file-open")
    Broker.forget(files)
    #expect(try Broker.load(files) == nil)
  }

  @Test(arguments: [
    ("host = h", Broker(host: "h")), ("host=h\n# words\nunknown = 1\n", Broker(host: "h")),
    ("port = 1883", nil), ("host =", nil), ("host = h\nport = 0", nil), ("host = h\nport = x", nil),
    ("host = h\nname = a/b", nil), ("", nil),
  ])
  func `a file that a person wrote is read, or refused`(text: String, broker: Broker?) {
    #expect(Broker(text) == broker)
  }

  @Test func `what stays on this machine is told from what does not`() {
    #expect(["localhost", "127.0.0.1", "::1"].allSatisfy { Broker(host: $0).isLocal })
    #expect(!Broker(host: "192.168.1.5").isLocal)
  }
}
