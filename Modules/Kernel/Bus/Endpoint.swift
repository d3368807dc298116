import Loop

/// Questions of one type that exactly one part answers.
public final class Endpoint<Question: Sendable, Reply: Sendable>: Sendable {
  @usableFromInline typealias Handler = @LoopActor (Question) throws -> Reply

  @usableFromInline let answerer: Answerer
  @usableFromInline let lane: Lane<Asked>

  @usableFromInline
  final class Answerer: Sendable {
    @usableFromInline let state = LoopOnly<(label: String, handler: Handler)?>(nil)

    @usableFromInline
    init() {}

    @LoopActor @inlinable
    func answer(_ question: Question) throws -> Reply {
      guard let handler = state.value?.handler else {
        throw NoAnswerer(question: String(describing: Question.self))
      }
      return try handler(question)
    }
  }

  /// A question from outside the loop.
  @usableFromInline
  struct Asked: Sendable {
    @usableFromInline let question: Question
    /// Resumed exactly once, where the lane delivers it; checking that would cost an allocation.
    @usableFromInline let asker: UnsafeContinuation<Reply, any Error>

    @inlinable
    init(question: Question, asker: UnsafeContinuation<Reply, any Error>) {
      self.question = question
      self.asker = asker
    }
  }

  /// An endpoint that belongs to no bus; `Bus.endpoint` makes those that are found by type.
  @inlinable
  public init() {
    let answerer = Answerer()
    self.answerer = answerer
    lane = Lane(to: LoopActor.loop) { asked in
      do {
        asked.asker.resume(returning: try answerer.answer(asked.question))
      } catch {
        asked.asker.resume(throwing: error)
      }
    }
  }

  /// Makes `handler` the one that answers.
  ///
  /// - Throws: `TwoAnswerers` when there is one already; that one stays.
  @LoopActor
  public func respond(
    _ label: String,
    _ handler: @escaping @LoopActor (Question) throws -> Reply
  ) throws(TwoAnswerers) {
    if let present = answerer.state.value {
      throw TwoAnswerers(
        question: String(describing: Question.self),
        first: present.label,
        second: label
      )
    }
    answerer.state.value = (label, handler)
  }

  /// Who answers, if anyone does.
  @LoopActor
  public var answeredBy: String? { answerer.state.value?.label }

  /// Asks on the loop: a plain call.
  ///
  /// - Throws: what the answerer throws, or `NoAnswerer`.
  @LoopActor @inlinable
  public func ask(_ question: Question) throws -> Reply { try answerer.answer(question) }

  /// Asks from any thread: one hop to the loop, after all that this thread handed over before.
  ///
  /// - Throws: what the answerer throws, or `NoAnswerer`.
  @inlinable
  public func request(_ question: Question) async throws -> Reply {
    try await withUnsafeThrowingContinuation { asker in
      lane.post(Asked(question: question, asker: asker))
    }
  }
}

/// Nobody answers this question.
public struct NoAnswerer: Error, Sendable, Equatable, CustomStringConvertible {
  /// The type of the question.
  public let question: String

  @usableFromInline
  init(question: String) { self.question = question }

  public var description: String {
    "Nothing that is loaded answers \(question). Load the module that does."
  }
}

/// Two parts want to answer the same question.
public struct TwoAnswerers: Error, Sendable, Equatable, CustomStringConvertible {
  /// The type of the question.
  public let question: String
  /// Who answers already.
  public let first: String
  /// Who wanted to answer as well.
  public let second: String

  public var description: String {
    "\(question) is answered by \(first) already, so \(second) cannot answer it too. Load only one."
  }
}
