import Core
import Glibc

/// The name of this device among those of an account.
public enum DeviceName {
  /// The name of the computer; never empty.
  public static var current: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "A computer" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let name = String(TextRule.line.cleaned(String(decoding: bytes, as: UTF8.self)).prefix(64))
    return name.isEmpty ? "A computer" : name
  }
}
