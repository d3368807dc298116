import Core
import Journals
import Locks
import Testing

/// Which appends are stored together, and what each of their callers is told.
@Suite struct AppendQueueTests {
  private typealias Append = Task<[AppendResult], any Error>

  private let queue = AppendQueue()
  private let thread = SerialThread()
  /// The numbers of the requests that the store was given, for each call.
  private let calls = SharedLocked<[[Int]]>([])
  /// Those of the calls that were said to be second attempts.
  private let repeated = SharedLocked<[[Int]]>([])

  // MARK: Groups

  @Test func `appends that arrive while the thread is busy are stored together, in order`()
    async throws
  {
    defer { thread.end() }
    let appends = await whileBusy {
      await append([[request(1)], [request(2), request(3)], [], [request(4)]], to: store())
    }
    var results: [[AppendResult]] = []
    for append in appends { results.append(try await append.value) }
    let heads: [[Int]] = [[1], [2, 3], [], [4]]
    #expect(results == heads.map { $0.map { AppendResult.appended(head: $0) } })
    #expect(calls.withLock { $0 } == [[1, 2, 3, 4]])
  }

  @Test func `what arrives while a group is stored forms the next one`() async throws {
    defer { thread.end() }
    let (gate, stored) = (Gate(), store())
    let first = Append {
      try await queue.append([request(1)], on: thread) {
        requests,
        isAgain throws(AppendFailure) in
        let results = try stored(requests, isAgain)
        gate.wait()
        return results
      }
    }
    #expect(await comesTrue { calls.withLock { $0.count } == 1 })
    let others = await append([[request(2)], [request(3)]], to: stored)
    gate.open()
    for append in [first] + others { _ = try await append.value }
    #expect(calls.withLock { $0 } == [[1], [2, 3]])
  }

  @Test func `a group takes no further appends once it has 4096 facts`() async throws {
    defer { thread.end() }
    let many = facts(1...2000)
    let appends = await whileBusy {
      await append((1...5).map { [request($0, many)] }, to: store())
    }
    for append in appends { _ = try await append.value }
    #expect(calls.withLock { $0 } == [[1, 2, 3], [4, 5]])
  }

  @Test func `requests without facts count as well`() async throws {
    defer { thread.end() }
    let many = (1...4096).map { request($0) }
    let appends = await whileBusy { await append([many, [request(5000)]], to: store()) }
    for append in appends { _ = try await append.value }
    #expect(calls.withLock { $0.map(\.count) } == [4096, 1])
  }

  @Test func `what else waits for the thread gets its turn between two groups`() async throws {
    defer { thread.end() }
    let many = (1...4096).map { request($0) }
    let (appends, other) = await whileBusy {
      let appends = await append([many, [request(5000)]], to: store())
      #expect(await comesTrue { thread.load == 2 })
      let other = Task { await thread.run { calls.withLock { $0.append([]) } } }
      #expect(await comesTrue { thread.load == 3 })
      return (appends, other)
    }
    for append in appends { _ = try await append.value }
    await other.value
    #expect(calls.withLock { $0.map(\.count) } == [4096, 0, 1])
  }

  // MARK: Errors

  @Test func `an append that cannot be stored does not keep the others from being stored`()
    async throws
  {
    defer { thread.end() }
    let store = store(refusing: 2, .damaged, isOfOneAppend: true)
    let appends = await whileBusy {
      await append([[request(1)], [request(2), request(3)], [request(4)]], to: store)
    }
    let (first, last) = (try await appends[0].value, try await appends[2].value)
    #expect(first == [.appended(head: 1)])
    #expect(last == [.appended(head: 4)])
    #expect(await trouble { _ = try await appends[1].value }?.code == .damaged)
    #expect(calls.withLock { $0 } == [[1, 2, 3, 4], [1], [2, 3], [4]])
    #expect(repeated.withLock { $0 } == [[1], [2, 3], [4]])
  }

  @Test func `after an error that concerns all of a group nothing of it is tried again`() async {
    defer { thread.end() }
    let store = store(refusing: 2, .unconfirmed, isOfOneAppend: false)
    let appends = await whileBusy {
      await append([[request(1)], [request(2)], [request(3)]], to: store)
    }
    for append in appends {
      #expect(await trouble { _ = try await append.value }?.code == .unconfirmed)
    }
    #expect(calls.withLock { $0 } == [[1, 2, 3]])
  }

  @Test func `an append that was alone is not tried again, and the next one is stored`()
    async throws
  {
    defer { thread.end() }
    let store = store(refusing: 1, .damaged, isOfOneAppend: true)
    let refused = await trouble {
      _ = try await queue.append([request(1)], on: thread, storing: store)
    }
    #expect(refused?.code == .damaged)
    let results = try await queue.append([request(2)], on: thread, storing: store)
    #expect(results == [.appended(head: 2)])
    #expect(calls.withLock { $0 } == [[1], [2]])
  }

  // MARK: The end

  @Test func `appends that wait for a thread that is told to end are stored`() async throws {
    let appends = await whileBusy {
      let appends = await append([[request(1)], [request(2)]], to: store())
      thread.end()
      return appends
    }
    for append in appends { _ = try await append.value }
    #expect(calls.withLock { $0 } == [[1, 2]])
    // A late one is stored too, by a new thread.
    let late = try await queue.append([request(3)], on: thread, storing: store())
    #expect(late == [.appended(head: 3)])
  }

  @Test func `whoever has a result finds the thread idle, and the store let go of`() async throws {
    defer { thread.end() }
    for number in 0..<200 {
      weak var gone: Gate?
      do {
        let held = Gate()
        gone = held
        let results = try await queue.append([request(number)], on: thread) {
          requests,
          _ throws(AppendFailure) in
          held.open()
          return requests.map { AppendResult.appended(head: $0.after) }
        }
        #expect(results == [.appended(head: number)])
        #expect(thread.load == 0)
      }
      #expect(gone == nil)
    }
  }

  // MARK: Parts

  private func request(_ number: Int, _ facts: [FactRecord] = []) -> AppendRequest {
    AppendRequest(space: home, after: number, facts: facts)
  }

  /// A store that notes what it is given, and does not store the request with the number `refused`.
  private func store(
    refusing refused: Int? = nil,
    _ code: JournalError.Code = .damaged,
    isOfOneAppend: Bool = true
  ) -> AppendQueue.Store {
    { [calls, repeated] requests, isAgain throws(AppendFailure) in
      let numbers = requests.map(\.after)
      calls.withLock { $0.append(numbers) }
      if isAgain { repeated.withLock { $0.append(numbers) } }
      if let refused, numbers.contains(refused) {
        throw AppendFailure(JournalError(code, "no"), isOfOneAppend: isOfOneAppend)
      }
      return requests.map { AppendResult.appended(head: $0.after) }
    }
  }

  /// Runs `body` while the thread does something else.
  private func whileBusy<T>(_ body: () async -> T) async -> T {
    let gate = Gate()
    let job = Task { await thread.run { gate.wait() } }
    #expect(await comesTrue { thread.load == 1 })
    let value = await body()
    gate.open()
    await job.value
    return value
  }

  /// Appends these batches, each once the one before it waits.
  private func append(
    _ batches: [[AppendRequest]],
    to store: @escaping AppendQueue.Store
  ) async -> [Append] {
    var appends: [Append] = []
    for batch in batches {
      appends.append(Append { try await queue.append(batch, on: thread, storing: store) })
      #expect(await comesTrue { queue.count == appends.count })
    }
    return appends
  }
}
