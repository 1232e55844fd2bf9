"""The page for phones: its code, what it shows and plays, and that it follows the studio. The phone is a second browser,
in a separate network namespace where the system permits it."""

import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time
import unittest

import rig
from network import Connection, Network, enter_private_network, ip
from rig import PageTest, TAP
from webdriver import Browser

SCAN = (pathlib.Path(__file__).parent / "scan.js").read_text(encoding="utf-8")
HOSTILE = TAP.replace('"Description": "A tap and a hold."', '"Description": "</svg><script>hacked = 1</script>", '
                      '"Project": "\\"><img src=x onerror=hacked=1>"')
network = phone = None
# Why there is no second namespace.
why_not = ""


def setUpModule():
    global network, phone, why_not
    if not shutil.which("zbarimg"):
        raise AssertionError("zbarimg is missing: apt-get install zbar-tools")
    # A browser that other modules have used is in the system's network.
    rig.close_browser()
    rig.browser = None
    try:
        enter_private_network()
        network = Network()
    except OSError as error:
        why_not = f"a second network namespace needs root: {error}"
    phone = Browser(360, 740, network=network)
    phone.resize(360, 740)


def tearDownModule():
    phone.close()
    if network:
        network.close()


def read_code(path):
    """The text of the QR code in a picture, read by zbar."""
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path], capture_output=True, text=True)
    return result.stdout.strip()


def picture_of(lines):
    """A PGM picture of half blocks, light on dark as in a dark terminal, ten points per module."""
    rows = []
    for line in lines:
        rows.append([sign in "█▀" for sign in line])
        rows.append([sign in "█▄" for sign in line])
    points = b"".join(bytes(255 * light for light in row for _ in range(10)) * 10 for row in rows)
    return b"P5 %d %d 255\n" % (10 * len(rows[0]), 10 * len(rows)) + points


class Phone(PageTest):
    files = {"plans-for-march.ahap": TAP, "hostile.ahap": HOSTILE}
    size = (1360, 860)

    def setUp(self):
        self.arguments = ["--phone", network.here if network else "127.0.0.1"]
        self.link = None
        super().setUp()
        self.link = self.studio.process.stdout.readline().split()[-1]
        first = self.studio.process.stdout.readline().rstrip("\n")
        count = (len(first) + 1) // 2
        self.code = [first] + [self.studio.process.stdout.readline().rstrip("\n") for _ in range(count - 1)]

    def leave(self):
        # A page without its cookie would complain in the next test.
        phone.open("about:blank")
        if self.link:
            phone.command("Storage.clearDataForOrigin", origin="/".join(self.link.split("/")[:3]), storageTypes="all")
        phone.complaints()
        super().leave()

    def connect(self, link=None):
        phone.open(link or self.link)
        phone.wait("!document.getElementById('page').hidden && document.getElementById('status').textContent.startsWith('following')",
                   what="the phone's page")

    def shown(self, what="the picture on the phone"):
        phone.wait("""document.getElementById("picture").naturalWidth > 0 && !document.getElementById("picture").hidden
            && !document.getElementById("play").disabled""", what=what)

    def new_link(self):
        """Asks the studio for another code."""
        if not self.b.run("return document.getElementById('phone-dialog').open"):
            self.b.click("#phone")
        self.b.click("#phone-new")
        return self.b.wait("document.getElementById('phone-link').textContent", what="a new link")

    def http(self, host=None, port=None):
        place = self.link.split("/")[2].split(":")
        return Connection(host or place[0], port or int(place[1]), network, timeout=10)


class Code(Phone):
    def test_another_reader_reads_the_terminal_s_code(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "code.pgm")
            path.write_bytes(picture_of(self.code))
            self.assertEqual(read_code(path), self.link)

    def test_another_reader_reads_the_studio_s_code_in_both_colour_schemes(self):
        self.b.click("#phone")
        self.b.wait("document.querySelector('#phone-code svg')", what="the code")
        self.assertEqual(self.b.text("#phone-link"), self.link)
        for scheme in ("light", "dark"):
            self.b.emulate(prefers_color_scheme=scheme)
            self.drawn()
            self.shot(f"phone-code-{scheme}")
            self.assertEqual(read_code(rig.OUT / f"phone-code-{scheme}.png"), self.link, scheme)

    def test_a_code_works_once_and_the_phone_stays_connected(self):
        self.connect()
        self.assertNotIn("#", phone.run("return location.href"), "the code stays in the address")
        self.b.wait("document.getElementById('phone-link').textContent === ''", what="the used code gone")
        phone.open("about:blank")
        self.connect(self.link.split("#")[0])
        self.connect(self.link)
        phone.open("about:blank")
        phone.command("Network.clearBrowserCookies")
        phone.open(self.link)
        phone.wait("document.getElementById('gate-text').textContent.includes('New code')", what="the way to a new code")
        self.assertEqual(phone.run(SCAN), [])
        link = self.new_link()
        self.assertNotEqual(link, self.link)
        phone.open("about:blank")
        self.connect(link)

    def test_the_studio_names_and_disconnects_phones(self):
        self.assertEqual(self.b.wait("document.getElementById('phones').textContent"), "no phone connected")
        self.connect()
        self.b.wait("document.getElementById('phones').textContent === '1 phone: Chrome on Linux'", what="the phone's name")
        self.assertIn("A phone has connected: Chrome on Linux", (self.studio.folder.parent / "errors").read_text())
        self.b.click("#phone")
        self.assertEqual(self.b.run(SCAN), [])
        self.b.press("Escape")
        self.b.click("#phone")
        self.b.click("#phone-disconnect")
        phone.wait("document.getElementById('gate-text').textContent.includes('Scan its QR code again')", what="the phone's end")
        self.b.wait("document.getElementById('phones').textContent === 'no phone connected'")


