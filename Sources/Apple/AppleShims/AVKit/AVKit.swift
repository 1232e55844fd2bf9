// AVKit re-exports AVFoundation, whose audio is all that haptics code uses of it.
@_exported import AVFoundation
