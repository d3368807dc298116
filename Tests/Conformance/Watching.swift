import ChildProcesses
import Driver
import Foundation
import Locks

/// A `trellis` that stays open, and its output.
final class Watching: Sendable {
  private let process: ChildProcess
  private let output: Locked<Output>
  private let pipe: FileHandle
  private let arrived = DispatchSemaphore(value: 0)

  private struct Output {
    var text = ""
    /// The offset at which the next wait begins.
    var seen = 0
  }

  convenience init(_ arguments: [String], _ life: Life) throws {
    try self.init(life.person.plan(arguments, now: life.instant))
  }

  /// Runs on a terminal, and with the real clock, since the clock of a test is frozen.
  convenience init(onTerminal arguments: [String], _ life: Life) throws {
    let line = ([Person.binary.path] + arguments).joined(separator: " ")
    try self.init(life.person.planOnTerminal(line))
  }

  private init(_ plan: ChildProcess.Plan) throws {
    var plan = plan
    (plan.output, plan.errors) = (.pipe, .discarded)
    process = try ChildProcess(plan)
    output = Locked(Output())
    pipe = FileHandle(fileDescriptor: process.output, closeOnDealloc: false)
    pipe.readabilityHandler = { [weak self] file in
      let data = file.availableData
      guard !data.isEmpty, let self else { return }
      self.output.withLock { $0.text += String(decoding: data, as: UTF8.self) }
      self.arrived.signal()
    }
  }

  func stop() {
    pipe.readabilityHandler = nil
    process.terminate()
    process.wait()
  }

  /// The last document that was printed.
  var last: String {
    output.withLock { output in
      let start = output.text.range(of: "\n{", options: .backwards)?.lowerBound
      return String(output.text[(start ?? output.text.startIndex)...])
    }
  }

  /// Whether `text` is printed after the previous match, within `seconds`.
  func waits(for text: String, within seconds: Double) -> Bool {
    let deadline = DispatchTime.now() + seconds
    while true {
      let isThere = output.withLock { output in
        let start = output.text.index(output.text.startIndex, offsetBy: output.seen)
        guard let range = output.text.range(of: text, range: start..<output.text.endIndex) else {
          return false
        }
        output.seen = output.text.distance(from: output.text.startIndex, to: range.upperBound)
        return true
      }
      if isThere { return true }
      guard arrived.wait(timeout: deadline) == .success else { return false }
    }
  }
}
