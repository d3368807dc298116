import NIOCore
import NIOHTTP1

/// Rejects requests that servers understand differently, and marks those after which a connection ends.
///
/// With a transfer coding in HTTP/1.0, the bytes that follow could be taken for another request; with
/// two hosts, a proxy and this server could each mean another one. Source: RFC 9112, sections 3.2, 6.1
/// and 9.3.
final class FramingGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var hasRefused = false

  /// Adds a guard behind the decoder of a connection.
  static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try pipeline.addHandler(FramingGuard(), position: .after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else {
      context.fireChannelRead(data)
      return
    }
    if let error = FramingGuard.ambiguity(of: head) {
      hasRefused = true
      context.fireErrorCaught(error)
      return
    }
    // Hummingbird knows no version of HTTP, and no other spelling.
    if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private static func ambiguity(of head: HTTPRequestHead) -> HTTPParserError? {
    if head.version != .http1_1, head.headers.contains(name: "Transfer-Encoding") {
      return .invalidVersion
    }
    return head.headers["Host"].count > 1 ? .invalidHeaderToken : nil
  }
}
