"""Checks the C# binding against thrum.h: functions, types, structures, callbacks and numbers.

Usage: check_bindings.py thrum.h Native.cs Numbers.cs
"""

import re
import sys

# The binding's enumerations. The name of a C constant is prefix + NAME + suffix.
ENUMS = {
    "Status": ("THRUM_", ""),
    "HapticEventType": ("THRUM_", ""),
    "EventParameter": ("THRUM_", ""),
    "Control": ("THRUM_", "_CONTROL"),
    "StoppedReason": ("THRUM_STOPPED_", ""),
    "FinishedAction": ("THRUM_FINISHED_", ""),
    "Switch": ("THRUM_", ""),
}
STRUCTS = {"thrum_event_parameter", "thrum_event", "thrum_parameter", "thrum_point", "thrum_curve"}
CALLBACKS = {"thrum_completion", "thrum_stopped_handler", "thrum_reset_handler", "thrum_finished_handler"}
# The binding's contexts are numbers, and its callbacks live as long as the process.
NEEDLESS = re.compile(r"\w+_releasing|thrum_release|thrum_wait_for_callbacks")
PLAIN = {
    "void": "void", "bool": "byte", "double": "double", "int32_t": "int", "thrum_status": "int", "uint32_t": "uint",
    "int64_t": "long", "size_t": "UIntPtr",
}


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    return re.sub(r"//.*", "", text).replace("THRUM_NULLABLE", "")


def pascal(name):
    return "".join(part.capitalize() for part in name.split("_"))


def upper(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper()


def numbers(body):
    found = re.findall(r"(\w+)\s*=\s*(-?\d+)", body)
    return {name: int(value) for name, value in found}


def words(type):
    """A C type without `const`, and the number of its stars: ("thrum_engine", 1)."""
    return type.replace("const", "").replace("*", "").strip(), type.count("*")


def expected(type, answer=False):
    """The C# types that correspond to a C type."""
    name, stars = words(type)
    if stars == 0:
        if name in CALLBACKS:
            return {pascal(name[len("thrum_"):])}
        return {PLAIN[name]}
    if name == "char":
        return {"IntPtr"} if answer else {"byte[]"}
    if name == "float":
        return {"out float", "[Out] float[]"}
    if name in STRUCTS:
        struct = pascal(name[len("thrum_"):]) + "Data"
        return {struct + "[]", "ref " + struct}
    if stars == 2:
        return {"out IntPtr"}
    return {"IntPtr"} if name not in PLAIN or name == "void" else {"out " + PLAIN[name]}


def split(parameters):
    """Pairs of type and name."""
    parameters = " ".join(parameters.split())
    if parameters in ("", "void"):
        return []
    return [re.fullmatch(r"(.*?)\s*(\w+)", item.strip()).groups() for item in parameters.split(",")]


def main(header, native, numbers_file):
    c, cs, enums = (without_comments(open(path, encoding="utf-8").read()) for path in (header, native, numbers_file))
    problems = []

    def same(what, ours, theirs):
        if ours != theirs:
            problems.append(f"{what}: the binding says {ours}, the header {theirs}")

    declared = {
        name: (answer.strip(), split(parameters))
        for answer, name, parameters in re.findall(r"^([\w \t]+[ *])(thrum_\w+)\(([^()]*)\);", c, flags=re.M)
        if not NEEDLESS.fullmatch(name)}
    imported = {
        name: (answer, split(parameters))
        for answer, name, parameters in re.findall(r"static extern (\w+) (thrum_\w+)\(([^()]*)\);", cs)}
    same("imported functions", cs.count("[DllImport(Library)]"), len(imported))
    for name in sorted(set(declared) ^ set(imported)):
        problems.append(f"{name}: only in the {'header' if name in declared else 'binding'}")
    for name in sorted(set(declared) & set(imported)):
        (c_answer, c_parameters), (cs_answer, cs_parameters) = declared[name], imported[name]
        if cs_answer not in expected(c_answer, answer=True):
            problems.append(f"{name} answers {cs_answer} for {c_answer}")
        same(f"number of parameters of {name}", len(cs_parameters), len(c_parameters))
        for (c_type, c_name), (cs_type, cs_name) in zip(c_parameters, cs_parameters):
            same(f"{name}'s parameter", upper(cs_name), c_name.upper())
            if cs_type not in expected(c_type):
                problems.append(f"{name}: {cs_name} is {cs_type} for {c_type}")

    for name, fields in re.findall(r"typedef struct (\w+) \{(.*?)\}", c, flags=re.S):
        struct = pascal(name[len("thrum_"):]) + "Data"
        body = re.search(rf"struct {struct} \{{(.*?)\}}", cs, flags=re.S)
        ours = re.findall(r"public (\w+) (\w+);", body.group(1)) if body else []
        theirs = [
            ("IntPtr" if words(type)[1] else PLAIN[words(type)[0]], pascal(field))
            for type, field in (split(item)[0] for item in fields.split(";") if item.strip())]
        same(struct, ours, theirs)

    for answer, name, parameters in re.findall(r"typedef (\w+) \(\*(\w+)\)\(([^()]*)\);", c):
        if NEEDLESS.fullmatch(name):
            continue
        delegate = pascal(name[len("thrum_"):])
        found = re.search(rf"delegate (\w+) {delegate}\(([^()]*)\);", cs)
        ours = [found.group(1)] + [type for type, _ in split(found.group(2))] if found else []
        theirs = [PLAIN[answer]] + ["IntPtr" if words(t)[1] else PLAIN[words(t)[0]] for t, _ in split(parameters)]
        same(delegate, ours, theirs)

    blocks = [numbers(body) for body in re.findall(r"^enum \{(.*?)\}", c, flags=re.S | re.M)]
    for name, (prefix, suffix) in ENUMS.items():
        body = re.search(rf"public enum {name} \{{(.*?)\}}", enums, flags=re.S).group(1)
        ours = {prefix + upper(case) + suffix: value for case, value in numbers(body).items()}
        theirs = next((block for block in blocks if set(block) & set(ours) and next(iter(ours)) in block), {})
        same(name, ours, theirs)
    same("enumerations", len(re.findall(r"public enum", enums)), len(blocks))
    version = re.search(r"#define THRUM_ABI_VERSION (\d+)", open(header, encoding="utf-8").read()).group(1)
    same("AbiVersion", re.search(r"AbiVersion = (\d+);", cs).group(1), version)

    for problem in problems:
        print(problem, file=sys.stderr)
    if not declared or problems:
        return 1
    print(f"binding: {len(imported)} functions, {len(STRUCTS)} structures, {len(CALLBACKS)} callbacks and "
          f"{sum(map(len, blocks))} numbers agree with the header")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
