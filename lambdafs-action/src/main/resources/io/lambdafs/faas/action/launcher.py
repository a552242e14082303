"""Runs a Python action: a line of JSON in on standard input, one line of JSON out on descriptor 3, until the input ends."""

import importlib.util
import json
import os
import sys
import traceback

# The function's own children and its own reads must not get at the messages.
requests = os.fdopen(os.dup(0), "rb")
results = os.fdopen(os.dup(3), "wb")
os.close(3)
nothing = os.open(os.devnull, os.O_RDONLY)
os.dup2(nothing, 0)
os.close(nothing)


def answer(result):
    line = json.dumps(result).encode() + b"\n"
    sys.stdout.flush()
    sys.stderr.flush()
    results.write(line)
    results.flush()


def load(path, name):
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("main__", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["main__"] = module
    spec.loader.exec_module(module)
    return getattr(module, name)


def call(main, line):
    message = json.loads(line)
    for key, value in message.items():
        if key != "value":
            os.environ["__OW_" + key.upper()] = str(value)
    try:
        result = main(message.get("value") or {})
        if not isinstance(result, dict):
            return {"error": "The action did not return a dictionary."}
        json.dumps(result)
        return result
    except Exception as e:
        traceback.print_exc()
        return {"error": str(e) or type(e).__name__}


try:
    main = load(sys.argv[1], sys.argv[2])
except BaseException as e:
    traceback.print_exc()
    answer({"ok": False, "error": "%s: %s" % (type(e).__name__, e)})
    sys.exit(1)
answer({"ok": True})
while True:
    line = requests.readline()
    if not line:
        break
    answer(call(main, line))
