import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileLock } from "./file-lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("createFileLock", () => {
  it("has one holder, which can take it again and release it", () => {
    const [first, second] = [createFileLock(join(folder, "lock")), createFileLock(join(folder, "lock"))];
    expect([first.tryAcquire(), second.tryAcquire(), first.tryAcquire()]).toEqual([true, false, true]);
    first.release();
    expect([second.tryAcquire(), first.tryAcquire()]).toEqual([true, false]);
    second.release();
  });

  it("is free the moment another process that held it is killed", async () => {
    const path = join(folder, "lock");
    const code = `
      import { createFileLock } from ${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))};
      if (createFileLock(${JSON.stringify(path)}).tryAcquire()) console.log("held");
      setTimeout(() => {}, 30_000);`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const lock = createFileLock(path);
    expect(lock.tryAcquire()).toBe(false);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    expect(lock.tryAcquire()).toBe(true);
    lock.release();
  });
});
