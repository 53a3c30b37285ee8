import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withProgress } from "./progress.ts";

// Silence for more than a second looks like a hang; a line for less than a second is noise.
describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

  async function seen(isTerminal: boolean, work: Parameters<typeof withProgress<void>>[2]) {
    const said: string[] = [];
    const lines: string[] = [];
    const io = {
      err: (text: string) => void said.push(text),
      ...(isTerminal && { showLine: (t: string) => lines.push(t) }),
    };
    const ended = withProgress(io, "planning", work).catch(() => "failed");
    await vi.runAllTimersAsync();
    return { said, lines, ended: await ended };
  }

  it("shows nothing for work of less than a second", async () => {
    expect(await seen(false, () => rest(900))).toMatchObject({ said: [], lines: [] });
    expect(await seen(true, () => rest(900))).toMatchObject({ said: [], lines: [""] });
  });

  it("prints one plain line if there is no terminal", async () => {
    const work = async (tell: (text: string) => void) => {
      for (let at = 1; at <= 30; at += 1) {
        await rest(100);
        tell(`${at} of 30`);
      }
    };
    expect(await seen(false, work)).toMatchObject({ said: ["planning …\n"] });
    const { lines } = await seen(true, work);
    expect(lines.at(0)).toMatch(/^planning: \d+ of 30  █+░+  about \d s left$/);
    expect(lines.slice(-2)).toEqual(["planning: 30 of 30", ""]);
  });

  it("refreshes the line at most ten times a second", async () => {
    const { lines } = await seen(true, async (tell) => {
      await rest(1_000);
      for (let at = 1; at <= 1_000; at += 1) {
        await rest(1);
        tell(`${at} of 1000`);
      }
    });
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(14);
  });

  it("clears the line when the work fails, and rethrows the error", async () => {
    const { lines, ended } = await seen(true, async () => {
      await rest(2_000);
      throw new Error("no");
    });
    expect([lines, ended]).toEqual([["planning …", ""], "failed"]);
  });
});
