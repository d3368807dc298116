import Glibc

/// Runs many seeds and prints the results.
public struct Campaign {
  private let seeds: ClosedRange<UInt64>
  private let bounds: Simulation.Bounds

  public init(first: UInt64, seeds: UInt64, within bounds: Simulation.Bounds = .none) {
    self.seeds = first...(first + max(seeds, 1) - 1)
    self.bounds = bounds
  }

  /// Runs the seeds; returns whether all hold.
  public func run(without left: Guard?, isTraced: Bool) -> Bool {
    let begun = Campaign.seconds()
    var failing: [UInt64] = []
    var kinds: [String: Int] = [:]
    var sum = Simulation.Report()
    for seed in seeds {
      do {
        let simulation = try Simulation(
          seed: seed,
          without: left,
          within: bounds,
          trace: isTraced ? { print($0) } : nil
        )
        sum += try simulation.run()
      } catch {
        if failing.isEmpty {
          print("seed \(seed): \(error)")
          shrink(seed, without: left)
        }
        failing.append(seed)
        kinds[String("\(error)".prefix(2)), default: 0] += 1
      }
    }
    let time = Campaign.seconds() - begun
    print(
      "\(seeds.count) seeds, \(failing.count) failing \(failing.prefix(5)) \(kinds), "
        + "\(sum.facts) facts; latest value lost in \(sum.wrong) of \(sum.compared); "
        + "\(Int(Double(seeds.count) / max(time, 0.001))) seeds/s"
    )
    return failing.isEmpty && !sum.losesTooMany
  }

  /// Prints how to repeat the smallest run of a seed that still fails.
  private func shrink(_ seed: UInt64, without left: Guard?) {
    guard let smallest = Campaign.smallest(seed, without: left, within: bounds) else { return }
    let without = left.map { " --without \($0.rawValue)" } ?? ""
    print(
      "smallest: --first \(seed) --seeds 1 --devices \(smallest.bounds.devices) "
        + "--steps \(smallest.bounds.steps)\(without) --trace: \(smallest.failure)"
    )
  }

  /// The smallest run of a seed that fails, and its failure.
  ///
  /// Fewer devices count more than fewer steps: they are what makes a trace hard to read.
  public static func smallest(
    _ seed: UInt64,
    without left: Guard?,
    within bounds: Simulation.Bounds = .none,
    storage: SimulatedStorage = .sometimesFiles
  ) -> (bounds: Simulation.Bounds, failure: any Error)? {
    for devices in 1...bounds.devices {
      for steps in 0...bounds.steps {
        let smaller = Simulation.Bounds(devices: devices, steps: steps)
        do {
          _ = try Simulation(seed: seed, without: left, within: smaller, storage: storage).run()
        } catch {
          return (smaller, error)
        }
      }
    }
    return nil
  }

  /// Leaves out each protection in turn; returns whether each is missed.
  public func tryGuards() -> Bool {
    var unnoticed: [String] = []
    for protection in Guard.allCases {
      let seed = firstFailing(without: protection)
      print("\(protection.rawValue): \(seed.map { "missed at seed \($0)" } ?? "NOT MISSED")")
      if seed == nil { unnoticed.append(protection.rawValue) }
    }
    print("\(Guard.allCases.count) protections, \(unnoticed.count) not missed \(unnoticed)")
    return unnoticed.isEmpty
  }

  /// Tries documents that are almost those of the protocol; returns whether all were answered.
  public func tryBodies(_ count: Int) -> Bool {
    var sum = BodyFuzz.Report()
    let perSeed = 2000
    for (index, start) in stride(from: 0, to: count, by: perSeed).enumerated() {
      do {
        var fuzz = try BodyFuzz(seed: seeds.lowerBound + UInt64(index))
        let report = try fuzz.run(min(perSeed, count - start))
        sum.calls += report.calls
        sum.answers += report.answers
        sum.foreign += report.foreign
        sum.malformed += report.malformed
      } catch {
        print("seed \(seeds.lowerBound + UInt64(index)): \(error)")
        return false
      }
    }
    print(
      "\(count) documents: \(sum.calls) were read as requests and \(sum.answers) as answers; "
        + "\(sum.foreign) were foreign and \(sum.malformed) malformed"
    )
    return true
  }

  private func firstFailing(without left: Guard) -> UInt64? {
    var sum = Simulation.Report()
    for seed in seeds {
      do {
        sum += try Simulation(seed: seed, without: left).run()
      } catch {
        return seed
      }
    }
    return sum.losesTooMany ? seeds.upperBound : nil
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
