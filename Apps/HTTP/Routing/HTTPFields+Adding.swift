import HTTPTypes

extension HTTPFields {
  /// The fields of both operands.
  package static func + (fields: HTTPFields, others: HTTPFields) -> HTTPFields {
    var all = fields
    all.append(contentsOf: others)
    return all
  }
}
