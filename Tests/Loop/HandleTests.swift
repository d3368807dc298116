import Glibc
import LeakCheck
import Loop
import Testing

@Suite(.serialized, .leavesNothingBehind, .doesNotHang)
struct HandleTests {
  // MARK: Timers

  @Test func `a timer fires once, a repeating one again and again`() async throws {
    let log = Log<String>()
    let done = Promise<Void>()
    let once = try await LoopActor.run { try LoopTimer(after: 0) { log.add("once") } }
    let often = try await LoopActor.run {
      try LoopTimer(after: 1, every: 1) {
        log.add("often")
        if log.entries.count == 5 { done.resume(()) }
      }
    }
    await done.value
    await once.close()
    await often.close()
    let entries = await LoopActor.run { log.entries }
    #expect(entries.filter { $0 == "once" }.count == 1)
    #expect(entries.filter { $0 == "often" }.count >= 4)
  }

  @Test func `a stopped timer stays silent and can begin anew`() async throws {
    let log = Log<String>()
    let done = Promise<Void>()
    let timers = try await LoopActor.run {
      let stopped = try LoopTimer(after: 1) { log.add("stopped") }
      stopped.stop()
      let later = try LoopTimer(after: 5) {
        log.add("later")
        done.resume(())
      }
      return [stopped, later]
    }
    await done.value
    #expect(await LoopActor.run { log.entries } == ["later"])
    try await timers[0].restart(after: 0)
    try await timers[1].restart(after: 1)
    await done.value
    #expect(await LoopActor.run { log.entries } == ["later", "stopped", "later"])
    for timer in timers { await timer.close() }
  }

  @Test func `work that keeps handing itself over does not starve timers`() async throws {
    let done = Promise<Void>()
    let treadmill = Treadmill()
    let timer = try await LoopActor.run {
      treadmill.step()
      return try LoopTimer(after: 1) {
        treadmill.isOver = true
        done.resume(())
      }
    }
    await done.value
    await timer.close()
  }

  @Test func `a closed timer cannot begin anew, and closing twice does no harm`() async throws {
    let timer = try await LoopActor.run { try LoopTimer(after: 1000) {} }
    await timer.close()
    await timer.close()
    await #expect(throws: UVError.self) { try await timer.restart(after: 0) }
  }

  @Test func `a timer closes itself while it fires, and lets go of what it held`() async throws {
    let done = Promise<Void>()
    let freed = Promise<Void>()
    try await LoopActor.run {
      let canary = Canary { freed.resume(()) }
      let holder = Holder()
      holder.timer = try LoopTimer(after: 0) {
        holder.timer?.close()
        holder.timer = nil
        _ = canary
        done.resume(())
      }
    }
    await done.value
    await freed.value
  }

  @Test func `dropping a handle closes it and frees what its callback held`() async throws {
    let freed = Promise<Void>()
    try await LoopActor.run {
      let canary = Canary { freed.resume(()) }
      _ = try LoopTimer(after: 60_000) { _ = canary }
    }
    await freed.value
  }

  @Test func `a handle that was forgotten is found`() async throws {
    let log = HandleLog()
    let timer = try await HandleLog.$current.withValue(log) {
      try await LoopActor.run { try LoopTimer(after: 60_000) {} }
    }
    #expect(log.open == ["timer"])
    await timer.close()
    #expect(log.open.isEmpty)
  }

  // MARK: Wall-clock timers

  @Test func `a timer on the wall fires once for each start, unless it is stopped`() async throws {
    let log = Log<String>()
    let done = Promise<Void>()
    let timers = try await LoopActor.run {
      let stopped = try WallTimer { log.add("stopped") }
      try stopped.restart(after: 1)
      stopped.stop()
      let later = try WallTimer {
        log.add("later")
        done.resume(())
      }
      try later.restart(after: 60_000)
      try later.restart(after: 5)
      return [stopped, later]
    }
    await done.value
    try await timers[1].restart(after: 0)
    await done.value
    #expect(await LoopActor.run { log.entries } == ["later", "later"])
    for timer in timers { await timer.close() }
  }

  @Test func `dropping a timer on the wall frees what its callback held`() async throws {
    let freed = Promise<Void>()
    try await LoopActor.run {
      let canary = Canary { freed.resume(()) }
      let timer = try WallTimer { _ = canary }
      try timer.restart(after: 60_000)
    }
    await freed.value
  }

  // MARK: Signals

  @Test func `a signal reaches the loop`() async throws {
    let came = Promise<Void>()
    let signal = try await LoopActor.run { try LoopSignal(SIGUSR1) { came.resume(()) } }
    kill(getpid(), SIGUSR1)
    await came.value
    await signal.close()
  }

  @Test func `a signal that cannot be caught is refused with words`() async throws {
    let error = await #expect(throws: UVError.self) {
      try await LoopActor.run { _ = try LoopSignal(SIGKILL) {} }
    }
    #expect(error?.description == "Could not listen for signal 9: invalid argument.")
    await LoopActor.run {}
  }

  // MARK: Files

  @Test func `a change in a watched folder is told by name`() async throws {
    let folder = try TemporaryFolder()
    let changes = Promise<FileWatcher.Change>()
    let watcher = try await LoopActor.run {
      try FileWatcher(folder.path) { changes.resume($0) }
    }
    try folder.write("hello", to: "note.txt")
    let change = await changes.value
    #expect(change == FileWatcher.Change(name: "note.txt", isRename: true))
    await watcher.close()
  }

  @Test func `watching what is not there is refused with words`() async throws {
    let error = await #expect(throws: UVError.self) {
      try await LoopActor.run { _ = try FileWatcher("/nowhere/at/all") { _ in } }
    }
    #expect(error?.description == "Could not watch /nowhere/at/all: no such file or directory.")
    await LoopActor.run {}
  }

  // MARK: Descriptors

  @Test func `a descriptor tells when it can be read`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let ready = Promise<Bool>()
    let poll = try await LoopActor.run {
      try LoopPoll(readEnd, for: .readable) { result in
        ready.resume((try? result.get())?.contains(.readable) ?? false)
      }
    }
    #expect(write(writeEnd, "x", 1) == 1)
    #expect(await ready.value == true)
    await poll.close()
    close(readEnd)
    close(writeEnd)
  }

  @Test func `a plain file cannot be polled`() async throws {
    let descriptor = open("/etc/hostname", O_RDONLY)
    defer { close(descriptor) }
    await #expect(throws: UVError.self) {
      try await LoopActor.run { _ = try LoopPoll(descriptor, for: .readable) { _ in } }
    }
  }
}

/// Lets a timer's callback access its timer.
@LoopActor
private final class Holder {
  var timer: LoopTimer?
}

/// Reports when it is freed.
final class Canary: Sendable {
  private let freed: @Sendable () -> Void

  init(_ freed: @escaping @Sendable () -> Void) { self.freed = freed }

  deinit { freed() }
}

/// Submits itself to the loop again in each step.
@LoopActor
private final class Treadmill {
  var isOver = false

  nonisolated init() {}

  func step() {
    guard !isOver else { return }
    LoopActor.loop.submit { self.step() }
  }
}
