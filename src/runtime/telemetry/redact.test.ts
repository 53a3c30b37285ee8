import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

// Everything that leaves the process passes here: a secret that is not redacted stays in a log store for years.
const key = `pw_0123456789abcdef_${"aB3-_".repeat(9).slice(0, 43)}`;
const blot = "[redacted]";

describe("redact", () => {
  it.each<[string, unknown, unknown]>([
    ["a field by its name", { password: "hunter2" }, { password: blot }],
    [
      "whatever the letter case",
      { Authorization: "x", "Set-Cookie": "y" },
      { Authorization: blot, "Set-Cookie": blot },
    ],
    ["a name that holds one", { client_secret: 1, dbPassword: 2 }, { client_secret: blot, dbPassword: blot }],
    [
      "keys by any spelling",
      { apiKey: "a", api_key: "b", "x-api-key": "c" },
      { apiKey: blot, api_key: blot, "x-api-key": blot },
    ],
    ["a whole object under such a name", { credentials: { user: "u", pass: "p" } }, { credentials: blot }],
    ["deep inside", { a: { b: [{ token: "t", kept: 1 }] } }, { a: { b: [{ token: blot, kept: 1 }] } }],
    ["our own keys in any text", { note: `used ${key} twice: ${key}` }, { note: `used ${blot} twice: ${blot}` }],
    ["our own keys in a list", [key, "fine"], [blot, "fine"]],
    ["a bearer in a text", { line: "Authorization: Bearer abcdefgh.ijkl" }, { line: `Authorization: ${blot}` }],
    ["what is no secret", { run: "r1", n: 1, ok: true, none: null }, { run: "r1", n: 1, ok: true, none: null }],
    ["a date", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
  ])("treats %s", (_, value, expected) => {
    expect(redact(value)).toEqual(expected);
  });

  it("covers errors: message, stack, cause and own fields", () => {
    const cause = Object.assign(new Error(`refused ${key}`), { headers: { authorization: "x" } });
    const plain = redact({ error: new TypeError(`with ${key}`, { cause }) });
    expect(JSON.stringify(plain)).not.toContain(key);
    expect(plain).toMatchObject({
      error: { name: "TypeError", message: `with ${blot}`, cause: { headers: { authorization: blot } } },
    });
  });

  it("is bounded in depth, also for circular values", () => {
    const loop: Record<string, unknown> = { name: "loop" };
    loop["self"] = loop;
    const error = new Error("round");
    error.cause = error;
    expect(JSON.stringify(redact(loop))).toMatch(/"\{…\}"/);
    expect(JSON.stringify(redact({ error }))).toMatch(/"\{…\}"/);
    const list: unknown[] = [];
    list.push(list);
    expect(JSON.stringify(redact(list))).toBe('[[[[[["[…]"]]]]]]');
  });

  it("does not change its input", () => {
    const given = { password: "hunter2", list: [key] };
    redact(given);
    expect(given).toEqual({ password: "hunter2", list: [key] });
  });
});
