// What the author of a plugin needs comes with one import. Contracts of other modules are imported by
// name, so that a source shows whose events and requests it uses.
@_exported import ArgumentParser
@_exported import Commands
@_exported import Core
@_exported import Locks
@_exported import Pages
@_exported import Presentation
@_exported import Terminal
