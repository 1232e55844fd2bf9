import ThrumDevice

/// Lifecycle state of an engine.
public enum EngineState: String, CaseIterable, Sendable {
  case stopped, starting, running, stopping
}
