import Foundation

/// The imports of a set of files according to the compiler.
///
/// Uses the hidden flag `-emit-imported-modules` of `swiftc -frontend`; a test pins its output, so
/// that a change of the toolchain is noticed.
public enum CompilerImports {
  /// The distinct modules that `files` import, without the standard library's own.
  public static func modules(of files: [String], in folder: String) throws -> Set<String> {
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("imports-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    let result = try Shell.run(
      ["swiftc", "-frontend", "-emit-imported-modules", "-module-name", "Checked"]
        + files + ["-o", output],
      in: folder
    )
    guard result.status == 0 else {
      throw ToolError("The compiler could not read the imports of \(files[0]): \(result.errors)")
    }
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return Set(text.split(separator: "\n").map(String.init))
  }
}