class Without(PageTest):
    def test_without_the_option_there_is_no_button(self):
        self.assertEqual(self.b.run("return ['phone', 'phones'].map((id) => document.getElementById(id).hidden)"), [True, True])


class Narrow(Phone):
    size = (360, 740)

    def test_the_button_and_the_dialog_fit_360_points(self):
        self.open_file("plans-for-march.ahap")
        self.b.click("#phone")
        self.b.wait("document.querySelector('#phone-code svg')", what="the code")
        self.assertLessEqual(self.b.run("return document.documentElement.scrollWidth"), 360)
        self.assertEqual(self.b.run(SCAN), [])
        self.shot("phone-dialog-narrow")
        self.assertEqual(read_code(rig.OUT / "phone-dialog-narrow.png"), self.link)


class Following(Phone):
    def test_the_page_follows_edits_before_they_are_saved(self):
        self.connect()
        phone.wait("document.getElementById('message').textContent === 'No pattern is open in the studio.'")
        self.assertTrue(phone.run("return document.getElementById('download').hidden"))
        self.open_file("plans-for-march.ahap")
        self.shown()
        phone.picture(rig.OUT / "phone-page.png")
        self.assertIn("1 tap, 1 hold", phone.text("#summary"))
        self.assertLessEqual(phone.run("return document.documentElement.scrollWidth"), 360)
        times = []
        for level in range(1, 9):
            before = phone.run("return document.getElementById('picture').dataset.version")
            edited = TAP.replace("0.800", f"0.{level}50")
            begin = time.monotonic()
            self.set_text(edited)
            phone.wait("document.getElementById('picture').dataset.version !== arguments[0]", before, what="the next picture")
            times.append(time.monotonic() - begin)
        print(f"\nfrom an edit to the phone's picture: median {statistics.median(times):.2f} s, at most {max(times):.2f} s, "
              f"{len(times)} edits", flush=True)
        got = phone.run("return fetch('/api/pattern.ahap').then((answer) => answer.text())")
        self.assertEqual(got, edited)
        self.assertEqual(self.studio.read("plans-for-march.ahap"), TAP, "the edit was saved")
        self.set_text("{ oops")
        phone.wait("document.getElementById('message').textContent.includes('has an error')", what="the error on the phone")
        self.assertTrue(phone.run("return document.getElementById('picture').hidden && document.getElementById('play').disabled"))
        self.b.run("document.querySelector('#file-list .close').click()")
        phone.wait("document.getElementById('message').textContent.includes('No pattern')", what="the closed pattern")

    def test_play_makes_sound_and_vibrates(self):
        self.open_file("plans-for-march.ahap")
        self.connect()
        self.shown()
        phone.run("window.asked = []; navigator.vibrate = (durations) => asked.push(durations)")
        phone.click("#play")
        phone.wait("document.getElementById('play-label').textContent === 'Stop'", what="playback")
        phone.wait("asked.some(Array.isArray)", what="the vibration")
        durations = phone.run("return asked.find(Array.isArray)")
        self.assertEqual(durations[:2], [0, 200])
        # The hold, as far as it is strong enough for a motor without strengths.
        self.assertGreater(durations[4], 20, durations)
        phone.wait("document.getElementById('play-label').textContent === 'Play'", what="the end of the sound")
        phone.click("#play")
        phone.wait("document.getElementById('play-label').textContent === 'Stop'", what="playback")
        phone.click("#play")
        phone.wait("document.getElementById('play-label').textContent === 'Play'", what="the stop")
        self.assertEqual(phone.run("return asked.at(-1)"), 0)
        self.assertIn("on or off", phone.text("#vibration"))

    def test_the_download_has_its_media_type_and_a_fixed_name(self):
        self.open_file("plans-for-march.ahap")
        self.connect()
        self.shown()
        facts = phone.run("""return fetch(document.getElementById("download").href).then(async (answer) => [answer.status,
            answer.headers.get("content-type"), answer.headers.get("content-disposition"), await answer.text()])""")
        self.assertEqual(facts, [200, "application/x-ahap+json", 'attachment; filename="pattern.ahap"', TAP])

    def test_nothing_in_a_pattern_runs_as_a_script(self):
        self.open_file("hostile.ahap")
        self.connect()
        self.shown()
        self.assertIsNone(phone.run("return window.hacked ?? null"))
        self.assertEqual(phone.complaints(), [])
        for place in ("picture", "pattern.ahap"):
            phone.open(self.link.split("#")[0] + f"api/{place}")
            self.assertIsNone(phone.run("return window.hacked ?? null"), place)

    def test_both_colour_schemes_are_accessible(self):
        self.open_file("plans-for-march.ahap")
        self.connect()
        self.shown()
        for scheme in ("light", "dark"):
            phone.emulate(prefers_color_scheme=scheme)
            phone.wait("document.getElementById('picture').src.endsWith(arguments[0])", scheme, what=f"the {scheme} picture")
            phone.wait("document.getElementById('picture').complete")
            self.assertEqual(phone.run(SCAN), [], scheme)
            phone.picture(rig.OUT / f"phone-page-{scheme}.png")
        self.assertEqual(phone.complaints(), [])
        size = phone.run("const box = document.getElementById('play').getBoundingClientRect(); return [box.height, box.bottom, innerHeight]")
        self.assertGreaterEqual(size[0], 88)
        self.assertLessEqual(size[1], size[2], "Play is below the first screen")


