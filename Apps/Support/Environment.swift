import Glibc

/// The variables of the environment.
public enum Environment {
  public static var all: [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return result
  }
}
