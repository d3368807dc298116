/// The sender of a request, as the request itself proves.
package enum WebPrincipal: Sendable, Equatable {
  /// A browser that the person has signed in.
  case browser(WebSession)
  /// A program that sends the token.
  case program
  /// A program of the same user, over the Unix socket.
  case process
  /// A page that embeds a part of the app, with a key for that.
  case embedding(Embedded)
  /// A person who is signed in at a server, through a browser or a program.
  case member(Visitor, isProgram: Bool)

  /// The permissions of the embedding page.
  package enum Embedded: Sendable, Equatable {
    case showing, acting
  }

  /// Whether it is a program, which may send commands and sign browsers in.
  var isProgram: Bool {
    switch self {
    case .program, .process, .member(_, isProgram: true): true
    case .browser, .embedding, .member: false
    }
  }

  var isEmbedding: Bool {
    guard case .embedding = self else { return false }
    return true
  }

  /// The value from which the tokens of its forms are derived.
  var formSubject: String {
    switch self {
    case .browser(let session): "session \(session.id)"
    case .program, .process: "program"
    case .member(let visitor, _): visitor.subject
    case .embedding(.showing): "showing"
    case .embedding(.acting): "acting"
    }
  }
}
