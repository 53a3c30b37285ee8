import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseProfileText } from "../src/agents/profile/parse-profile.ts";
import type { CheckResult } from "../src/plan/check-result.ts";
import { parsePack } from "../src/planners/packs/parse-pack.ts";
import { loadConfig } from "../src/runtime/config/config.ts";
import { createChance } from "./support/seeded-random.ts";

// Mutated configuration files, packs and profiles either load or are refused with the file and the line, never crash, and
// take less than a second of processor time each. `npm run test:fuzz` makes 10,000 of each.
const mutations = Number(process.env["FUZZ_MUTATIONS"] ?? 300);
const maxMs = 1000;
const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "planwright-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true }));

const kinds: readonly [string, string, (text: string) => CheckResult<unknown>][] = [
  ["configuration", "{templates,examples}/*/planwright.yaml", loadText],
  ["packs", "{packs,templates/*/packs}/*.yaml", (text) => parsePack(text, "f.yaml")],
  ["profiles", "{templates,examples}/*/agents/*.yaml", (text) => parseProfileText({ text, file: "f.yaml" })],
];

describe.each(kinds)("mutated %s", (_kind, pattern, parse) => {
  const texts = globSync(pattern, { cwd: root })
    .toSorted()
    .map((file) => readFileSync(join(root, file), "utf8"));

  it(`load or are refused with file and line (${mutations})`, { timeout: 3_600_000 }, () => {
    expect(texts.length).toBeGreaterThan(0);
    for (let seed = 1; seed <= mutations; seed += 1) {
      const text = mutate(texts, createChance(seed));
      const since = process.threadCpuUsage();
      const parsed = parse(text);
      const { user, system } = process.threadCpuUsage(since);
      expect((user + system) / 1000, `seed ${seed}`).toBeLessThan(maxMs);
      if (parsed.ok) continue;
      expect(parsed.issues.length, `seed ${seed}`).toBeGreaterThan(0);
      for (const { message } of parsed.issues) expect(message, `seed ${seed}`).toMatch(/\S+\.yaml:\d+:\d+: ./);
    }
  });
});

function loadText(text: string): CheckResult<unknown> {
  writeFileSync(join(folder, "planwright.yaml"), text);
  return loadConfig(folder);
}

const hostile = [
  "&a ",
  "*a ",
  "<<: *a\n",
  "[",
  "]",
  "{",
  "}",
  ": ",
  "- ",
  "!!js/function x",
  "!!binary x",
  "? ",
  "| ",
  "> ",
  '"',
  "'",
  "#",
  "\t",
  "\u0000",
  "\uFEFF",
  "\uD800",
  "\n---\n",
  "\n...\n",
  "__proto__: 1\n",
  "constructor: 1\n",
  "1e999",
  "-0",
  ".nan",
  "~",
  "9".repeat(400),
  "x".repeat(5000),
  "[".repeat(300),
  "- ".repeat(300),
  "\n".repeat(1000),
  "%YAML 9.9\n",
  "\\",
  "${HOME}",
  "../",
];

/** One to six changes: characters and lines removed, repeated, moved or replaced, also by parts of another file. */
function mutate(texts: readonly string[], chance: (below: number) => number): string {
  const pick = <T>(items: readonly T[]): T | undefined => items[chance(items.length)];
  let text = pick(texts) ?? "";
  for (let left = 1 + chance(6); left > 0; left -= 1) {
    const at = chance(text.length + 1);
    const lines = text.split("\n");
    const line = chance(lines.length);
    const changes = [
      () => text.slice(0, at) + text.slice(at + 1 + chance(40)),
      () => text.slice(0, at) + (pick(hostile) ?? "") + text.slice(at),
      () => text.slice(0, at),
      () => lines.toSpliced(line, 1).join("\n"),
      () => lines.toSpliced(line, 0, lines[chance(lines.length)] ?? "").join("\n"),
      () => lines.with(line, `  ${lines[line] ?? ""}`).join("\n"),
      () => lines.with(line, (lines[line] ?? "").replace(/:.*/, `: ${pick(hostile) ?? ""}`)).join("\n"),
      () => text.slice(0, at) + (pick(texts) ?? "").slice(chance(200), 200 + chance(2000)) + text.slice(at),
    ];
    text = pick(changes)?.() ?? text;
  }
  return text;
}
