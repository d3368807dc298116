import Core
import Driver
import FileSystem
import Foundation
import Glibc
import Testing
import TrellisSDK

@testable import Plugins

/// What is known of a plugin's library before any of its code runs.
@Suite struct PluginFileTests {
  private let person: Person

  init() throws {
    person = try Person()
    try #require(chmod(person.home.path, 0o700) == 0)
  }

  private var folder: URL { person.home }

  private func write(_ bytes: [UInt8], as name: String) throws -> String {
    let path = folder.appendingPathComponent(name).path
    try AtomicFile.write(bytes, to: path)
    return path
  }

  private func refusal(of path: String) -> String? {
    do throws(PluginRefusal) {
      try PluginStamp.check(path)
      return nil
    } catch { return error.code }
  }

  /// A library with one section, and the one that names both: first `text`, then the names.
  private static func library(_ text: String = "", in section: String = ".rodata") -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func entry(_ name: Int, _ kind: Int, _ place: Int, _ count: Int) -> [UInt8] {
      number(name, 4) + number(kind, 4) + number(2, 8) + number(0, 8) + number(place, 8)
        + number(count, 8) + number(0, 24)
    }
    let contents = Array(text.utf8)
    let names = [0] + Array(section.utf8) + [0]
    let header =
      [0x7F] + Array("ELF".utf8) + [2, 1, 1] + number(0, 33) + number(64, 8) + number(0, 10)
      + number(64, 2) + number(2, 2) + number(1, 2)
    return header + entry(1, 1, 192, contents.count)
      + entry(0, 3, 192 + contents.count, names.count) + contents + names
  }

  @Test func `a file that is no library, or not Trellis’, is told apart from a plugin`() throws {
    #expect(refusal(of: try write(Array("text".utf8), as: "libtext.so")) == "plugin-no-library")
    let short = Array(Self.library().prefix(60))
    #expect(refusal(of: try write(short, as: "libshort.so")) == "plugin-no-library")
    #expect(refusal(of: try write(Self.library(), as: "libbare.so")) == "plugin-no-stamp")
    let cut = Self.library("TRELLIS-SDK{kernel=2.0")
    #expect(refusal(of: try write(cut, as: "libcut.so")) == "plugin-no-stamp")
    #expect(refusal(of: folder.path + "/libnone.so") == "plugin-unreadable")
    let own = Self.library("…\(sdkStamp)…")
    #expect(refusal(of: try write(own, as: "libown.so")) == nil)
  }

  @Test(arguments: [0, 65_500, 65_536, 131_000, 200_000])
  func `the stamp is found wherever it lies among the constants`(place: Int) throws {
    let text = String(repeating: "T", count: place) + sdkStamp
    #expect(refusal(of: try write(Self.library(text), as: "libfar.so")) == nil)
  }

  @Test func `only constants are looked at, and a table that lies is passed over`() throws {
    for section in [".text", ".data", ".rodat", ".rodata.cold"] {
      let library = Self.library(sdkStamp, in: section)
      #expect(refusal(of: try write(library, as: "libcode.so")) == "plugin-no-stamp")
    }
    // Where the sections are, how long one is, which has the names, and where each is.
    for place in [
      0x2F, 0x3A, 0x3E, 64 + 3, 64 + 0x1F, 64 + 0x27, 128 + 0x1F, 128 + 0x27,
    ] {
      var library = Self.library(sdkStamp)
      library[place] = 0xFF
      #expect(refusal(of: try write(library, as: "liblies.so")) == "plugin-no-stamp")
    }
  }

  @Test func `the stamp of another SDK is refused, and both are named`() throws {
    let other = sdkStamp.replacingOccurrences(of: "kernel=", with: "kernel=1")
    let path = try write(Self.library(other), as: "libother.so")
    let error = #expect(throws: PluginRefusal.self) { try PluginStamp.check(path) }
    #expect(error?.code == "plugin-other-sdk")
    #expect(error?.description.contains("(kernel 1") == true)
    #expect(error?.description.contains("this one is kernel \(KernelVersion.current)") == true)
  }

  @Test func `what other users can change is not loaded`() throws {
    let path = try write(Self.library(), as: "libopen.so")
    #expect(PluginFolder.refusal(of: path) == nil)
    chmod(path, 0o664)
    #expect((PluginFolder.refusal(of: path) == nil) == PluginFolder.isPrivate(group: getegid()))
    // A group of the system, in which the person never is alone.
    #expect(!PluginFolder.isPrivate(group: 1))
    chmod(path, 0o666)
    #expect(PluginFolder.refusal(of: path)?.code == "plugin-not-yours")
    chmod(folder.path, 0o777)
    let loaded = PluginLoader.load(PluginFolder(path: folder.path))
    #expect(loaded.refusals.map(\.refusal.code) == ["plugin-not-yours"])
  }

  @Test func `a plugin that is off stays so until it is allowed, and a new version is on`() throws {
    let library = try write(Self.library(), as: "libmood.so")
    let plugins = PluginFolder(path: folder.appendingPathComponent("plugins").path)
    let installer = PluginInstaller(plugins)
    try installer.add(library, named: "mood")
    let plugin = try installer.plugin(named: "mood")
    #expect(plugin.offReason == nil)
    plugin.turnOff("crashed")
    #expect(plugin.offReason == "crashed")
    let loaded = PluginLoader.load(plugins)
    #expect(loaded.refusals.map(\.refusal.code) == ["plugin-off"])
    #expect(loaded.warnings.first?.contains("trellis plugins allow mood") == true)
    let onServer = PluginLoader.load(PluginFolder(path: plugins.path, isOfServer: true))
    #expect(onServer.warnings.first?.hasSuffix("rm \(plugins.path)/libmood.so.off") == true)
    plugin.allow()
    #expect(plugin.offReason == nil)
    plugin.turnOff("crashed")
    try installer.add(library, named: "mood")
    #expect(plugin.offReason == nil)
    plugin.turnOff("crashed")
    try installer.remove("mood")
    #expect(try FolderListing.names(in: plugins.path).isEmpty)
    #expect(throws: DomainError.self) { try installer.remove("mood") }
  }

  @Test func `the newest library of a package’s folder is taken, not the SDK`() throws {
    for name in [".build/debug", ".build/release"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name),
        withIntermediateDirectories: true
      )
      _ = try write(Self.library(), as: "\(name)/libTrellisSDK.so")
    }
    #expect(throws: DomainError.self) { try PluginInstaller.library(at: folder.path) }
    let old = try write(Self.library(), as: ".build/release/libmood.so")
    let new = try write(Self.library(), as: ".build/debug/libmood.so")
    utimes(old, [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)])
    #expect(try PluginInstaller.library(at: folder.path) == new)
    #expect(try PluginInstaller.library(at: old) == old)
  }

  @Test(arguments: [
    (["--safe", "today"], ["today"], true), (["today", "--safe"], ["today"], true),
    (["add", "--", "--safe"], ["add", "--", "--safe"], false), (["today"], ["today"], false),
  ])
  func `--safe is taken from anywhere before what is no option`(
    given: [String],
    rest: [String],
    isSafe: Bool
  ) {
    let taken = SafeMode.taken(from: given)
    #expect(taken.rest == rest)
    #expect(taken.isSafe == isSafe)
  }
}
