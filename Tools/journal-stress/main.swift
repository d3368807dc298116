import Core
import Glibc
import Journals
import SQLiteJournal

let usage = """
  journal-stress kill PATH ROUNDS SEED         kill a writer at random moments; nothing is lost
  journal-stress together PATH PROCESSES COUNT write from several processes at once
  journal-stress full PATH BYTES               write until files may not grow any more
  journal-stress leaks PATH ROUNDS             open and let go of journals; nothing of them is left
  journal-stress writer PATH SEED COUNT        append and print what was confirmed
  journal-stress checkpointer PATH COUNT       move the log into the file again and again
  """

/// Kills a writer `rounds` times, and checks the file each time.
func killLoop(path: String, rounds: Int, seed: UInt64) async throws {
  var random = SplitMix64(seed: seed)
  var confirmed: Set<String> = []
  var unconfirmed = 0
  var cutShort = 0
  for round in 1...max(rounds, 1) {
    // A file that grows without limit would make each check slower than the one before.
    if round % 10 == 1 {
      removeJournal(path)
      (confirmed, unconfirmed) = ([], 0)
    }
    let writer = try Process(
      ["writer", path, "\(seed &+ UInt64(round) << 20)", "1000000000"],
      output: path + ".confirmed"
    )
    // Some are killed while opening, some during the first appends, some after checkpoints.
    usleep(UInt32.random(in: 0...(round % 3 == 0 ? 200_000 : 30_000), using: &random))
    writer.kill()
    if writer.wait() != nil { throw Failure("round \(round): the writer ended by itself") }
    confirmed.formUnion(try writer.printed())
    do {
      let rows = try await Check(path: path).run(confirmed: confirmed)
      if rows - confirmed.count > unconfirmed { cutShort += 1 }
      unconfirmed = rows - confirmed.count
    } catch {
      throw Failure("round \(round), seed \(seed): \(error)")
    }
  }
  print("\(rounds) kills, nothing lost; \(cutShort) between commit and confirmation.")
}

/// Runs `processes` writers and a checkpointer on one file at the same time.
func together(path: String, processes: Int, count: Int) async throws {
  removeJournal(path)
  let checkpointer = try Process(
    ["checkpointer", path, "1000000000"],
    output: path + ".checkpoints"
  )
  defer {
    checkpointer.kill()
    _ = checkpointer.wait()
    unlink(path + ".checkpoints")
  }
  let writers = try (1...max(processes, 1)).map {
    try Process(["writer", path, "\($0)", "\(count)"], output: "\(path).confirmed-\($0)")
  }
  var confirmed: Set<String> = []
  for (number, writer) in writers.enumerated() {
    let status = writer.wait()
    let printed = try writer.printed()
    guard status == 0 else {
      throw Failure("writer \(number + 1) failed: \(printed.last ?? "")")
    }
    confirmed.formUnion(printed)
  }
  let rows = try await Check(path: path).run(confirmed: confirmed)
  guard rows == confirmed.count else {
    throw Failure("\(rows) rows, but \(confirmed.count) were confirmed")
  }
  print("\(processes) processes, \(rows) facts, nothing lost.")
}

func checkpoints(path: String, count: Int) async throws {
  let journal = try SQLiteJournal(path: path, timeout: 60_000)
  for _ in 0..<count {
    try await journal.checkpoint()
    usleep(500)
  }
}

func removeJournal(_ path: String) {
  for suffix in ["", "-wal", "-shm", ".lock", ".head"] { unlink(path + suffix) }
}

func number<T: FixedWidthInteger>(_ index: Int) throws -> T {
  guard index < CommandLine.arguments.count, let value = T(CommandLine.arguments[index]) else {
    throw Failure("usage:\n\(usage)")
  }
  return value
}

func run() async throws {
  let arguments = CommandLine.arguments
  guard arguments.count > 3 else { throw Failure("usage:\n\(usage)") }
  let path = arguments[2]
  switch arguments[1] {
  case "kill": try await killLoop(path: path, rounds: number(3), seed: number(4))
  case "together": try await together(path: path, processes: number(3), count: number(4))
  case "writer":
    var writer = try Writer(path: path, seed: number(3))
    try await writer.run(count: number(4))
  case "full": try await FullDisk(path: path, limit: number(3)).run()
  case "leaks": try await Leaks(path: path).run(rounds: number(3))
  case "limited-writer": try await FullDisk(path: path, limit: number(3)).write()
  case "checkpointer": try await checkpoints(path: path, count: number(3))
  default: throw Failure("usage:\n\(usage)")
  }
}

do { try await run() } catch {
  print("failed: \(error)")
  exit(1)
}
