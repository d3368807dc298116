import Glibc

/// One line of a terminal that is drawn again and again in its place.
public struct LiveLine: ~Copyable {
  private let screen: Screen

  /// Draws nothing until ``show(_:)``.
  ///
  /// For terminals where things may move.
  public init(on screen: Screen) { self.screen = screen }

  public func show(_ text: Text) {
    var output = Output()
    let line = text.truncated(to: screen.width - 1, ellipsis: screen.ellipsis)
    // Back to the first column and erase the line: ECMA-48 8.3.41.
    output.print("\r\u{1B}[2K" + screen.render(line))
    output.flushOrExit()
  }

  /// Leaves the line as it is and goes on below it.
  public func finish() {
    var output = Output()
    output.print("\n")
    output.flushOrExit()
  }
}

/// Waits that a person ends with Ctrl-C, without ending the program.
public struct Interruption: ~Copyable {
  /// From now on Ctrl-C is noticed by ``wait(milliseconds:)`` alone.
  ///
  /// Nil where no pipe can be made; then Ctrl-C ends the program, as ever.
  public init?() {
    guard Interruption.pokes.isOpen else { return nil }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Interruption.pokes.poke() }
    action.sa_flags = SA_RESTART
    guard sigaction(SIGINT, &action, nil) == 0 else { return nil }
  }

  deinit { signal(SIGINT, SIG_DFL) }

  /// Whether Ctrl-C was pressed within the time.
  public func wait(milliseconds: Int) -> Bool { Interruption.pokes.isPoked(within: milliseconds) }

  /// Made before the handler is set, which may make nothing itself.
  private static let pokes = WakePipe()
}

/// Two ends of a pipe, so that a signal handler, which may do next to nothing, can wake a wait.
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
