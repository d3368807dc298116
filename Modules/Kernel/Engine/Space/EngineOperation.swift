import Core
import Journals

/// A request being processed: run against the state and completed once its result is on disk.
///
/// It may run again after a conflict. The caller makes it and hands it over to one engine for good.
public class EngineOperation {
  /// How often it ran and another process wrote first.
  var conflicts = 0
  /// When the request was made, if it arrived later.
  public var claim: Claim?
  /// How many facts its commands may add; nil for any number.
  public var room: FactRoom?
  /// The attempt at a command of which this is a part; nil if it is sent once.
  public var ticket: CommandTicket?
  /// The number of facts that it saw when it ran last; nil if it added some.
  public internal(set) var unchangedAfter: Int?

  /// Reads or decides.
  ///
  /// An error that it throws is an answer too, and is delivered like one.
  func run(in engine: SpaceEngine) {}
  /// Reports that the journal already had the last `number` facts of the batch that may be its own.
  ///
  /// - Returns: how many of them belong to earlier operations.
  func wereKnown(_ number: Int) -> Int { number }
  /// Delivers the answer, once and on any thread, after the engine is done with the operation.
  public func complete() {}
  /// Reports an error; nothing of the operation was kept.
  func fail(_ error: any Error) {}
}

/// The result of an operation that has not run; made once, since every operation starts with it.
private let notRun: any Error = CancellationError()

/// An operation with a typed answer.
///
/// Its completion is called exactly once, by ``complete()`` or ``fail(_:)``, depending on the
/// result of the batch.
public class TypedOperation<Answer>: EngineOperation {
  public typealias Completion = (Result<Answer, any Error>) -> Void

  private let completion: Completion
  /// Not an optional: its type would be looked up at each use here, in addition to the value's.
  private var result: Result<Answer, any Error> = .failure(notRun)

  init(_ completion: @escaping Completion) { self.completion = completion }

  /// Computes the answer.
  func answer(in engine: SpaceEngine) throws -> Answer { throw CancellationError() }

  /// Changes the answer before it is delivered.
  final func revise(_ change: (Answer) -> Answer) { result = result.map(change) }

  override final func run(in engine: SpaceEngine) {
    do { result = .success(try answer(in: engine)) } catch { result = .failure(error) }
  }

  override public final func complete() { completion(result) }

  override final func fail(_ error: any Error) { completion(.failure(error)) }
}
