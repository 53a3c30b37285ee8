import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const asks =
  "process.stdout.write(JSON.stringify([Date.now(), +new Date(), new Date(5) instanceof Date, +new Date(5)]))";

it.each([3_600_000, -3_600_000, 0])("shifts every way to ask for the time by %i ms, and nothing else", (skewMs) => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-clock-"));
  const file = join(folder, "clock");
  writeFileSync(file, String(skewMs));
  const words = ["--import", join(import.meta.dirname, "skewed-date.ts"), "-e", asks];
  const env = { PATH: process.env["PATH"], FAULT_CLOCK: file };
  const said = execFileSync(process.execPath, words, { env }).toString();
  rmSync(folder, { recursive: true });
  const [now, made, isDate, given] = JSON.parse(said) as [number, number, boolean, number]; // what it was told to print
  for (const at of [now, made]) expect(Math.abs(at - skewMs - Date.now())).toBeLessThan(600_000);
  expect([isDate, given]).toEqual([true, 5]);
});
