import CUV

/// An error of a libuv call.
public struct UVError: Error, Sendable, Equatable, CustomStringConvertible {
  /// libuv's code: a negated `errno`, such as `UV_ENOENT`.
  public let code: Int32
  /// What was attempted, such as `start the program /bin/ls`.
  public let operation: String

  public init(code: Int32, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// libuv's message for the code.
  public var words: String { String(cString: uv_strerror(code)) }

  public var description: String { "Could not \(operation): \(words)." }

  /// Throws if a libuv call returned an error code.
  static func check(_ code: Int32, _ operation: @autoclosure () -> String) throws(UVError) {
    guard code < 0 else { return }
    throw UVError(code: code, operation: operation())
  }
}
