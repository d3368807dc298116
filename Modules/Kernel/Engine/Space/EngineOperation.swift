import Core
import Journals

/// A request on its way: run against the state, perhaps again after a conflict, and answered once
/// what it saw and decided is on disk.
///
/// Made by whoever asks, then handed to one engine for good.
public class EngineOperation {
  /// How often it was run and another process wrote first.
  var conflicts = 0

  /// Reads or decides.
  ///
  /// What it throws is an answer too, and waits like one.
  func run(in engine: SpaceEngine) {}
  /// Gives the answer.
  func complete() {}
  /// Gives up: nothing of it was kept.
  func fail(_ error: any Error) {}
}

/// The answer of an operation that was never run; made once, as every operation begins with it.
private let notRun: any Error = CancellationError()

/// An operation whose answer is of one type.
///
/// Its completion is called exactly once: by whichever of ``complete()`` and ``fail(_:)`` the fate
/// of the batch calls.
public class TypedOperation<Answer>: EngineOperation {
  public typealias Completion = (Result<Answer, any Error>) -> Void

  private let completion: Completion
  /// Not optional: here the type of what is kept is looked up at each use, and so would its optional.
  private var result: Result<Answer, any Error> = .failure(notRun)

  init(_ completion: @escaping Completion) { self.completion = completion }

  /// Works out the answer.
  func answer(in engine: SpaceEngine) throws -> Answer { throw CancellationError() }

  override final func run(in engine: SpaceEngine) {
    do { result = .success(try answer(in: engine)) } catch { result = .failure(error) }
  }

  override final func complete() { completion(result) }

  override final func fail(_ error: any Error) { completion(.failure(error)) }
}
