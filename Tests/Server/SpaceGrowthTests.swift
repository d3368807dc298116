import Core
import Locks
import Testing

@testable import trellis_server

@Suite struct SpaceGrowthTests {
  @Test("a listener hears of each growth, and hearing of it takes no more of the stack each time")
  func listenerIsCalledDirectly() {
    let growth = SpaceGrowth()
    let heard = Locked<[SpaceID]>([])
    let depths = Locked<Set<UInt>>([])
    growth.listen { space in
      var local = 0
      let depth = withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
      heard.withLock { $0.append(space) }
      depths.withLock { _ = $0.insert(depth) }
    }

    let spaces = (0..<UInt128(100)).map { SpaceID(rawValue: $0) }
    for space in spaces { growth.report(space) }

    #expect(heard.withLock { $0 } == spaces)
    #expect(depths.withLock { $0.count } == 1)
  }
}
