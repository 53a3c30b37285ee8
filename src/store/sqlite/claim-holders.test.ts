import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClaimHolders } from "./claim-holders.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-holders-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process of its own that holds claims until it is killed. */
async function startHolder(): Promise<{ name: string; kill: () => Promise<void> }> {
  const file = JSON.stringify(join(import.meta.dirname, "claim-holders.ts"));
  const program = `const { createClaimHolders } = await import(${file});
    console.log(createClaimHolders(${JSON.stringify(folder)}).own());
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  const [line]: Buffer[] = await once(child.stdout, "data");
  const kill = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { name: String(line).trim(), kill };
}

describe("the holder of a claim", () => {
  it("is running while its process is, and gone once it was killed", async () => {
    const { name, kill } = await startHolder();
    const holders = createClaimHolders(folder);
    try {
      expect(name).not.toBe("");
      expect([holders.isGone(name), holders.isGone(name)]).toEqual([false, false]);
    } finally {
      await kill();
    }
    expect([holders.isGone(name), holders.isGone(name)]).toEqual([true, true]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is gone once it has closed, and has one name until then", () => {
    const [one, other] = [createClaimHolders(folder), createClaimHolders(folder)];
    const name = one.own() ?? "";
    expect([one.own(), one.isGone(name), other.isGone(name)]).toEqual([name, false, false]);
    // Asking must not free the lock that the same process holds.
    expect(other.isGone(name)).toBe(false);
    one.close();
    expect([other.isGone(name), readdirSync(folder)]).toEqual([true, []]);
  });

  it("leaves no file of a process that was killed a day ago", async () => {
    const killed = await startHolder();
    await killed.kill();
    const fileOf = (name: string): string => `${name}.lock`;
    const running = createClaimHolders(folder);
    const runs = running.own() ?? "";
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const name of [killed.name, runs]) utimesSync(join(folder, fileOf(name)), longAgo, longAgo);
    const next = createClaimHolders(folder).own() ?? "";
    const left = readdirSync(folder).filter((file) => file.endsWith(".lock"));
    expect(left.toSorted()).toEqual([fileOf(runs), fileOf(next)].toSorted());
  });

  it("may run on another machine, unless its file shows that it was killed here", async () => {
    const { name, kill } = await startHolder();
    const holders = createClaimHolders(folder, { othersElsewhere: true });
    await kill();
    expect([holders.isGone(name), holders.isGone("0".repeat(36))]).toEqual([true, false]);
  });

  it("has no name where no lock can be made", () => {
    writeFileSync(join(folder, "file"), "");
    expect(createClaimHolders(join(folder, "file")).own()).toBeUndefined();
  });

  it("counts as running under a name of another kind", () => {
    const holders = createClaimHolders(folder);
    for (const name of ["", "elsewhere", "../../etc/passwd", "0".repeat(35)]) expect(holders.isGone(name)).toBe(false);
  });
});
