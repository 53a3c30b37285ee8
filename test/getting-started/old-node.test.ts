import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { diagnoseNode } from "../../src/runtime/diagnose/diagnose-machine.ts";
import { bin } from "../support/cli-process.ts";

/** An unsupported Node version of this machine; npm puts the supported one first on the PATH. */
const old = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .filter((file) => existsSync(file))
  .find((file) => /^v(?:1\d|20)\./.test(spawnSync(file, ["--version"], { encoding: "utf8" }).stdout));

const manifest = z.object({ engines: z.object({ node: z.string() }) });
const { node: engines } = manifest.parse(
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../../package.json"), "utf8")),
).engines;

/** Parses `^22.20.0 || >=24.7.0`. */
function satisfies(version: string, range: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return range.split(" || ").some((part) => {
    const [, sign, least = "", from = ""] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(part) ?? [];
    if (major === Number(least)) return minor >= Number(from);
    return sign === ">=" && major > Number(least);
  });
}

let place: string;
beforeAll(() => void (place = mkdtempSync(join(tmpdir(), "planwright-node-"))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

// Users with an old Node must get a clear message instead of a syntax error.
describe("an old Node", () => {
  const source = readFileSync(bin, "utf8");

  it.each([
    ["20.20.2", false],
    ["22.19.0", false],
    ["22.20.0", true],
    ["23.11.1", false],
    ["24.6.0", false],
    ["24.7.0", true],
    ["25.0.0", true],
  ])("%s: the doctor and the package agree that it is enough: %s", (version, isEnough) => {
    expect(diagnoseNode(version).ok).toBe(isEnough);
    expect(satisfies(version, engines)).toBe(isEnough);
  });

  it("can parse the first file, which imports nothing before the version check", () => {
    expect(source).not.toMatch(/^import /m);
    expect(source.indexOf("process.versions.node")).toBeLessThan(source.indexOf("import("));
  });

  it.skipIf(old === undefined)(
    "prints the required version in one sentence (skipped: no Node below 22 on the PATH)",
    () => {
      const file = join(place, "bin.mjs");
      writeFileSync(file, stripTypeScriptTypes(source));
      const { status, stdout, stderr } = spawnSync(old ?? "", [file, "plan", "x"], { encoding: "utf8" });
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^planwright: Node 22\.20, or 24\.7 or newer, is required; this is (?:1\d|20)\..*\n.*https:\/\/nodejs\.org.*\n$/,
      );
    },
  );

  it.skipIf(old === undefined)("is told so by npm start too (skipped: no Node below 22 on the PATH)", () => {
    const script = resolve(import.meta.dirname, "../../scripts/ready.mjs");
    const { status, stderr } = spawnSync(old ?? "", [script], { encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^planwright: Node 22\.20, or 24\.7 or newer, is required.*Run "npm ci" first/),
    ]);
  });
});
