import Core
import Journals
import Runtime

let space = SpaceID(rawValue: 7)

func start(
  _ modules: [any Module.Type],
  _ journal: any Journal,
  now: Instant = Instant(seconds: 1_750_000_000),
  memoryLimit: Int = 64 << 20
) async throws -> Runtime {
  try await Runtime.start(
    modules: modules,
    journal: journal,
    clock: FixedClock(now),
    memoryLimit: memoryLimit,
    seed: 1
  )
}

func start(
  _ journal: any Journal,
  now: Instant = Instant(seconds: 1_750_000_000),
  memoryLimit: Int = 64 << 20
) async throws -> Runtime {
  try await start([TallyModule.self], journal, now: now, memoryLimit: memoryLimit)
}