class OtherSide(Phone):
    """What only a second namespace can show."""

    def setUp(self):
        if why_not:
            self.skipTest(why_not)
        super().setUp()

    def test_the_page_needs_no_secure_context(self):
        self.connect()
        self.assertFalse(phone.run("return isSecureContext"))
        self.assertEqual(phone.run("return typeof navigator.vibrate"), "function")

    def test_the_studio_s_own_server_is_out_of_reach(self):
        for host in ("127.0.0.1", network.here):
            with self.assertRaises(ConnectionRefusedError, msg=host):
                self.http(host, self.studio.port).connect()

    def test_the_only_address_of_a_network_is_chosen_and_two_are_named(self):
        command = [*network.command, rig.THRUM, "studio", "--phone"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        process.stdout.readline()
        self.assertIn(f"For a phone on the same network: http://{network.there}:", process.stdout.readline())
        process.terminate()
        process.wait()
        process.stdout.close()
        ip("-n", network.name, "addr", "add", "10.222.0.1/24", "dev", network.far)
        self.addCleanup(ip, "-n", network.name, "addr", "del", "10.222.0.1/24", "dev", network.far)
        result = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(result.returncode, 69)
        for part in (f"{network.there} ({network.far})", f"10.222.0.1 ({network.far})", "choose the one"):
            self.assertIn(part, result.stderr)

    def test_only_one_address_listens(self):
        port = int(self.link.split("/")[2].split(":")[1])
        place = f"{port:04X}"
        listening = [line.split()[1] for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()
                     if line.split()[3] == "0A" and line.split()[1].endswith(f":{place}")]
        numbers = "".join(f"{int(part):02X}" for part in reversed(network.here.split(".")))
        self.assertEqual(listening, [f"{numbers}:{place}"])

    def test_no_answer_names_the_file_or_the_folder(self):
        self.open_file("plans-for-march.ahap")
        self.connect()
        self.shown()
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in phone.command("Network.getAllCookies")["cookies"])
        self.assertTrue(cookie)
        connection = self.http()
        host = self.link.split("/")[2]
        for path in ("/", "/phone.js", "/api/state", "/api/picture", "/api/sound", "/api/pattern.ahap", "/nothing",
                     "/plans-for-march.ahap", "/api/files", "/api/file?path=plans-for-march.ahap", "/api/phone", "/api/session",
                     "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"):
            connection.request("GET", path, headers={"Host": host, "Cookie": cookie})
            answer = connection.getresponse()
            said = (str(answer.headers).encode() + answer.read()).lower()
            # The path of a request is its sender's own.
            for word in (b"plans", b"march", b"hostile.ahap", str(self.studio.folder).encode(), b"thrum-studio", b"root:"):
                self.assertNotIn(word, said, path)
        connection.close()


if __name__ == "__main__":
    unittest.main()
