import Glibc
import SyncSimulation

let usage = """
  usage: sync-simulator [--seeds N] [--first SEED] [--without GUARD] [--guards] [--trace] [--bodies N]
                        [--devices N] [--steps N]

  Plays devices and a server that lose, repeat and delay messages, crash, are restored and copied, and
  have wrong clocks; then lets them meet in peace. Checks after each step and at the end that nothing
  is lost, doubled or told differently. A seed decides everything, so that one that fails can be
  repeated:

    sync-simulator --first 4711 --seeds 1 --trace

  --without GUARD   leaves out one protection; some seed must fail then
  --guards          leaves out each one in turn, and fails unless all are missed
  --devices N       plays N devices at most, and
  --steps N         N steps at most: what a failing seed was shrunk to
  --bodies N        gives a server and a device N documents that are almost those of the protocol
  """

/// The arguments of the command line.
struct Arguments {
  var seeds: UInt64 = 2000
  var first: UInt64 = 1
  var left: Guard?
  var triesGuards = false
  var bodies = 0
  var isTraced = false
  var bounds = Simulation.Bounds.none

  init() {
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--seeds": seeds = Self.number(rest.popFirst())
      case "--first": first = Self.number(rest.popFirst())
      case "--without": left = Self.protection(rest.popFirst())
      case "--guards": triesGuards = true
      case "--bodies": bodies = Int(clamping: Self.number(rest.popFirst()))
      case "--devices": bounds.devices = Int(clamping: max(Self.number(rest.popFirst()), 1))
      case "--steps": bounds.steps = Int(clamping: Self.number(rest.popFirst()))
      case "--trace": isTraced = true
      case "--help", "-h":
        print(usage)
        exit(0)
      default: Self.fail("There is no option “\(argument)”.")
      }
    }
  }

  private static func number(_ text: String?) -> UInt64 {
    guard let text, let number = UInt64(text) else { fail("A number is missing.") }
    return number
  }

  private static func protection(_ text: String?) -> Guard {
    guard let found = text.flatMap(Guard.init) else {
      let names = Guard.allCases.map(\.rawValue).joined(separator: " ")
      fail("There is no such protection. There are: \(names).")
    }
    return found
  }

  private static func fail(_ words: String) -> Never {
    let text = Array("\(words)\n\(usage)\n".utf8)
    _ = write(STDERR_FILENO, text, text.count)
    exit(64)
  }
}

let arguments = Arguments()
var campaign = Campaign(
  first: arguments.first,
  seeds: arguments.seeds,
  within: arguments.bounds
)
let isFine =
  if arguments.bodies > 0 {
    campaign.tryBodies(arguments.bodies)
  } else if arguments.triesGuards {
    campaign.tryGuards()
  } else {
    campaign.run(without: arguments.left, isTraced: arguments.isTraced)
  }
exit(isFine ? 0 : 1)
