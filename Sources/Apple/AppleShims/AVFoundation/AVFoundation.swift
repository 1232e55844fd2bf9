// AVFoundation is more than its audio; haptics code uses no more of it.
@_exported import AVFAudio
