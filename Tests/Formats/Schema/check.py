#!/usr/bin/python3
"""Holds `thrum schema` against the linter, with three validators that know nothing of Thrum.

Each fault of a table is planted in a pattern: the linter must report its code, and the schemas must see it or are known
not to. Then changed patterns are compared: without an error, a pattern validates; without an error or a warning, it also
validates strictly. Patterns and folders given as arguments are compared too.

    check.py THRUM [PATTERN-OR-FOLDER…]
"""
import copy
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import fastjsonschema
import jsonschema

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
faults = []


# Validators

class Python:
    name = "jsonschema"

    def __init__(self, schema):
        jsonschema.Draft202012Validator.check_schema(schema)
        self.validator = jsonschema.Draft202012Validator(schema)

    def verdicts(self, documents):
        return [self.validator.is_valid(document) for document in documents]


def draft7(schema):
    """The same schema for validators that know draft 7 only: it has no keyword that has changed."""
    return {**schema, "$schema": "http://json-schema.org/draft-07/schema#"}


class Fast:
    name = "fastjsonschema"

    def __init__(self, schema):
        self.validate = fastjsonschema.compile(draft7(schema), use_default=False)

    def verdicts(self, documents):
        found = []
        for document in documents:
            try:
                self.validate(document)
                found.append(True)
            except fastjsonschema.JsonSchemaValueException:
                found.append(False)
        return found


class Ajv:
    name = "ajv"
    program = """
      const Ajv = require("ajv");
      const [schema, documents] = JSON.parse(require("fs").readFileSync(0, "utf8"));
      const validate = new Ajv().compile(schema);
      console.log(JSON.stringify(documents.map((document) => validate(document))));
    """

    def __init__(self, schema):
        self.schema = draft7(schema)

    def verdicts(self, documents):
        text = json.dumps([self.schema, documents])
        environment = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}
        result = subprocess.run(
            ["node", "-e", self.program], input=text, capture_output=True, text=True, env=environment)
        if result.returncode != 0:
            sys.exit(f"ajv: {result.stderr[-500:]}")
        return json.loads(result.stdout)


VALIDATORS = [Python, Fast, Ajv]


# Planted faults

def event(kind="HapticContinuous", **members):
    body = {"Time": 0, "EventType": kind, "EventDuration": 1, **members}
    return {"Event": {name: value for name, value in body.items() if value is not None}}


def tap(**members):
    return event("HapticTransient", EventDuration=None, **members)


def value(name, number):
    return {"EventParameters": [{"ParameterID": name, "ParameterValue": number}]}


def parameter(**members):
    body = {"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterValue": 0.5, **members}
    return {"Parameter": {name: value for name, value in body.items() if value is not None}}


def curve(points=None, **members):
    points = [{"Time": 0, "ParameterValue": 1}, {"Time": 1, "ParameterValue": 0}] if points is None else points
    body = {"Time": 0, "ParameterID": "HapticIntensityControl", "ParameterCurveControlPoints": points, **members}
    return {"ParameterCurve": {name: value for name, value in body.items() if value is not None}}


def pattern(*entries, **members):
    return {"Version": 1.0, "Pattern": list(entries), **members}


