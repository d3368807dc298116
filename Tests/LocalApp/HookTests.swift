import Core
import Engine
import Glibc
import Testing

@testable import LocalApp

/// Programs that run on events, without a program around them.
@Suite struct HookTests {
  private let folder = TemporaryHome()
  private let check = "tracking.check-changed"

  private var store: HookStore { HookStore(folder.home) }

  private func item(_ number: Int = 1) -> HookQueue.Item {
    HookQueue.Item(event: check, document: Array(#"{"event":"\#(check)","n":\#(number)}"#.utf8))
  }

  /// Adds a hook that is a script of the shell.
  @discardableResult
  private func hook(_ script: String, on event: String? = nil) throws -> Hook {
    try store.add(event ?? check, "/bin/sh", ["-c", script, "sh", folder.home.path])
  }

  private func run(_ items: [HookQueue.Item], _ limits: HookLimits = HookLimits()) async {
    let runner = HookRunner(folder.home, limits: limits)
    await runner.run(items)
    await runner.settle()
    await runner.close()
  }

  private func contents(_ name: String) -> String {
    guard let file = fopen("\(folder.home.path)/\(name)", "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  // MARK: The list

  @Test func `hooks are in a private file, and a number is never given twice`() throws {
    let first = try hook("true")
    let second = try hook("true")
    #expect([first.number, second.number] == [1, 2])
    #expect(folder.mode(of: "hooks.json") == 0o600)
    #expect(try store.remove(2) == second)
    #expect(try hook("true").number == 3)
    #expect(try store.all().map(\.number) == [1, 3])
    let error = #expect(throws: DomainError.self) { try store.remove(2) }
    #expect(error?.code == "no-such-hook")
  }

  @Test func `a list that cannot be written is not called damaged, and stays in force`() throws {
    try hook("true")
    let lock = "\(folder.home.path)/hooks.lock"
    unlink(lock)
    // Like a folder without permission, but for root too.
    try #require(mkdir(lock, 0o700) == 0)
    defer { rmdir(lock) }
    let error = #expect(throws: DomainError.self) { try hook("false") }
    #expect(error?.code == "hooks-unwritable")
    #expect(error?.message.contains("your programs run as before") == true)
    #expect(try store.all().count == 1)
  }

  @Test func `a list that would be too long to be read again is not written`() throws {
    try hook("true")
    let long = String(repeating: "x", count: 120_000)
    let error = #expect(throws: DomainError.self) {
      try store.add(check, "/bin/sh", Array(repeating: long, count: 9))
    }
    #expect(error?.code == "hooks-too-large")
    #expect(try store.all().count == 1)
  }

  @Test func `no hook runs of a file that others could have written, or that is damaged`()
    async throws
  {
    try hook("touch $1/ran")
    chmod(store.path, 0o660)
    await run([item()])
    #expect(folder.names.contains("ran") == false)
    let error = #expect(throws: DomainError.self) { try store.all() }
    #expect(error?.code == "hooks-unusable")
    folder.write("{", to: "hooks.json")
    #expect(throws: DomainError.self) { try store.all() }
    #expect(throws: DomainError.self) { try hook("true") }
    #expect(contents("hooks.json") == "{")
  }

  // MARK: Runs

  @Test func `a program reads the document, and finds the event and the home in its environment`()
    async throws
  {
    try hook("cat > $1/read; echo \"$TRELLIS_EVENT $TRELLIS_HOME\" > $1/named; pwd > $1/where")
    try hook("touch $1/other", on: "tracking.habit-changed")
    await run([item(7)])
    #expect(contents("read") == #"{"event":"\#(check)","n":7}"# + "\n")
    #expect(contents("named") == "\(check) \(folder.home.path)\n")
    #expect(contents("where") == "/\n")
    #expect(!folder.names.contains("other"))
    #expect(store.failures().isEmpty)
  }

  @Test func `the events of one hook come one after the other`() async throws {
    try hook("cat >> $1/read")
    await run((1...20).map(item))
    let numbers = contents("read").split(separator: "\n").compactMap {
      $0.split(separator: ":").last?.dropLast()
    }
    #expect(numbers.map(String.init) == (1...20).map(String.init))
  }

  @Test(arguments: [
    ("exit 3", "it ended with status 3"), ("kill -9 $$", "it was ended by signal 9"),
  ])
  func `a failure is kept in words, and goes with the hook`(
    script: String,
    words: String
  )
    async throws
  {
    let hook = try hook(script)
    await run([item()])
    #expect(store.failures()[hook.number]?.words == words)
    #expect(folder.mode(of: "hooks-failed.json") == 0o600)
    _ = try store.remove(hook.number)
    #expect(store.failures().isEmpty)
  }

  @Test func `a program that is gone is a failure, and the others run`() async throws {
    let gone = try store.add(check, "\(folder.home.path)/gone", [])
    try hook("touch $1/ran")
    await run([item(), item()])
    let words = try #require(store.failures()[gone.number]?.words)
    #expect(words.hasPrefix("it could not be started"))
    #expect(folder.names.contains("ran"))
  }

  @Test func `who takes too long is asked to end, then ended, with all that they have started`()
    async throws
  {
    var limits = HookLimits()
    // Enough for a shell to begin, and to answer the signal, on a busy machine.
    (limits.time, limits.patience) = (1000, 1000)
    let polite = try hook("trap 'touch $1/asked; exit' TERM; sleep 60 & wait")
    let deaf = try hook("trap '' TERM; (trap '' TERM; sleep 60) & echo $! > $1/child; wait; wait")
    await run([item()], limits)
    #expect(folder.names.contains("asked"))
    for hook in [polite, deaf] {
      #expect(store.failures()[hook.number]?.words.contains("longer than") == true)
    }
    let child = try #require(pid_t(contents("child").split(separator: "\n").first ?? ""))
    // It may be a zombie for a moment, as nobody here has started it.
    for _ in 0..<1000 where isRunning(child) { usleep(2000) }
    #expect(!isRunning(child))
  }

  private func isRunning(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    return !String(decoding: bytes.prefix(count), as: UTF8.self).contains(") Z")
  }

  @Test func `more events than may wait, and more runs than a minute has, are left out`()
    async throws
  {
    var limits = HookLimits()
    #expect((limits.time, limits.waiting, limits.runsPerMinute) == (10_000, 200, 120))
    limits.waiting = 2
    let slow = try hook("cat >> $1/read; sleep 0.05")
    await run((1...6).map(item), limits)
    #expect(contents("read").split(separator: "\n").count == 3)
    #expect(store.failures()[slow.number]?.words.contains("2 events waited") == true)
    _ = try store.remove(slow.number)
    let many = try hook("echo >> $1/many")
    limits = HookLimits()
    limits.runsPerMinute = 4
    await run((1...9).map(item), limits)
    #expect(contents("many") == "\n\n\n\n")
    #expect(store.failures()[many.number]?.words.contains("4 times within a minute") == true)
  }

  @Test func `a hook that was removed does not run for what waited for it`() async throws {
    let slow = try hook("echo >> $1/ran; while [ ! -e $1/removed ]; do sleep 0.01; done")
    let runner = HookRunner(folder.home)
    await runner.run([item(1), item(2)])
    _ = try store.remove(slow.number)
    folder.write("", to: "removed")
    await runner.settle()
    await runner.close()
    #expect(contents("ran") == "\n")
  }

  // MARK: What waits

  @Test func `what waits is taken once, by whoever looks first`() {
    let (here, there) = (HookQueue(folder.home), HookQueue(folder.home))
    // A test beside this one that starts a program has the locks of this process for a moment.
    let patience = HookQueue.patience
    here.add([item(1)])
    there.add([item(2)])
    #expect(folder.mode(of: "hooks-waiting") == 0o600)
    #expect(there.take(patience: patience) == [item(1), item(2)])
    #expect(here.take(patience: patience).isEmpty && !here.hasItems)
    here.add((1...HookLimits.events + 1).map(item))
    #expect(here.take(patience: patience).first == item(2))
  }

  @Test func `a process that a hook has started hears of nothing`() {
    #expect(HookedEvents(of: folder.home, isDescendant: true).observer == nil)
  }

  @Test func `hooks are looked at when something happens, and not before`() throws {
    let events = HookedEvents(of: folder.home, isDescendant: false)
    let observer = try #require(events.observer)
    try hook("true")
    #expect(observer.wants(check))
    #expect(!observer.wants("tracking.habit-changed"))
    _ = try store.remove(1)
    #expect(observer.wants(check))
    events.reload()
    #expect(!observer.wants(check))
  }
}
