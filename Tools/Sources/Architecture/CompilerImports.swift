import Foundation

/// What the compiler itself says a set of files imports.
///
/// It uses the hidden flag `-emit-imported-modules` of `swiftc -frontend`; a test pins what that
/// prints, so that a toolchain that changes it is noticed.
public enum CompilerImports {
  /// The modules that `files` import, without the standard library's own; each module once.
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