BOTH, STRICT, BEYOND = "both", "strict only", "beyond"
# A code, a document or text, whether the schemas see it, and why not.
# A sound by a path that holds only on this machine.
SOUND = os.path.abspath(next(glob.iglob(os.path.join(os.path.dirname(__file__), "../../../Patterns/Sounds/*.wav"))))
PLANTED = [
    ("AHAP001", "{ nonsense", BEYOND, "not JSON"),
    ("AHAP002", "", BEYOND, "not JSON"),
    ("AHAP003", b'{ "Version": 1.0, "Pattern": [ { "Event": { "\xff": 1 } } ] }', BEYOND, "not text"),
    ("AHAP004", '{ "Version": 1.0, "Pattern": [ { "Event": { "Time": 1e999, "EventType": "HapticTransient" } } ] }', BEYOND,
     "every number of JSON is finite"),
    ("AHAP005", "[" * 100 + "]" * 100, BEYOND, "a limit of the reader"),
    ("AHAP006", '{ "Version": 1.0, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient", } } ] }', BEYOND,
     "the text, not the document"),
    ("AHAP007", '{ "Version": 1.0, /* c */ "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient" } } ] }', BEYOND,
     "the text, not the document"),
    ("AHAP008", b"\xef\xbb\xbf" + json.dumps(pattern(tap())).encode(), BEYOND, "the text, not the document"),
    ("AHAP009", json.dumps(pattern(tap())).encode("utf-16"), BEYOND, "the text, not the document"),
    ("AHAP010", '{ "Version": 1.0, "Version": 1.0, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient" } } ] }',
     BEYOND, "a validator sees one of the members"),
    ("AHAP020", {"Version": 1.0}, BOTH, ""),
    ("AHAP020", {"Version": 1.0, "Pattern": {}}, BOTH, ""),
    ("AHAP020", [], BOTH, ""),
    ("AHAP021", pattern(1), BOTH, ""),
    ("AHAP021", pattern([]), BOTH, ""),
    ("AHAP022", pattern(tap(Time=None)), BOTH, ""),
    ("AHAP022", pattern(tap(Time="0")), BOTH, ""),
    ("AHAP022", pattern({"Event": []}), BOTH, ""),
    ("AHAP022", pattern(event(EventType=None)), BOTH, ""),
    ("AHAP022", pattern(event(EventType=3)), BOTH, ""),
    ("AHAP022", pattern(event(EventDuration=None)), BOTH, ""),
    ("AHAP022", pattern(event("AudioContinuous", EventDuration=None)), BOTH, ""),
    ("AHAP022", pattern(event(EventParameters={})), BOTH, ""),
    ("AHAP026", pattern(event(EventParameters=[1])), BOTH, ""),
    ("AHAP026", pattern(event(EventParameters=[{"ParameterID": "HapticIntensity"}])), BOTH, ""),
    ("AHAP026", pattern(event(EventParameters=[{"ParameterValue": 1}])), BOTH, ""),
    ("AHAP022", pattern(event("AudioCustom", EventWaveformPath=7)), BOTH, ""),
    ("AHAP022", pattern(event("AudioCustom", EventWaveformPath="a.wav", EventWaveformLoopEnabled=2)), BOTH, ""),
    ("AHAP023", pattern(event("HapticBuzz")), BOTH, ""),
    ("AHAP024", pattern(tap(Time=-1)), BOTH, ""),
    ("AHAP025", pattern(event(EventDuration=-1)), BOTH, ""),
    ("AHAP026", pattern(tap(), parameter(ParameterValue=None)), BOTH, ""),
    ("AHAP026", pattern(tap(), parameter(ParameterID=None)), BOTH, ""),
    ("AHAP026", pattern(tap(), parameter(Time=-1)), BOTH, ""),
    ("AHAP026", pattern(event(), curve(ParameterCurveControlPoints=None)), BOTH, ""),
    ("AHAP026", pattern(event(), curve(ParameterCurveControlPoints={})), BOTH, ""),
    ("AHAP026", pattern(event(), curve([{"Time": 0}])), BOTH, ""),
    ("AHAP026", pattern(event(), curve([{"ParameterValue": 0}])), BOTH, ""),
    ("AHAP026", pattern({"Parameter": 1}, tap()), BOTH, ""),
    ("AHAP027", pattern(event(**value("HapticIntensityControl", 1))), BOTH, ""),
    ("AHAP027", pattern(tap(), parameter(ParameterID="HapticIntensity")), BOTH, ""),
    ("AHAP028", pattern(tap(Time=True)), STRICT, ""),
    ("AHAP028", pattern(event("AudioCustom", EventWaveformPath="a.wav", EventWaveformLoopEnabled=1)), STRICT, ""),
    ("AHAP029", pattern(tap(), Version="1.0"), STRICT, ""),
    ("AHAP030", pattern(tap(), parameter(Time=None)), STRICT, ""),
    ("AHAP030", pattern(event(), curve(Time=None)), STRICT, ""),
    ("AHAP031", pattern(tap(), Metadata=[]), STRICT, ""),
    ("AHAP032", pattern(event(), curve([])), BOTH, ""),
    ("AHAP099", pattern(*[tap(Time=True) for _ in range(101)]), STRICT, ""),
    ("AHAP101", {"Pattern": [tap()]}, BEYOND, "a note"),
    ("AHAP102", pattern(tap(), Version=2), STRICT, ""),
    ("AHAP103", pattern(), STRICT, ""),
    ("AHAP103", pattern(parameter()), STRICT, ""),
    ("AHAP104", pattern(tap(EventDurations=1)), BEYOND, "a schema cannot tell a slip from a remark"),
    ("AHAP105", pattern(tap(), Remark=1), BEYOND, "a note"),
    ("AHAP106", pattern(tap(), {"Remark": 1}), BEYOND, "a note"),
    ("AHAP107", pattern({**tap(), **parameter()}), STRICT, ""),
    ("AHAP108", pattern(event(EventDuration=0)), STRICT, ""),
    ("AHAP109", pattern(event("HapticTransient")), BEYOND, "a note"),
    ("AHAP110", pattern(event(EventDuration=31)), STRICT, ""),
    ("AHAP111", pattern(tap(**value("HapticIntensity", 1.5))), STRICT, ""),
    ("AHAP111", pattern(event("AudioContinuous", **value("AudioPan", -2))), STRICT, ""),
    ("AHAP112", pattern(tap(**value("AudioVolume", 1))), STRICT, ""),
    ("AHAP113", pattern(event(**value("DecayTime", 0.5))), BEYOND, "depends on the value of another parameter"),
    ("AHAP114", pattern(tap(EventParameters=2 * value("HapticIntensity", 1)["EventParameters"])), BEYOND,
     "compares elements"),
    ("AHAP115", pattern(tap(), parameter(ParameterValue=2)), STRICT, ""),
    ("AHAP115", pattern(event(), curve([{"Time": 0, "ParameterValue": -1}, {"Time": 1, "ParameterValue": 1}])), STRICT, ""),
    ("AHAP116", pattern(tap(), parameter(ParameterID="AudioVolumeControl")), BEYOND, "a note"),
    ("AHAP117", pattern(event(), curve([{"Time": 0, "ParameterValue": 1}])), BEYOND, "a note"),
    ("AHAP118", pattern(event(), curve([{"Time": 1, "ParameterValue": 1}, {"Time": 0, "ParameterValue": 1}])), BEYOND,
     "compares elements"),
    ("AHAP118", pattern(event(), curve([{"Time": -1, "ParameterValue": 1}, {"Time": 0, "ParameterValue": 1}])), STRICT, ""),
    ("AHAP119", pattern(event(), curve([{"Time": 5, "ParameterValue": 1}, {"Time": 6, "ParameterValue": 1}], Time=5)), BEYOND,
     "compares times"),
    ("AHAP120", pattern(event(), curve([{"Time": t, "ParameterValue": 1} for t in range(17)])), BEYOND, "a note"),
    ("AHAP121", pattern(event(), curve(), curve(Time=0.5)), BEYOND, "compares entries"),
    ("AHAP122", pattern(tap(Time=0.5), curve()), BEYOND, "a note"),
    ("AHAP123", pattern(event("AudioCustom")), BOTH, ""),
    ("AHAP123", pattern(event("AudioCustom", EventWaveformPath="")), BOTH, ""),
    ("AHAP124", pattern(event("AudioCustom", EventWaveformPath="missing.wav")), BEYOND, "looks for a file"),
    ("AHAP125", pattern(tap(EventWaveformPath="a.wav")), BEYOND, "a note"),
    ("AHAP126", pattern(*[event(Time=0.001 * n) for n in range(40)]), BEYOND, "a note"),
    ("AHAP127", pattern(tap(**value("HapticIntensity", 0.01))), BEYOND, "a note"),
    ("AHAP128", pattern(tap(), tap()), BEYOND, "compares entries"),
    ("AHAP129", pattern(event("AudioCustom", EventWaveformPath="text.wav")), BEYOND, "opens a file"),
    ("AHAP130", pattern(event("AudioCustom", EventWaveformPath=SOUND)), BEYOND, "looks for a file"),
]


