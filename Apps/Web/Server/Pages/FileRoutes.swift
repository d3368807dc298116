import Core
import Crypto
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Presentation

/// Serves files, both static and generated.
struct FileRoutes: Sendable {
  let host: any WebHost
  let pages: PageRoutes
  let productFiles: [ProductFile]

  var routes: [WebRoute] {
    let assets = Assets.all
    let own: [WebRoute] = [
      .get("/assets/{hash}/{name}", access: .anyone) { _, parameters in
        try assets.response(parameters["name"] ?? "", hash: parameters["hash"] ?? "")
      },
      .get("/sw.js", access: .anyone) { _, _ in try assets.worker() },
    ]
    return own
      + productFiles.map { file in .get(file.path, access: .anyone) { _, _ in file.response } }
      + pages.contributions.downloads.map { file in
        .get(file.path) { try await respond(to: $0, with: file, $1) }
      }
  }

  private func respond(
    to exchange: HTTPExchange,
    with download: Download,
    _ parameters: [String: String]
  ) async throws -> Response {
    let context = try await host.context(for: exchange.visitor)
    let request = pages.pageRequest(context, exchange.target, parameters, of: exchange)
    let file = try await download.body(request)
    var headers: HTTPFields = [.contentType: file.contentType]
    if let name = file.name {
      headers[.contentDisposition] = FileRoutes.disposition(name)
    }
    switch file.content {
    case .bytes(let bytes): return FileRoutes.response(bytes, headers)
    case .written(let writer):
      guard let bytes = try await FileRoutes.short(writer) else {
        return Response(status: .ok, headers: headers, body: FileRoutes.stream(writer))
      }
      return FileRoutes.response(bytes, headers)
    }
  }

  private static func response(_ bytes: [UInt8], _ headers: HTTPFields) -> Response {
    var headers = headers
    headers[.eTag] = EntityTag.of(bytes)
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: .init(bytes: bytes)))
  }

  /// The number of bytes of a file that are sent at once.
  private static let shortest = 1 << 20

  /// Returns the bytes of a short file; nil for a longer one, which has been read once by then.
  private static func short(_ writer: DownloadedFile.Writer) async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    var isShort = true
    try await writer { piece in
      isShort = isShort && bytes.count + piece.count <= shortest
      if isShort { bytes += piece } else { bytes = [] }
    }
    return isShort ? bytes : nil
  }

  /// Sends a file no faster than the client takes it.
  private static func stream(_ writer: @escaping DownloadedFile.Writer) -> ResponseBody {
    ResponseBody { body in
      try await writer { piece in try await body.write(ByteBuffer(bytes: piece)) }
      try await body.finish(nil)
    }
  }

  /// The `Content-Disposition` of a download (RFC 6266): the name in ASCII, and unchanged.
  private static func disposition(_ name: String) -> String {
    let plain = name.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar != "/"
        ? Character(scalar) : "_"
    }
    return "attachment; filename=\"\(String(plain))\"; "
      + "filename*=UTF-8''\(PercentCoding.encoded(name))"
  }
}

/// A file generated once for a product: identical for all clients, which may store and revalidate it.
struct ProductFile: Sendable {
  let path: String
  let bytes: [UInt8]
  private let contentType: String
  private let tag: String

  init(_ path: String, _ bytes: [UInt8], contentType: String) {
    self.path = path
    self.bytes = bytes
    self.contentType = contentType
    tag = EntityTag.of(bytes)
  }

  var response: Response {
    Response(
      status: .ok,
      headers: [.contentType: contentType, .eTag: tag, .cacheControl: "no-cache"],
      body: .init(byteBuffer: .init(bytes: bytes))
    )
  }
}
