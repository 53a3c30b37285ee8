import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/run-cli.ts";
import { exit } from "../../command.ts";

const files: Record<string, string | Uint8Array> = {
  "plan.json": '{"steps":[{"step_id":"s1","n":1.0}],"metadata":{"generated_at":"then"}}',
  "same.json": ' {"metadata": {"generated_at": "then"}, "steps": [{"n": 1, "step_id": "s1"}]}\n',
  "later.json": '{"steps":[{"step_id":"s1","n":1}],"metadata":{"generated_at":"now"}}',
  "more.json": '{"steps":[{"step_id":"s0"},{"step_id":"s1","n":2}],"metadata":{"generated_at":"then"}}',
  "bad.json": '{"a":1,\n"a":2}',
  "long.json": JSON.stringify({ steps: "🌍".repeat(500) }),
  "ff.json": Buffer.from('{"a":"\xff"}', "latin1"),
  "fe.json": Buffer.from('{"a":"\xfe"}', "latin1"),
  "input.json": '{"agent_id":"a","goal":"x","context_summary":"  ctx "}',
  "-": '{"b":1,"a":2}',
};

const run = (...words: string[]) => runCli(words, { files });

describe("planwright canonical", () => {
  it("prints exactly the bytes that are hashed", async () => {
    expect(await run("canonical", "-")).toMatchObject({ code: exit.ok, out: '{"a":2,"b":1}', err: "" });
  });

  it("wraps them with --json", async () => {
    expect(JSON.parse((await run("canonical", "-", "--json")).out)).toEqual({ canonical: '{"a":2,"b":1}' });
  });
});

describe("planwright hash", () => {
  const full = createHash("sha256").update('{"a":2,"b":1}').digest("hex");

  it.each([
    [["-"], `${full.slice(0, 16)}\n`],
    [["-", "--full"], `${full}\n`],
    [["input.json", "--input"], "215bf0f0960f3ab2\n"],
    [["-", "--json"], `${JSON.stringify({ hash: full.slice(0, 16), full })}\n`],
  ])("prints the hash for %j", async (words, out) => {
    expect(await run("hash", ...words)).toMatchObject({ code: exit.ok, out, err: "" });
  });

  it("is the same for two spellings of one document", async () => {
    expect((await run("hash", "plan.json")).out).toBe((await run("hash", "same.json")).out);
  });
});

describe("planwright diff", () => {
  it.each([
    [["plan.json", "same.json"], exit.ok],
    [["plan.json", "same.json", "--bytes"], exit.failed],
    [["plan.json", "plan.json", "--bytes"], exit.ok],
    [["plan.json", "later.json"], exit.failed],
    [["plan.json", "later.json", "--plan"], exit.ok],
    [["-", "plan.json"], exit.failed],
    [["-", "-"], exit.usage],
    [["plan.json", "missing.json"], exit.usage],
    [["plan.json", "bad.json"], exit.contract],
    [["ff.json", "fe.json", "--bytes"], exit.failed],
    [["ff.json", "fe.json"], exit.contract],
  ])("%j ends with %i", async (words, code) => {
    expect((await run("diff", ...words)).code).toBe(code);
  });

  it("shows an inserted step and a changed value", async () => {
    expect((await run("diff", "plan.json", "more.json")).out).toBe(
      'added /steps/0\n  + {"step_id":"s0"}\nchanged /steps/1/n\n  - 1\n  + 2\n',
    );
  });

  it("prints full differences with --json, and truncates long ones in text", async () => {
    const { out } = await run("diff", "plan.json", "long.json", "--json");
    expect(JSON.parse(out)).toMatchObject({ differences: [{ after: "🌍".repeat(500) }, { kind: "removed" }] });
    expect((await run("diff", "plan.json", "long.json")).out).toContain("(1002 characters)");
  });

  it("names the first byte that differs", async () => {
    expect((await run("diff", "plan.json", "later.json", "--bytes")).out).toMatch(/^byte 31\n- .*1\.0.*\n\+ .*1\}/);
  });
});

describe("bad input", () => {
  it.each([["hash"], ["canonical"]])("ends %s with exit 3 and the location on stderr", async (command) => {
    const { code, out, err } = await run(command, "bad.json");
    expect({ code, out }).toEqual({ code: exit.contract, out: "" });
    expect(err).toContain("bad.json#/a: The object has the same key twice [DUPLICATE_KEY]");
  });

  // Read leniently, both would become U+FFFD, and different files would have one hash.
  it.each([["ff.json"], ["fe.json"]])("refuses %s, which is not UTF-8", async (file) => {
    const { code, out, err } = await run("hash", file);
    expect({ code, out, err }).toEqual({
      code: exit.contract,
      out: "",
      err: `${file}: the text is not UTF-8 [MALFORMED_JSON]\n  Save it as UTF-8.\n`,
    });
  });

  it("prints the issues as JSON with --json", async () => {
    const { code, out } = await run("hash", "bad.json", "--json");
    expect(code).toBe(exit.contract);
    expect(JSON.parse(out)).toMatchObject({ issues: [{ code: "DUPLICATE_KEY", pointer: "/a" }] });
  });
});
