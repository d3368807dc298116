import Core
import Glibc
import Journals
import Locks
import Testing

@testable import SQLiteJournal

/// Which calls wait for each other, and what remains of a journal after its release.
@Suite struct ThreadTests {
  @Test func `reads go on while an append waits for another program`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let journal = try SQLiteJournal(path: path, timeout: 60_000)
      try await journal.add(facts(1...3), after: 0)
      let isDone = SharedLocked(false)
      let lock = try FileLock(path: path + ".lock", timeout: 60_000)
      try lock.acquire()
      let append = Task.detached {
        defer { isDone.withLock { $0 = true } }
        return try await journal.add([fact(4)], after: 3)
      }
      #expect(await comesTrue { journal.isWriting })
      async let rows = journal.all()
      async let known = journal.known([FactID(rawValue: 1)], in: home)
      #expect(try await rows.count == 3)
      #expect(try await known.count == 1)
      #expect(try await journal.next() == nil)
      #expect(isDone.withLock { $0 } == false)
      lock.release()
      #expect(try await append.value == 4)
      #expect(try await journal.all().count == 4)
    }
  }

  @Test func `a read does not wait for another that takes long`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add(facts(1...3), after: 0)
      let (gate, isHeld, count) = (Gate(), SharedLocked(false), SharedLocked(0))
      async let slow: Void = journal.read { _ throws(JournalError) in
        isHeld.withLock { $0 = true }
        gate.wait()
      }
      #expect(await comesTrue { isHeld.withLock { $0 } })
      let quick = Task {
        let rows = try await journal.all()
        count.withLock { $0 = rows.count }
      }
      #expect(await comesTrue { count.withLock { $0 } == 3 })
      gate.open()
      try await slow
      try await quick.value
    }
  }

  @Test func `whoever has a result finds the thread idle, and uses no other one`() async {
    let thread = SerialThread()
    let gate = Gate()
    async let first: Void = thread.run { gate.wait() }
    #expect(await comesTrue { thread.load == 1 })
    gate.open()
    await first
    #expect(thread.load == 0)
    for _ in 0..<500 {
      await thread.run {}
      #expect(thread.load == 0)
    }
    thread.end()
  }

  @Test func `whoever hears of the result of what was started finds the thread idle`() async {
    let thread = SerialThread()
    let heard = SharedLocked<[Int]>([])
    for number in 1...3 {
      thread.start {
        number
      } done: { result in
        heard.withLock { $0 += [result, thread.load] }
      }
      #expect(await comesTrue { heard.withLock { $0.count } == 2 * number })
    }
    #expect(heard.withLock { $0 } == [1, 0, 2, 0, 3, 0])
    thread.end()
  }

  @Test func `what a thread is given it does in order, one after the other`() async throws {
    let thread = SerialThread()
    let gate = Gate()
    let done = SharedLocked<[Int]>([])
    let first = Task { await thread.run { gate.wait() } }
    #expect(await comesTrue { thread.load == 1 })
    var others: [Task<Void, Never>] = []
    for number in 0..<200 {
      others.append(Task { await thread.run { done.withLock { $0.append(number) } } })
      #expect(await comesTrue { thread.load == number + 2 })
    }
    gate.open()
    await first.value
    for other in others { await other.value }
    #expect(done.withLock { $0 } == Array(0..<200))
    thread.end()
  }

  @Test func `what is given runs on the thread, and whoever gave it goes on elsewhere`() async {
    let thread = SerialThread()
    let place = await thread.run { linkTarget("/proc/thread-self") }
    for _ in 0..<200 {
      #expect(await thread.run { linkTarget("/proc/thread-self") } == place)
      #expect(linkTarget("/proc/thread-self") != place)
    }
    thread.end()
  }

  @Test func `errors come back to whoever gave the work`() async {
    let thread = SerialThread()
    await #expect(throws: JournalError.self) {
      try await thread.run { () throws(JournalError) in throw JournalError(.busy, "no") }
    }
    thread.end()
  }

  @Test func `a thread ends when it is told to, after what it was given`() async throws {
    let thread = SerialThread()
    let (name, gate) = (try #require(await thread.run { linkTarget("/proc/thread-self") }), Gate())
    #expect(exists("/proc/\(name)"))
    let last = Task { await thread.run { gate.wait() } }
    #expect(await comesTrue { thread.load == 1 })
    thread.end()
    #expect(exists("/proc/\(name)"))
    gate.open()
    await last.value
    #expect(await comesTrue { !exists("/proc/\(name)") })
    // A late job still runs, and its thread ends too.
    let second = try #require(await thread.run { linkTarget("/proc/thread-self") })
    #expect(await comesTrue { !exists("/proc/\(second)") })
  }

  @Test func `a thread that was never used is never started`() async {
    weak var gone: SerialThread?
    do {
      let thread = SerialThread()
      gone = thread
      thread.end()
    }
    #expect(gone == nil)
  }

  @Test func `a journal that is let go of has closed its files`() async throws {
    try await withFolder { folder in
      for round in 0..<50 {
        try await {
          let journal = try SQLiteJournal(path: "\(folder)/journal.db")
          try await journal.add([fact(round + 1)], after: round)
          async let rows = journal.all()
          async let known = journal.known([], in: home)
          _ = try await (rows, known)
          #expect(openFiles(below: folder) != [])
        }()
        #expect(openFiles(below: folder) == [])
      }
    }
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
