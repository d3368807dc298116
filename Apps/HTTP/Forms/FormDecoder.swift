import HTTPTypes
import Pages

/// Decodes submitted forms.
package enum FormDecoder {
  /// - Throws: ``Problem`` for a body that is too large, malformed or of an unsupported type.
  package static func fields(
    of exchange: some Exchange,
    _ limits: HTTPLimits
  ) async throws -> FormFields {
    switch exchange.mediaType {
    case "application/x-www-form-urlencoded":
      let bytes = try await exchange.body(upTo: limits.body, within: limits.bodyTimeout)
      guard let text = String(validating: bytes, as: UTF8.self),
        let pairs = PercentCoding.pairs(text)
      else { throw malformed }
      return FormFields(Dictionary(grouping: pairs) { $0.name }.mapValues { $0.map(\.value) })
    case "multipart/form-data":
      guard let type = exchange.header(.contentType), let boundary = Multipart.boundary(in: type)
      else { throw malformed }
      let bytes = try await exchange.body(upTo: limits.upload, within: limits.bodyTimeout)
      guard let parts = Multipart.parts(of: bytes, boundary: boundary) else { throw malformed }
      return try fields(of: parts)
    default: throw Problem.unsupported
    }
  }

  private static func fields(of parts: [Multipart.Part]) throws -> FormFields {
    var values: [String: [String]] = [:]
    var files: [String: UploadedFile] = [:]
    for part in parts {
      if let name = part.fileName {
        files[part.name] = UploadedFile(name: name, bytes: Array(part.content))
      } else {
        guard let text = String(validating: part.content, as: UTF8.self) else { throw malformed }
        values[part.name, default: []].append(text)
      }
    }
    return FormFields(values, files: files)
  }

  private static let malformed = Problem.badRequest(
    "bad-form",
    "This form arrived damaged. Nothing was changed: reload the page and try once more."
  )
}
