import Testing

@testable import ThrumStudio

@Suite("Studio: the page's script")
struct ScriptBundleTests {
  @Test func `the page's modules become one script without imports or exports`() throws {
    let bundle = try ScriptBundle(main: "main.js") { StudioLibrary.file("page/\($0)") }
    let lines = bundle.text.split(separator: "\n")
    #expect(bundle.modules.last == "main.js")
    #expect(Set(bundle.modules).isSuperset(of: ["timeline/timeline.js", "pattern/json-reader.js", "studio/studio.js"]))
    #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") })
    #expect(StudioLibrary.pageScript == Array(bundle.text.utf8))
  }

  @Test func `a module is evaluated once, after its imports, and keeps its line numbers`() throws {
    let bundle = try bundle([
      "main.js": "import {\n  a as first,\n  b,\n} from \"./a.js\";\nimport { c } from \"./c.js\";\nfirst(b, c);",
      "a.js": "import { c } from \"./c.js\";\nexport function a() {}\nexport async function b() {}",
      "c.js": "export const c = 1;\nexport class D {}",
    ])
    #expect(bundle.modules == ["c.js", "a.js", "main.js"])
    #expect(
      bundle.text == """
        const $0 = (() => { // c.js
        const c = 1;
        class D {}
        return { c, D };
        })();
        const $1 = (() => { // a.js
        const { c } = $0;
        function a() {}
        async function b() {}
        return { a, b };
        })();
        const $2 = (() => { // main.js
        const {
          a: first,
          b,
        } = $1;
        const { c } = $0;
        first(b, c);
        return {  };
        })();

        """)
  }

  @Test func `a module is found from the folder of the one that imports it`() throws {
    let bundle = try bundle([
      "main.js": "import { a } from \"./one/a.js\";\na();",
      "one/a.js": "import { b } from \"./b.js\";\nimport { c } from \"../two/c.js\";\nexport const a = () => b(c);",
      "one/b.js": "import { c } from \"../two/c.js\";\nexport const b = () => c;",
      "two/c.js": "export const c = 1;", "b.js": "", "c.js": "",
    ])
    #expect(bundle.modules == ["two/c.js", "one/b.js", "one/a.js", "main.js"])
  }

  @Test(arguments: [
    ("import * as a from \"./a.js\";", "main.js: uses an unsupported form of import: import * as a from \"./a.js\";"),
    ("import { a } from \"a.js\";", "main.js: uses an unsupported form of import: import { a } from \"a.js\";"),
    ("import { a } from \"../a.js\";", "main.js: uses an unsupported form of import: import { a } from \"../a.js\";"),
    ("import { a } from \".//a.js\";", "main.js: uses an unsupported form of import: import { a } from \".//a.js\";"),
    ("import { a } from \"./none.js\";", "none.js: is missing"),
    ("import { a } from \"./one/none.js\";", "one/none.js: is missing"),
    ("import { a } from \"./main.js\";", "main.js: imports itself through other modules"),
    ("export default a;", "main.js: uses an unsupported form of export: export default a;"),
    ("export { a };", "main.js: uses an unsupported form of export: export { a };"),
    ("export let a = 1;", "main.js: uses an unsupported form of export: export let a = 1;"),
  ])
  func `an unsupported form of import or export is named in the error`(_ text: String, _ message: String) {
    #expect {
      _ = try bundle(["main.js": text])
    } throws: {
      "\($0)" == message
    }
  }

  private func bundle(_ texts: [String: String]) throws -> ScriptBundle {
    try ScriptBundle(main: "main.js") { name in texts[name].map { Array($0.utf8) } }
  }
}
