import NIOCore
import NIOHTTP1

/// Rejects requests of HTTP/1.0 with a transfer coding, since servers disagree about their end.
///
/// The bytes that follow on such a connection could otherwise be taken for another request. Source:
/// RFC 9112, section 6.1.
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
    if case .head(let head) = unwrapInboundIn(data), head.version != .http1_1,
      head.headers.contains(name: "Transfer-Encoding")
    {
      hasRefused = true
      context.fireErrorCaught(HTTPParserError.invalidVersion)
      return
    }
    context.fireChannelRead(data)
  }
}
