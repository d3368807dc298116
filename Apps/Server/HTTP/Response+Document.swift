import Core
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A JSON document.
  static func document(
    _ value: some Encodable,
    status: HTTPResponse.Status = .ok
  ) throws -> Response {
    json(try JSON.encode(value), status: status)
  }

  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }

  static let noContent = Response(status: .noContent)
}
