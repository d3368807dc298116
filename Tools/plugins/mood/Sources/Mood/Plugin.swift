import TrellisSDK

/// The only entry point of the plugin's library.
@_cdecl("trellis_plugin")
public func plugin() -> UnsafeMutableRawPointer {
  export(Plugin(MoodModule.self, showing: MoodPresentation.self))
}
