import Core

/// The type-erased handler of one type of request.
class Handler {
  /// The module that owns the facts and alarms of a decision; nil for a stand-in of a test.
  let module: LoadedModule?

  init(module: LoadedModule?) { self.module = module }
}

final class QueryHandler<Q: Query>: Handler {
  typealias Answer = (Q, RequestContext, SpaceEngine) throws -> Q.Reply

  let answer: Answer

  init(module: LoadedModule?, _ answer: @escaping Answer) {
    self.answer = answer
    super.init(module: module)
  }
}

final class CommandHandler<C: Command>: Handler {
  let decide: (C, RequestContext, SpaceEngine) throws -> Decision
  let reply: (C, RequestContext, SpaceEngine) throws -> C.Reply

  init(
    module: LoadedModule?,
    decide: @escaping (C, RequestContext, SpaceEngine) throws -> Decision,
    reply: @escaping (C, RequestContext, SpaceEngine) throws -> C.Reply
  ) {
    self.decide = decide
    self.reply = reply
    super.init(module: module)
  }
}

typealias WakeHandler = (AlarmKey, RequestContext, SpaceEngine) throws -> Decision
typealias Summarizer = (RequestContext, SpaceEngine) throws -> Decision
