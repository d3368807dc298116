import Core
import Journals
import Sync

/// Gives a server and a device documents that are almost those of the protocol.
///
/// None may crash them; the answers do not matter.
public struct BodyFuzz {
  private var chance: Chance
  /// The run, to which its server still reports.
  private let simulation: Simulation
  private let documents: [[UInt8]]
  private var now: Int64

  /// The results of the documents.
  public struct Report: Sendable {
    public var calls = 0
    public var answers = 0
    public var foreign = 0
    public var malformed = 0
  }

  /// Collects documents from a run.
  public init(seed: UInt64) throws {
    var simulation = try Simulation(seed: seed, storage: .memory)
    var seed = seed
    while !simulation.server.usesDocuments {
      seed &+= 1
      simulation = try Simulation(seed: seed, storage: .memory)
    }
    var documents: [[UInt8]] = []
    simulation.server.onDocument = { documents.append($0) }
    _ = try simulation.run()
    simulation.server.onDocument = nil
    chance = Chance(seed: seed)
    self.simulation = simulation
    self.documents = documents
    now = simulation.now
  }

  /// Tries `count` documents.
  ///
  /// - Throws: an error if a document that can be read is not answered.
  public mutating func run(_ count: Int) throws -> Report {
    var report = Report()
    for _ in 0..<count {
      now += 10
      let document = mutated()
      do throws(SyncWire.Fault) {
        _ = try SyncWire.call(document)
        report.calls += 1
      } catch {
        if case .foreign = error { report.foreign += 1 } else { report.malformed += 1 }
        if let answer = try? SyncWire.answer(document) {
          report.answers += 1
          simulation.devices[0].hear(answer)
        }
        continue
      }
      _ = try simulation.server.handle(document, now: now)
    }
    return report
  }

  // MARK: Documents

  private mutating func mutated() -> [UInt8] {
    var document = chance.pick(documents)
    for _ in 0..<chance.number(1...3) {
      // Most others are no longer JSON.
      switch chance.number(0...19) {
      case ..<14: replaceNumber(in: &document)
      case ..<16: swapPieces(in: &document)
      case ..<18: changeByte(in: &document)
      case 18: document.removeSubrange(piece(of: document))
      default:
        let place = chance.number(0...document.count)
        document.insert(contentsOf: document[piece(of: document)], at: place)
      }
      if document.isEmpty { return document }
    }
    return document
  }

  private mutating func piece(of document: [UInt8]) -> Range<Int> {
    let start = chance.number(0...max(document.count - 1, 0))
    return start..<min(start + chance.number(1...60), document.count)
  }

  private mutating func changeByte(in document: inout [UInt8]) {
    let place = chance.number(0...document.count - 1)
    document[place] = chance.pick([0, 34, 44, 48, 58, 91, 93, 123, 125, 255, document[place] ^ 1])
  }

  /// Replaces a number with one at the limits of what can be written.
  private mutating func replaceNumber(in document: inout [UInt8]) {
    let start = chance.number(0...document.count - 1)
    guard let first = document[start...].firstIndex(where: { (48...57).contains($0) }) else {
      return
    }
    let end = document[first...].firstIndex { !(48...57).contains($0) } ?? document.count
    let numbers = [
      "0", "1", "2", "-1", "500", "501", "9007199254740992", "9007199254740993",
      "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e400", "0.5",
    ]
    document.replaceSubrange(first..<end, with: Array(chance.pick(numbers).utf8))
  }

  /// Inserts a piece of another document.
  private mutating func swapPieces(in document: inout [UInt8]) {
    let other = chance.pick(documents)
    document.replaceSubrange(piece(of: document), with: other[piece(of: other)])
  }
}
