import Glibc
import Locks
import Testing

@testable import Terminal

/// What a person types at a terminal of their own.
struct TerminalInputTests {
  /// Both ends of a terminal: where the person is, and where the program is.
  private func terminal() throws -> (person: Int32, program: Int32) {
    let person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), UInt32(0))
    // TIOCSPTLCK and TIOCGPTN, which have no names here (ioctl_tty(2)).
    try #require(ioctl(person, 0x4004_5431, &lock) == 0 && ioctl(person, 0x8004_5430, &number) == 0)
    let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(program >= 0)
    return (person, program)
  }

  private func flags(_ terminal: Int32) -> tcflag_t {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings.c_lflag & tcflag_t(ECHO | ISIG | ICANON)
  }

  /// What the program reads if a person types this once they are asked.
  private func answer(typing keys: String, isSecret: Bool) async throws -> String? {
    let (person, program) = try terminal()
    let before = flags(program)
    let thread = SerialThread()
    async let line = thread.run {
      TerminalInput.line("Password:", isSecret: isSecret, from: program, to: program)
    }
    while flags(program) & tcflag_t(ISIG) != 0 { await Task.yield() }
    #expect(flags(program) & tcflag_t(ECHO) == (isSecret ? 0 : tcflag_t(ECHO)))
    let bytes = Array(keys.utf8)
    #expect(write(person, bytes, bytes.count) == bytes.count)
    let answer = await line
    #expect(flags(program) == before, "the terminal is as it was")
    thread.end()
    close(person)
    close(program)
    return answer
  }

  @Test func `a secret keeps the spaces at its ends, as it does in a form`() async throws {
    #expect(try await answer(typing: " correct horse \n", isSecret: true) == " correct horse ")
  }

  @Test func `a line loses the spaces that were typed by accident`() async throws {
    #expect(
      try await answer(typing: " ada@example.org \n", isSecret: false) == "ada@example.org"
    )
  }

  @Test(arguments: [true, false])
  func `Ctrl-C ends the question, and not the program`(isSecret: Bool) async throws {
    #expect(try await answer(typing: "half\u{3}", isSecret: isSecret) == nil)
  }
}
