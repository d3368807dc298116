import Core
import Loop

/// What answers one type of request, its type forgotten.
@LoopActor
protocol Handler {}

struct QueryHandler<Q: Query>: Handler {
  let answer: @LoopActor (Q, RequestContext, Space) throws -> Q.Reply
}

struct CommandHandler<C: Command>: Handler {
  /// Whose alarms the decision sets.
  let module: String
  let decide: @LoopActor (C, RequestContext, Space) throws -> Decision
  let reply: @LoopActor (C, RequestContext, Space) throws -> C.Reply
}

typealias WakeHandler = @LoopActor (AlarmKey, RequestContext, Space) throws -> Decision