def linted(thrum, folder):
    """The findings of each file in a folder."""
    result = subprocess.run([thrum, "lint", folder, "--json"], capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"lint ended with {result.returncode}: {result.stderr[-500:]}")
    found = {}
    for finding in json.loads(result.stdout)["findings"]:
        found.setdefault(os.path.basename(finding["file"]), []).append((finding["code"], finding["severity"]))
    return found


def write(folder, number, document):
    data = document if isinstance(document, bytes) else (
        document if isinstance(document, str) else json.dumps(document)).encode()
    name = f"{number:05}.ahap"
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    # A file that is no sound, for patterns that name it.
    with open(os.path.join(folder, "text.wav"), "w") as file:
        file.write("no sound")
    return name


def check_planted(thrum, schemas):
    with tempfile.TemporaryDirectory() as folder:
        names = [write(folder, number, document) for number, (_, document, _, _) in enumerate(PLANTED)]
        found = linted(thrum, folder)
    for name, (code, _, seen, reason) in zip(names, PLANTED):
        if code not in [entry[0] for entry in found.get(name, [])]:
            faults.append(f"{code}: the linter reports {found.get(name)}")
        if (seen == BEYOND) != bool(reason):
            faults.append(f"{code}: a fault beyond a schema needs a reason")
    readable = [(code, document, seen) for code, document, seen, _ in PLANTED if not isinstance(document, (str, bytes))]
    documents = [document for _, document, _ in readable]
    for validator in VALIDATORS:
        plain, strict = (validator(schema).verdicts(documents) for schema in schemas)
        for (code, _, seen), is_valid, is_strict in zip(readable, plain, strict):
            if (is_valid, is_strict) != {BOTH: (False, False), STRICT: (True, False), BEYOND: (True, True)}[seen]:
                faults.append(f"{code}: {validator.name} says {is_valid}, strictly {is_strict}; expected: {seen}")
    with open(os.path.join(ROOT, "Docs/Diagnostics.md"), encoding="utf-8") as file:
        codes = set(re.findall(r"^\| (AHAP\d+) ", file.read(), re.MULTILINE))
    for code in sorted(codes - {row[0] for row in PLANTED}):
        faults.append(f"{code}: not in the table")
    return sum(row[2] == BOTH for row in PLANTED), sum(row[2] == STRICT for row in PLANTED)


