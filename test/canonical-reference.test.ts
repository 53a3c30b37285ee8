import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../src/plan/canonical.ts";
import { contentHash, contentHashFull } from "../src/plan/hash.ts";
import { parseJsonText } from "../src/plan/json-text.ts";
import { pyLower, pyStrip } from "../src/plan/normalise.ts";
import { programsAbsent } from "./support/program.ts";

type Vector = { name: string; input: unknown; canonical?: string; hash?: string; hash_full?: string; code?: string };

const vectorsOf = (file: string): Vector[] => {
  const text = readFileSync(resolve(import.meta.dirname, "../schemas/vectors", file), "utf8");
  return (JSON.parse(text) as { vectors: Vector[] }).vectors; // generated file
};

const script = resolve(import.meta.dirname, "reference/canonical.py");
const noPython = programsAbsent("python3");

function python(args: string[], lines: readonly unknown[]): Omit<Vector, "name" | "input">[] {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const { status, stdout, stderr } = spawnSync("python3", args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Omit<Vector, "name" | "input">); // lines of the script
}

function ours(text: string): Omit<Vector, "name" | "input"> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return { code: parsed.issues[0]?.code ?? "" };
  const { value } = parsed;
  return { canonical: canonicalText(value), hash: contentHash(value), hash_full: contentHashFull(value) };
}

describe("published vectors", () => {
  const vectors = vectorsOf("canonical.json");

  it("are at least 60 with a canonical form", () => {
    expect(vectors.filter((vector) => vector.canonical !== undefined).length).toBeGreaterThanOrEqual(60);
  });

  it.each(vectors.map(({ name, input, ...expected }) => [name, String(input), expected] as const))(
    "hold for %s",
    (_, input, expected) => {
      expect(expected).toMatchObject(ours(input));
    },
  );

  it("hold the five hashes the determinism contract was given with", () => {
    const hashes = vectorsOf("plan-input-hash.json").map(({ hash }) => hash);
    expect(hashes.slice(0, 5)).toEqual([
      "8412fa735c60961c",
      "9504d8acaa49e459",
      "b683fb7c0aab8643",
      "215bf0f0960f3ab2",
      "b0f8bb24b7cdca86",
    ]);
  });
});

// Compares with an independent implementation in Python.
describe.skipIf(noPython !== undefined)(`the Python reference ${noPython ?? ""}`, () => {
  it("agrees on every vector", () => {
    const vectors = vectorsOf("canonical.json");
    const expected = vectors.map(({ canonical, hash, hash_full, code }) =>
      code === undefined ? { canonical, hash, hash_full } : { code },
    );
    expect(
      python(
        [script],
        vectors.map(({ input }) => input),
      ),
    ).toEqual(expected);
  });

  it("agrees on every plan_input_hash vector", () => {
    const vectors = vectorsOf("plan-input-hash.json");
    const answers = python(
      [script, "plan-input"],
      vectors.map(({ input }) => input),
    );
    expect(answers.map(({ hash }) => hash)).toEqual(vectors.map(({ hash }) => hash));
  });

  it("agrees on 2,000 random values", { timeout: 120_000 }, () => {
    const anyNumber = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger());
    const anyString = fc.string({ unit: "binary", maxLength: 12 });
    const value = fc.jsonValue({ maxDepth: 5, stringUnit: "binary" });
    const record = fc.dictionary(
      fc.oneof(anyString, fc.string({ maxLength: 3 })),
      fc.oneof(anyNumber, anyString, value),
      { maxKeys: 24 },
    );
    const texts = fc
      .sample(fc.oneof(anyNumber, anyString, value, record, record), { seed: 20251201, numRuns: 2000 })
      .map((sample) => JSON.stringify(sample));
    expect(texts.map(ours)).toEqual(python([script], texts));
  });

  it("agrees on strip() and lower() of every character both Unicode tables know", () => {
    const rows = spawnSync("python3", ["-c", everyCharacter], { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
    const all = JSON.parse(rows) as [char: string, isSpace: boolean, lower: string][]; // line of the script
    const known = all.filter(([char]) => /\p{Assigned}/u.test(char));
    const different = known.filter(
      ([char, isSpace, lower]) => (pyStrip(char) === "") !== isSpace || pyLower(`x${char}X`) !== `x${lower}x`,
    );
    expect(known.length).toBeGreaterThan(250_000);
    expect(different).toEqual([]);
  });
});

const everyCharacter = `
import json, unicodedata
chars = (chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF)
print(json.dumps([[c, c.isspace(), c.lower()] for c in chars if unicodedata.category(c) != "Cn"]))
`;
