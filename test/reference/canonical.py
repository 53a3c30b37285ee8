"""A second, independent canonical JSON, to compare with. Reads one JSON string a line, writes one JSON object a line.

With the argument `plan-input` a line is the object of plan_input_hash's arguments instead of a document's text.
"""
import hashlib
import json
import sys
from decimal import Decimal

MAX_SAFE = 2**53 - 1
SHORT = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}


class Refused(Exception):
    pass


def number(value):
    """As ECMAScript's Number::toString prints it."""
    if isinstance(value, int):
        if abs(value) > MAX_SAFE:
            raise Refused("UNSAFE_INTEGER")
        return str(value)
    if value != value or value in (float("inf"), float("-inf")):
        raise Refused("NON_FINITE_NUMBER")
    if value == 0:
        return "0"
    # repr gives the shortest digits that read back as the same double, as ECMAScript asks for.
    sign, digit_tuple, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, digit_tuple)).lstrip("0")
    stripped = digits.rstrip("0")
    exponent += len(digits) - len(stripped)
    digits = stripped
    count, point = len(digits), len(digits) + exponent
    if count <= point <= 21:
        if abs(value) > MAX_SAFE:
            raise Refused("UNSAFE_INTEGER")
        text = digits + "0" * (point - count)
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        mantissa = digits[0] + ("." + digits[1:] if count > 1 else "")
        text = f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return ("-" if sign else "") + text


def string(value):
    out = []
    for char in value:
        code = ord(char)
        if 0xD800 <= code <= 0xDFFF:
            raise Refused("LONE_SURROGATE")
        out.append(SHORT.get(code) or (f"\\u{code:04x}" if code < 32 else char))
    return '"' + "".join(out) + '"'


def canonical(value, depth=0):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, str):
        return string(value)
    if depth >= 64:
        raise Refused("TOO_DEEP")
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, depth + 1) for item in value) + "]"
    pairs = [string(key) + ":" + canonical(value[key], depth + 1) for key in sorted(value)]
    return "{" + ",".join(pairs) + "}"


def pairs_to_dict(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Refused("DUPLICATE_KEY")
    return result


def no_constant(_):
    raise Refused("MALFORMED_JSON")


def exact_float(text):
    value = float(text)
    finite = value not in (float("inf"), float("-inf"))
    unsafe = 2**53 <= abs(value) < 1e21
    if finite and not unsafe and Decimal(text) != Decimal(repr(value)):
        raise Refused("INEXACT_NUMBER")
    return value


def from_text(text):
    if text.startswith("\ufeff"):
        raise Refused("BYTE_ORDER_MARK")
    try:
        return json.loads(text, object_pairs_hook=pairs_to_dict, parse_constant=no_constant, parse_float=exact_float)
    except json.JSONDecodeError:
        raise Refused("MALFORMED_JSON") from None


def plan_input(given):
    context = given.get("context_summary")
    return {
        "agent_id": given["agent_id"],
        "goal": given["goal"].strip().lower(),
        "context_summary": None if context is None else context.strip(),
        "memory_snippets": given.get("memory_snippets") or [],
        "tool_manifest": given.get("tool_manifest") or [],
    }


def answer(line):
    try:
        value = plan_input(line) if "plan-input" in sys.argv else from_text(line)
        text = canonical(value)
    except Refused as refused:
        return {"code": str(refused)}
    full = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return {"canonical": text, "hash": full[:16], "hash_full": full}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))))
