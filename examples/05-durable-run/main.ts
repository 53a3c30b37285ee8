import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Each part of the story is a process of its own over the same folder. The second is killed by its own tool, right after the
// payment went out and before anybody heard of it.
const folder = mkdtempSync(join(tmpdir(), "planwright-"));
const parts = ["ask", "approve", "go-on"] as const;
const signals = parts.map((part) => {
  console.log(`--- ${part}`);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, "part.ts"), part, folder], { encoding: "utf8" });
  process.stdout.write(run.stdout);
  process.stderr.write(run.stderr);
  if (run.signal !== null) console.log(`killed by ${run.signal}`);
  return run.signal ?? run.status;
});

const bank = readFileSync(join(folder, "bank.log"), "utf8");
console.log(`--- the bank's book\n${bank.trimEnd()}`);
assert.deepEqual(signals, [0, "SIGKILL", 0]);
assert.equal(bank, "paid 1200 EUR to ACME\n");
