import Foundation
import PackagePlugin

/// Writes the stamp of the SDK as a Swift source.
///
/// It does so again whenever a source that plugins are compiled against changes.
@main struct SDKStamp: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let stamp = context.pluginWorkDirectoryURL.appending(path: "Stamp.swift")
    let script = package.appending(path: "Modules/SDK/Stamp/make")
    let sources =
      [package.appending(path: "Package.swift")] + self.sources(of: target, in: context.package)
    let names = sources.map { String($0.path().dropFirst(package.path().count)) }
    return [
      .buildCommand(
        displayName: "Stamping the SDK",
        executable: URL(filePath: "/bin/sh"),
        arguments: [script.path(), stamp.path(), try compiler(), package.path()] + names,
        inputFiles: [script] + sources,
        outputFiles: [stamp]
      )
    ]
  }

  /// The sources of this package that `target` is built from, including those of other targets.
  private func sources(of target: any Target, in package: Package) -> [URL] {
    let own = Set(package.targets.map(\.id))
    let targets = [target] + target.recursiveTargetDependencies.filter { own.contains($0.id) }
    let files: [URL] = targets.flatMap { target in
      target.sourceModule?.sourceFiles.map(\.url) ?? []
    }
    let kinds: Set<String> = ["swift", "c", "h"]
    let folder: String = package.directoryURL.path()
    let sources = files.filter { kinds.contains($0.pathExtension) && $0.path().hasPrefix(folder) }
    // The build's own output is in a hidden folder.
    return sources.filter { !$0.path().dropFirst(folder.count).hasPrefix(".") }
      .sorted { $0.path() < $1.path() }
  }

  /// The version of the compiler, an argument so that another compiler makes another stamp.
  private func compiler() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.components(separatedBy: "\n").first ?? text
  }
}
