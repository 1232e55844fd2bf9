import Foundation
import Swish

/// A cut, a swish that grows for a second, and another cut.
func play() {
  let haptics = HapticsManager()
  haptics.cut(strength: 0.8)
  Thread.sleep(forTimeInterval: 0.5)
  haptics.beginSwish()
  for step in 1...20 {
    haptics.moveSwish(speed: Float(step) / 20)
    Thread.sleep(forTimeInterval: 0.05)
  }
  haptics.endSwish()
  haptics.cut(strength: 1)
  Thread.sleep(forTimeInterval: 0.5)
}

play()
Thread.sleep(forTimeInterval: 0.5)  // The manager releases the engine, and its device needs a moment to close.
