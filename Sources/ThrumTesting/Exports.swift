// A test needs the device, its faults and its timeline: one import is enough.
@_exported import ThrumEngine
