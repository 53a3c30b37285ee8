import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

// Real processes, because time zone and locale are read at process start.

const script = join(import.meta.dirname, "support/plan-hashes.ts");
const settings = ["UTC", "Asia/Tokyo", "America/Denver"].flatMap((TZ) =>
  ["C", "ru_RU.UTF-8"].map((LANG) => ({ TZ, LANG })),
);
const repeats = 1000;

async function hashes(setting: { TZ: string; LANG: string }): Promise<string[]> {
  const env = { PATH: process.env["PATH"], ...setting, LC_ALL: setting.LANG };
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(repeats)], { env, timeout: 280_000 });
  return stdout.trim().split("\n");
}

describe("a full planner", () => {
  it(`gives the same bytes over ${repeats} repeats in every zone and locale, cold and warm, 1 and 8 at a time`, async () => {
    const seen: string[][] = [];
    for (let at = 0; at < settings.length; at += 2) {
      seen.push(...(await Promise.all(settings.slice(at, at + 2).map(hashes))));
    }
    const lines = seen.flat();
    expect(lines).toHaveLength(settings.length * 4);
    expect(new Set(lines).size).toBe(1);
    // Two planners on four surfaces, eight goals each: one text per distinct request.
    expect(lines[0]).toMatch(/^64 [0-9a-f]{64}$/);
  }, 300_000);
});
