import Glibc
import Loop
import Testing

extension HandleTests {
  @Suite(.serialized)
  struct Processes {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `what a program prints and complains is collected`() async throws {
      let plan = LoopProcess.Plan(
        "sh",
        ["-c", "echo out; echo err >&2; exit 3"],
        output: .piped,
        errors: .piped
      )
      let result = try await LoopProcess.run(plan)
      #expect(result.exit == LoopProcess.Exit(status: 3, signal: 0))
      #expect(!result.exit.isSuccess)
      #expect(text(result.output) == "out\n")
      #expect(text(result.errors) == "err\n")
    }

    @Test func `more than a pipe holds goes through both ways`() async throws {
      let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let plan = LoopProcess.Plan("cat", input: .piped, output: .piped)
      let result = try await LoopProcess.run(plan, input: sent)
      #expect(result.exit.isSuccess)
      #expect(result.output == sent)
    }

    @Test func `environment and folder are the plan's`() async throws {
      let plan = LoopProcess.Plan(
        "/bin/sh",
        ["-c", "echo $GREETING; pwd"],
        environment: ["GREETING": "hi"],
        folder: "/",
        output: .piped
      )
      let result = try await LoopProcess.run(plan)
      #expect(text(result.output) == "hi\n/\n")
    }

    @Test func `a discarded input ends at once`() async throws {
      let plan = LoopProcess.Plan("cat", input: .discarded, output: .piped)
      #expect(try await LoopProcess.run(plan).output.isEmpty)
    }

    @Test func `a program that is not there is refused with words`() async throws {
      let error = await #expect(throws: UVError.self) {
        try await LoopProcess.run(LoopProcess.Plan("/no/such/program", output: .piped))
      }
      #expect(
        error?.description == "Could not start /no/such/program: no such file or directory."
      )
    }

    @Test func `a program is killed`() async throws {
      let ended = Promise<LoopProcess.Exit>()
      let process = try await LoopActor.run {
        try LoopProcess(LoopProcess.Plan("sleep", ["1000"])) { ended.resume($0) }
      }
      #expect(await process.identifier ?? 0 > 0)
      try await process.kill(SIGTERM)
      #expect(await ended.value == LoopProcess.Exit(status: 0, signal: SIGTERM))
      await #expect(throws: UVError.self) { try await process.kill(SIGTERM) }
      await process.close()
    }

    @Test func `writing to a program that has gone is an error, not the end`() async throws {
      let ended = Promise<LoopProcess.Exit>()
      let process = try await LoopActor.run {
        try LoopProcess(LoopProcess.Plan("true", input: .piped)) { ended.resume($0) }
      }
      _ = await ended.value
      let written = Promise<UVError?>()
      try await LoopActor.run {
        try process.input?.write([1, 2, 3]) { written.resume($0) }
      }
      #expect(await written.value??.code == -EPIPE)
      await process.close()
    }

    @Test func `a program starts with no signal blocked`() async throws {
      let plan = LoopProcess.Plan("sh", ["-c", "kill -PIPE $$; echo alive"], output: .piped)
      let result = try await LoopProcess.run(plan)
      #expect(result.exit.signal == SIGPIPE)
      #expect(result.output.isEmpty)
    }
  }
}
