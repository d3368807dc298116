import Testing

/// Runs the tests, all of which are Swift Testing's.
///
/// The package manager looks for a file of this name. Without it, it would search an index of the
/// whole build for tests of XCTest, and writing that index takes a fifth of a build's time.
@main struct TestRunner {
  static func main() async {
    // `swift test` calls the program once for each library.
    guard !CommandLine.arguments.contains("xctest") else { return }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
