/// The whole answer of a server.
package struct HTTPResponse: Sendable, Equatable {
  package let status: Int
  package let headers: HTTPHeaders
  package let body: [UInt8]

  package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The content type without parameters, in lowercase; nil if the answer does not have it.
  package var contentType: String? {
    guard let value = headers["Content-Type"] else { return nil }
    return value.prefix { $0 != ";" && $0 != " " }.lowercased()
  }
}
