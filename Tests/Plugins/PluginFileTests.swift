import Core
import FileSystem
import Foundation
import Glibc
import Testing
import TrellisSDK

@testable import Plugins

/// What is known of a plugin's library before any of its code runs.
@Suite struct PluginFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-plugins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

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

  private static let elf = [0x7F] + Array("ELF".utf8)

  @Test func `a file that is no library, or not Trellis’, is told apart from a plugin`() throws {
    #expect(refusal(of: try write(Array("text".utf8), as: "libtext.so")) == "plugin-no-library")
    #expect(refusal(of: try write(Self.elf, as: "libbare.so")) == "plugin-no-stamp")
    let cut = Self.elf + Array("TRELLIS-SDK{kernel=2.0".utf8)
    #expect(refusal(of: try write(cut, as: "libcut.so")) == "plugin-no-stamp")
    #expect(refusal(of: folder.path + "/libnone.so") == "plugin-unreadable")
    let own = Self.elf + Array("…\(sdkStamp)…".utf8)
    #expect(refusal(of: try write(own, as: "libown.so")) == nil)
  }

  @Test func `the stamp of another SDK is refused, and both are named`() throws {
    let other = sdkStamp.replacingOccurrences(of: "kernel=", with: "kernel=1")
    let path = try write(Self.elf + Array("TRELLIS-SDK{\(other)".utf8), as: "libother.so")
    let error = #expect(throws: PluginRefusal.self) { try PluginStamp.check(path) }
    #expect(error?.code == "plugin-other-sdk")
    #expect(error?.description.contains("(kernel 1") == true)
    #expect(error?.description.contains("this one is kernel \(KernelVersion.current)") == true)
  }

  @Test func `what other users can change is not loaded`() throws {
    let path = try write(Self.elf, as: "libopen.so")
    #expect(PluginFolder.refusal(of: path) == nil)
    chmod(path, 0o666)
    #expect(PluginFolder.refusal(of: path)?.code == "plugin-not-yours")
    chmod(folder.path, 0o777)
    let loaded = PluginLoader.load(PluginFolder(path: folder.path))
    #expect(loaded.refusals.map(\.refusal.code) == ["plugin-not-yours"])
  }

  @Test func `a plugin that is off stays so until it is allowed, and a new version is on`() throws {
    let library = try write(Self.elf, as: "libmood.so")
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
      _ = try write(Self.elf, as: "\(name)/libTrellisSDK.so")
    }
    #expect(throws: DomainError.self) { try PluginInstaller.library(at: folder.path) }
    let old = try write(Self.elf, as: ".build/release/libmood.so")
    let new = try write(Self.elf, as: ".build/debug/libmood.so")
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
