import Glibc

/// A line of a terminal that is redrawn in place.
public struct LiveLine: ~Copyable {
  private let screen: Screen

  /// Draws nothing until ``show(_:)``.
  ///
  /// For terminals that allow motion.
  public init(on screen: Screen) { self.screen = screen }

  public func show(_ text: Text) {
    var output = Output()
    let line = text.truncated(to: screen.width - 1, ellipsis: screen.ellipsis)
    // Return to the first column and erase the line: ECMA-48 8.3.41.
    output.print("\r\u{1B}[2K" + screen.render(line))
    output.flushOrExit()
  }

  /// Erases the line and continues in its place.
  public func clear() { show(Text()) }

  /// Keeps the line and continues below it.
  public func finish() {
    var output = Output()
    output.print("\n")
    output.flushOrExit()
  }
}

/// Waits for Ctrl-C without ending the program.
public struct Interruption: ~Copyable {
  /// From now on Ctrl-C is only noticed by ``wait(milliseconds:)``.
  ///
  /// Nil if no pipe can be created; Ctrl-C then ends the program as usual.
  public init?() {
    guard Interruption.pokes.isOpen else { return nil }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Interruption.pokes.poke() }
    action.sa_flags = SA_RESTART
    guard sigaction(SIGINT, &action, nil) == 0 else { return nil }
  }

  deinit { signal(SIGINT, SIG_DFL) }

  /// Whether Ctrl-C is pressed within the timeout.
  public func wait(milliseconds: Int) -> Bool { Interruption.pokes.isPoked(within: milliseconds) }

  /// Created before the handler is set, which must not create anything itself.
  private static let pokes = WakePipe()
}

/// A pipe with which a signal handler wakes a wait.
///
/// Writing to it is one of the few things that a signal handler may do.
private struct WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reading = ends[0]
    writing = ends[1]
  }

  var isOpen: Bool { reading >= 0 }

  func poke() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  func isPoked(within milliseconds: Int) -> Bool {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(clamping: milliseconds)) > 0
  }
}
