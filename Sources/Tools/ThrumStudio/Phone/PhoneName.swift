/// A browser's name from a fixed list, so that no text from the network is displayed.
struct PhoneName: Sendable, Equatable, CustomStringConvertible {
  let description: String

  init(userAgent: String) {
    func has(_ word: String) -> Bool { userAgent.contains(word) }
    // The order matters: most browsers also name others, for compatibility.
    let browsers = [
      ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Edg", "Edge"),
      ("OPR/", "Opera"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    let systems = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Linux", "Linux"), ("Macintosh", "Mac"),
      ("Windows", "Windows"),
    ]
    let browser = browsers.first { has($0.0) }?.1 ?? "a browser"
    description = browser + (systems.first { has($0.0) }.map { " on \($0.1)" } ?? "")
  }
}
