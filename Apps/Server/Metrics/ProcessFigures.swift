import FileSystem
import Glibc

/// The resources of the process, under the names that Prometheus' own libraries use.
///
/// Source: proc(5); "Writing client libraries" of the Prometheus documentation.
enum ProcessFigures {
  static func add(to text: inout MetricsText) {
    let pages = words(of: "/proc/self/statm").compactMap { Int($0) }
    let page = sysconf(Int32(_SC_PAGESIZE))
    if pages.count > 1 {
      text.single("process_virtual_memory_bytes", .gauge, "Virtual memory.", pages[0] * page)
      text.single("process_resident_memory_bytes", .gauge, "Resident memory.", pages[1] * page)
    }
    let descriptors = (try? FolderListing.names(in: "/proc/self/fd").count) ?? 0
    text.single("process_open_fds", .gauge, "Open file descriptors.", descriptors)
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      let most = Int(clamping: limit.rlim_cur)
      text.single("process_max_fds", .gauge, "File descriptors that may be open.", most)
    }
    var usage = rusage()
    if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      text.begin(
        "process_cpu_seconds_total",
        .counter,
        "Processor time of the user and the system."
      )
      let micro = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
      let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(micro) / 1e6
      text.add("process_cpu_seconds_total", [:], seconds)
    }
    if let start = start() {
      text.single("process_start_time_seconds", .gauge, "When it started, since 1970.", start)
    }
  }

  /// The start in seconds since 1970: ticks since the machine booted, plus the time of the boot.
  private static func start() -> Int? {
    let stat = words(of: "/proc/self/stat", after: ")")
    // The 22nd field; those after the program's name begin with the third.
    guard stat.count > 19, let ticks = Int(stat[19]) else { return nil }
    let all = words(of: "/proc/stat")
    guard let index = all.firstIndex(of: "btime"), let boot = Int(all[index + 1]) else {
      return nil
    }
    return boot + ticks / max(1, sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func words(of path: String, after mark: Character? = nil) -> [String] {
    // Files of /proc have no length.
    guard let file = try? FileReader(path) else { return [] }
    var bytes: [UInt8] = []
    while let piece = try? file.next(), !piece.isEmpty, bytes.count < 1 << 20 { bytes += piece }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    if let mark, let end = text.lastIndex(of: mark) { text = text[text.index(after: end)...] }
    return text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