# Comparing patterns

def changed(document, chance):
    """The document with one to three values changed, removed or repeated."""
    document = copy.deepcopy(document)
    for _ in range(chance.randrange(1, 4)):
        node = document
        while True:
            keys = list(range(len(node))) if isinstance(node, list) else list(node)
            if not keys:
                break
            key = chance.choice(keys)
            if isinstance(node[key], (list, dict)) and chance.random() < 0.85:
                node = node[key]
                continue
            draw = chance.random()
            if draw < 0.15:
                del node[key]
            elif draw < 0.25 and isinstance(node, list):
                node.append(node[key])
            else:
                node[key] = chance.choice(
                    [0, -1, 0.5, 1.5, 31, True, False, None, "", "a.wav", [], {}, "HapticTransient", "AudioCustom",
                     "HapticSharpness", "AudioPanControl"])
            break
    return document


def compare(thrum, schemas, documents, what):
    """Without an error, a document validates; without a warning, strictly."""
    with tempfile.TemporaryDirectory() as folder:
        names = [write(folder, number, document) for number, document in enumerate(documents)]
        found = linted(thrum, folder)
    # What only the text shows is beyond a schema.
    beyond = {code for code, _, seen, _ in PLANTED if seen == BEYOND} | {"AHAP124", "AHAP129", "AHAP130"}
    severities = [[entry for entry in found.get(name, []) if entry[0] not in beyond] for name in names]
    clean = [not any(severity == "error" for _, severity in entries) for entries in severities]
    spotless = [not any(severity in ("error", "warning") for _, severity in entries) for entries in severities]
    for validator in VALIDATORS:
        plain, strict = (validator(schema).verdicts(documents) for schema in schemas)
        for number, document in enumerate(documents):
            text = json.dumps(document)[:300]
            if clean[number] != plain[number]:
                faults.append(f"{what}: {validator.name} says {plain[number]}, the linter {severities[number]}: {text}")
            if spotless[number] and not strict[number]:
                faults.append(f"{what}: {validator.name} strictly rejects what the linter accepts: {text}")
    return sum(clean), sum(spotless)


def patterns(arguments):
    """Documents of the patterns that any JSON parser reads."""
    for path in arguments:
        files = [path]
        if os.path.isdir(path):
            files = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
        for file in sorted(files):
            if file.endswith(".ahap"):
                with open(file, "rb") as data:
                    try:
                        yield json.loads(data.read())
                    except ValueError:
                        pass


def main():
    thrum, given = sys.argv[1], sys.argv[2:]
    schemas = [json.loads(subprocess.run([thrum, "schema", *options], capture_output=True, text=True, check=True).stdout)
               for options in ([], ["--strict"])]
    both, strict = check_planted(thrum, schemas)
    print(f"{len(PLANTED)} planted faults: {both} seen, {strict} seen strictly, {len(PLANTED) - both - strict} beyond a schema")
    documents = list(patterns(given))
    clean, spotless = compare(thrum, schemas, documents, "pattern")
    print(f"{len(documents)} patterns: {clean} validate, {spotless} of them have no warning either")
    chance = random.Random(2020)
    base = [document for document in documents if len(json.dumps(document)) < 20_000 and isinstance(document, dict)]
    mutants = [changed(chance.choice(base), chance) for _ in range(1_000)]
    clean, spotless = compare(thrum, schemas, mutants, "changed pattern")
    print(f"{len(mutants)} changed patterns: {clean} validate, {spotless} of them have no warning either")
    for text in faults[:40]:
        print(text)
    print(f"validators: {', '.join(validator.name for validator in VALIDATORS)}; {len(faults)} faults")
    sys.exit(1 if faults or not documents else 0)


main()
