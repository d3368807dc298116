import Driver
import Foundation
import Testing
import TrellisSDK

/// What the SDK gives to plugins that work in the background or keep files.
@Suite struct SupportTests {
  private let person: Person

  init() throws { person = try Person() }

  /// A path at which nothing is yet.
  private var home: String { person.home.appendingPathComponent("files").path }

  // MARK: Files

  @Test func `a plugin’s files are for the person alone, and others’ are not believed`() throws {
    let files = PluginFiles(of: "mqtt", in: home)
    #expect(try files.text("broker") == nil)
    try files.write("secret", to: "broker")
    #expect(try files.text("broker") == "secret")
    #expect(try files.text("../mqtt/broker") == "secret")
    let file = "\(files.path)/broker"
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(file) == 0o600)
    #expect(try mode(files.path) == 0o700)
    chmod(file, 0o604)
    let error = #expect(throws: DomainError.self) { try files.text("broker") }
    #expect(error?.code == "plugin-file-open")
    #expect(error?.message.contains("chmod 600 \(file)") == true)
    files.remove("broker")
    #expect(try files.text("broker") == nil)
  }

  @Test func `a folder that cannot be written is said`() throws {
    try Data().write(to: URL(fileURLWithPath: home))
    let files = PluginFiles(of: "mqtt", in: home)
    let error = #expect(throws: DomainError.self) { try files.write("x", to: "broker") }
    #expect(error?.code == "plugin-file-unwritable")
    #expect(throws: DomainError.self) { try files.prepare() }
  }

  @Test func `deleting everything deletes what plugins keep`() throws {
    let person = try Person()
    try person.ask("init", "--product", "streaks", "--time-zone", "UTC")
    let files = PluginFiles(of: "mqtt", in: person.home.path)
    try files.write("secret", to: "broker")
    try person.ask("erase", "--yes")
    #expect(!FileManager.default.fileExists(atPath: files.path))
    #expect(
      !FileManager.default.fileExists(atPath: "\(person.home.path)/\(PluginFiles.folderName)")
    )
  }

  // MARK: Waiting

  @Test func `a wait ends with a call, also one that came before it`() throws {
    let waiting = try Waiting()
    waiting.wake()
    waiting.wake()
    #expect(waiting.wait(milliseconds: 60_000).isCalled)
    #expect(waiting.wait(milliseconds: 0).isOverdue)
    let thread = Thread { waiting.wake() }
    thread.start()
    #expect(waiting.wait(milliseconds: 60_000).isCalled)
  }

  @Test func `a rest takes its time, and a negative one takes none`() {
    let time = ContinuousClock().measure {
      Waiting.rest(milliseconds: 20)
      Waiting.rest(milliseconds: .min)
    }
    #expect(time >= .milliseconds(20))
  }

  @Test func `any number of calls is taken as one`() throws {
    let waiting = try Waiting()
    for _ in 0..<100_000 { waiting.wake() }
    #expect(waiting.wait(milliseconds: 60_000).isCalled)
    #expect(waiting.wait(milliseconds: 0).isOverdue)
  }

  @Test func `a wait ends when something can be read, or written`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let waiting = try Waiting()
    #expect(waiting.wait(readable: [ends[0]], milliseconds: 0).isOverdue)
    #expect(waiting.wait(writable: [ends[1]], milliseconds: 60_000).ready == [ends[1]])
    #expect(write(ends[1], "x", 1) == 1)
    let awakening = waiting.wait(readable: [ends[0]], milliseconds: 60_000)
    #expect(awakening.ready == [ends[0]] && !awakening.isCalled)
  }

  @Test func `a wait ends when its task is cancelled`() async throws {
    let waiting = try Waiting()
    let thread = SerialThread()
    let task = Task(executorPreference: thread) {
      await waiting.endingWithTask {
        _ = waiting.wait()
        return Task.isCancelled
      }
    }
    task.cancel()
    #expect(await task.value)
    thread.end()
  }

  @Test func `changes in a folder are told until they are drained`() throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let changes = try FileChanges()
    #expect(changes.follow(home))
    #expect(!changes.follow(home + "/none"))
    #expect(!changes.drain())
    try Data().write(to: URL(fileURLWithPath: home + "/file"))
    let waiting = try Waiting()
    let awakening = waiting.wait(readable: [changes.descriptor], milliseconds: 60_000)
    #expect(awakening.ready == [changes.descriptor])
    #expect(changes.drain())
    #expect(!changes.drain())
  }
}
