import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { ToolError } from "../tool-error.ts";
import { createMcpConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/** A server that is up or down, and counts. */
function server() {
  const state = { isUp: true, opened: 0, closed: 0, tried: 0 };
  const ends: (() => void)[] = [];
  const clock = createFakeClock();
  const link = createMcpConnection(async (onEnd) => {
    state.tried += 1;
    await Promise.resolve();
    if (!state.isUp) throw new ToolError("unavailable", "down");
    state.opened += 1;
    ends.push(onEnd);
    const session: Session = {
      manifest: () => ({ server: { name: "s", version: "1" }, tools: [] }),
      call: async () => ({ content: [] }),
      close: async () => {
        state.closed += 1;
      },
    };
    return session;
  }, clock);
  const codes = async (count: number) => {
    const answers = await Promise.allSettled(Array.from({ length: count }, () => link.session()));
    return answers.map((answer) => (answer.status === "fulfilled" ? "open" : (answer.reason as ToolError).code));
  };
  return { state, ends, clock, link, codes };
}

describe("a link to a server", () => {
  it("opens one connection for many who ask at once, and keeps it", async () => {
    const { codes, state } = server();
    expect(await codes(5)).toEqual(Array(5).fill("open"));
    await codes(1);
    expect(state.opened).toBe(1);
  });

  it("opens another at once when the last one ended well enough to have been open", async () => {
    const { codes, state, ends } = server();
    await codes(1);
    ends[0]?.();
    expect(await codes(2)).toEqual(["open", "open"]);
    expect(state.opened).toBe(2);
    // The end of a connection that was replaced already ends nothing.
    ends[0]?.();
    await codes(1);
    expect(state.opened).toBe(2);
  });

  it("asks a server that stays down ever less often, up to twice a minute, and at once after it was back", async () => {
    const { codes, link, state, clock, ends } = server();
    state.isUp = false;
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(await codes(3)).toEqual(Array(3).fill("unavailable"));
      expect(state.tried).toBe(attempt);
      const told = await link.session().then(
        () => "open",
        (error: ToolError) => error.message,
      );
      const pauseMs = Number(/again in (\d+) ms/.exec(told)?.[1]);
      pauses.push(pauseMs);
      clock.advance(pauseMs);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    state.isUp = true;
    clock.advance(30_000);
    expect(await codes(1)).toEqual(["open"]);
    ends.at(-1)?.();
    expect(await codes(1)).toEqual(["open"]);
  });

  it("does not wait for hours when the clock is set back", async () => {
    const { codes, state, clock } = server();
    state.isUp = false;
    await codes(1);
    clock.advance(-3_600_000);
    state.isUp = true;
    expect(await codes(1)).toEqual(["open"]);
  });

  it("closes a session on request, and all at the end", async () => {
    const { codes, link, state } = server();
    await codes(1);
    await link.drop();
    await codes(1);
    expect([state.opened, state.closed]).toEqual([2, 1]);
    await link.close();
    expect(state.closed).toBe(2);
    expect(await codes(1)).toEqual(["unavailable"]);
  });
});
