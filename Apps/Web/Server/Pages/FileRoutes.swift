import Core
import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Presentation

/// Serves files, both static and generated.
struct FileRoutes: Sendable {
  let host: any WebHost
  let pages: PageRoutes
  /// Identical for all clients; browsers may store them, and revalidate them.
  let shared: [Download]

  var routes: [Route] {
    let assets = Assets.all
    let own: [Route] = [
      .get("/assets/{hash}/{name}") { _, parameters in
        try assets.response(parameters["name"] ?? "", hash: parameters["hash"] ?? "")
      },
      .get("/sw.js") { _, _ in try assets.worker() },
    ]
    return own
      + shared.map { file in
        .get(file.path) { exchange, parameters in
          var response = try await respond(to: exchange, with: file, parameters)
          response.headers[.cacheControl] = "no-cache"
          return response
        }
      }
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
    let file = try await download.body(pages.pageRequest(context, exchange.target, parameters))
    var headers: HTTPFields = [.contentType: file.contentType, .eTag: EntityTag.of(file.bytes)]
    if let name = file.name {
      headers[.contentDisposition] = FileRoutes.disposition(name)
    }
    return Response(
      status: .ok,
      headers: headers,
      body: .init(byteBuffer: .init(bytes: file.bytes))
    )
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

/// Entity tags for revalidation (RFC 9110, section 8.8.3).
///
/// Computed from the bytes themselves: many pages depend on the current minute as well as on
/// events, and a tag of what they are derived from would report an outdated timer as unchanged.
enum EntityTag {
  static func of(_ bytes: [UInt8]) -> String {
    "\"" + Hexadecimal.text(SHA256.hash(data: bytes)).prefix(32) + "\""
  }

  /// Whether `If-None-Match` contains the tag, by weak comparison (RFC 9110, section 13.1.2).
  static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").map { String($0).trimmed }.contains { entry in
      strong(entry) == strong(tag) || entry == "*"
    }
  }

  private static func strong(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }
}
