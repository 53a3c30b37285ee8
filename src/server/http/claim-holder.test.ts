import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createClaimHolders } from "./claim-holder.ts";

describe.skipIf(!existsSync("/proc/self/stat"))("the holder of a claim", () => {
  const { own = "", isGone } = createClaimHolders();
  const changed = (at: number, value: string): string => own.split(" ").with(at, value).join(" ");

  it("is running while its process is", () => {
    expect(own).not.toBe("");
    expect(isGone(own)).toBe(false);
  });

  it("is gone once its process was killed", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    const { own: holder = "" } = createClaimHolders(child.pid);
    expect(isGone(holder)).toBe(false);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    expect(isGone(holder)).toBe(true);
  });

  it("is gone when another process has its id", () => {
    expect(isGone(changed(3, "1"))).toBe(true);
  });

  it("counts as running on another machine, in another container, and unnamed", () => {
    expect(isGone(changed(0, "00000000-0000-0000-0000-000000000000"))).toBe(false);
    expect(isGone(changed(1, "pid:[1]"))).toBe(false);
    expect(isGone("")).toBe(false);
  });
});
