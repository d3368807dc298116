import Foundation
import Testing
import TrackingContract
import TrellisSDK

@testable import MQTT

/// The service against a real broker, if one is installed.
@Suite(.enabled(if: Mosquitto.isInstalled, "mosquitto is not installed")) struct MosquittoTests {
  private let first = HabitID(rawValue: 1)
  private let topics = Topics(name: "trellis")

  @Test func `habits are shown, ordered, changed and taken back`() async throws {
    let mosquitto = try Mosquitto()
    let desk = Desk("Read", "Run")
    let service = try await Running(desk, mosquitto.broker)
    let other = try Listener(mosquitto.broker)
    try other.expect(topics.status, "online")
    try other.expect(topics.state(of: first), "OFF")
    try other.expect(topics.discovery(of: first)) { $0.contains(#""name":"Read""#) }
    try other.say(topics.command(of: first), "ON")
    try other.expect(topics.state(of: first), "ON")
    #expect(desk.contents.withLock { $0.sent.map(\.mark) } == [.done])
    // By the person, elsewhere.
    desk.change { $0.done = [] }
    try other.expect(topics.state(of: first), "OFF")
    desk.change { $0.titles[self.first] = nil }
    try other.expect(topics.discovery(of: first), "")
    await service.end()
    try other.expect(topics.status, "offline")
  }

  @Test func `it comes back after the broker, clears what is gone, and obeys no old orders`()
    async throws
  {
    let mosquitto = try Mosquitto()
    let gone = HabitID(rawValue: 99)
    let before = try Listener(mosquitto.broker)
    try before.say(topics.discovery(of: gone), "{}", kept: true)
    try before.say(topics.command(of: first), "ON", kept: true)
    let desk = Desk("Read")
    let service = try await Running(desk, mosquitto.broker)
    try before.expect(topics.discovery(of: gone), "")
    try before.expect(topics.state(of: first), "OFF")
    try mosquitto.restart()
    let after = try Listener(mosquitto.broker)
    try after.expect(topics.state(of: first), "OFF")
    #expect(desk.contents.withLock { $0.sent.isEmpty })
    await service.end()
  }

  @Test func `the broker says when it is gone without a word`() throws {
    let mosquitto = try Mosquitto()
    let waiting = try Waiting()
    let lastWords = OutgoingPacket.LastWords(topic: topics.status, payload: Array("offline".utf8))
    var session: Session? = try Session(
      mosquitto.broker,
      client: "lost",
      lastWords: lastWords,
      waiting
    )
    try session?.send(
      .publish(topic: topics.status, payload: Array("online".utf8), isRetained: true)
    )
    let other = try Listener(mosquitto.broker)
    try other.expect(topics.status, "online")
    session = nil
    try other.expect(topics.status, "offline")
  }

  @Test func `a user needs the password, and the reason is said`() async throws {
    let mosquitto = try Mosquitto(user: "ada", password: "secret")
    let waiting = try Waiting()
    var broker = mosquitto.broker
    broker.password = "wrong"
    let error = #expect(throws: Connection.Failure.self) {
      try Session(broker, client: "c", lastWords: nil, waiting)
    }
    #expect(error == Session.refusal(5) || error == Session.refusal(4))
    let session = try Session(mosquitto.broker, client: "c", lastWords: nil, waiting)
    try session.send(.disconnect)
  }

  @Test func `a broker that is not there is tried again, and named once`() async throws {
    let mosquitto = try Mosquitto()
    mosquitto.stop()
    let service = try await Running(Desk("Read"), mosquitto.broker)
    try await service.heard { $0.contains("is not there: Connection refused.") }
    try mosquitto.start()
    try await service.heard { $0.contains("habits are shown") }
    await service.end()
  }
}

/// The service, running on a thread of its own.
private struct Running {
  private let task: Task<Void, any Error>
  private let words = SharedLocked([String]())

  init(_ desk: Desk, _ broker: Broker) async throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("mqtt-\(UUID().uuidString)")
    let files = PluginFiles(of: "mqtt", in: home.path)
    try broker.save(files)
    let words = words
    let context = desk.service(files) { sentence in words.withLock { $0.append(sentence) } }
    let service = try await MQTTService(context)
    let thread = SerialThread()
    task = Task(executorPreference: thread) {
      defer { thread.end() }
      try await service.run()
    }
  }

  func heard(_ isMeant: (String) -> Bool) async throws {
    for _ in 0..<1000 {
      if words.withLock({ $0.contains(where: isMeant) }) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("It said: \(words.withLock { $0 })")
  }

  func end() async {
    task.cancel()
    _ = await task.result
  }
}

/// Another client, which receives everything.
private final class Listener {
  private let session: Session
  private let waiting: Waiting
  private var heard: [String: String] = [:]

  init(_ broker: Broker) throws {
    waiting = try Waiting()
    session = try Session(broker, client: "other", lastWords: nil, waiting)
    try session.send(.subscribe(id: 1, topics: ["#"]))
  }

  func say(_ topic: String, _ words: String, kept: Bool = false) throws {
    try session.send(.publish(topic: topic, payload: Array(words.utf8), isRetained: kept))
  }

  func expect(_ topic: String, _ words: String) throws { try expect(topic) { $0 == words } }

  /// Waits until the latest payload of a topic is as expected.
  func expect(_ topic: String, _ isMeant: (String) -> Bool) throws {
    for _ in 0..<200 {
      if let words = heard[topic], isMeant(words) { return }
      _ = waiting.wait(readable: [session.connection.descriptor], milliseconds: 100)
      for case .message(let message) in try session.receive() {
        if let id = message.id { try session.send(.received(id: id)) }
        heard[message.topic] = String(decoding: message.payload, as: UTF8.self)
      }
    }
    Issue.record("\(topic) was \(heard[topic] ?? "never said"), of \(heard)")
  }
}

/// A broker of its own.
private final class Mosquitto {
  static let path = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static var isInstalled: Bool { path != nil }

  private(set) var broker = Broker(host: "127.0.0.1")
  private let folder: URL
  private var process: Process?

  init(user: String? = nil, password: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "broker-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    broker.port = try Mosquitto.freePort()
    (broker.user, broker.password) = (user, password)
    var settings = "listener \(broker.port) 127.0.0.1\npersistence false\n"
    if let user, let password {
      let file = folder.appendingPathComponent("passwords").path
      let made = Process()
      made.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_passwd")
      made.arguments = ["-b", "-c", file, user, password]
      made.standardError = FileHandle.nullDevice
      try made.run()
      made.waitUntilExit()
      // The broker reads it as another user if it is started by root.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      settings += "allow_anonymous false\npassword_file \(file)\n"
    } else {
      settings += "allow_anonymous true\n"
    }
    try Data(settings.utf8).write(to: folder.appendingPathComponent("settings"))
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Mosquitto.path ?? "")
    process.arguments = ["-c", folder.appendingPathComponent("settings").path]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    self.process = process
    let waiting = try Waiting()
    for _ in 0..<500 {
      if (try? Connection("127.0.0.1", port: broker.port, waiting)) != nil { return }
      usleep(10_000)
    }
    Issue.record("The broker does not start.")
  }

  func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }

  func restart() throws {
    stop()
    try start()
  }

  /// A port that nobody listens on, as chosen by the system.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(code)
    return UInt16(bigEndian: address.sin_port)
  }
}
