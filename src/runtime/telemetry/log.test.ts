import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

const key = `pw_0123456789abcdef_${"x".repeat(43)}`;

function open(level: "debug" | "info" | "warn" | "error") {
  const lines: string[] = [];
  return { lines, log: createLog({ level, write: (line) => lines.push(line) }) };
}

describe("the log", () => {
  it("writes one JSON object per line with level, time and message, without host details", () => {
    const { lines, log } = open("info");
    log.info("request", { route: "plan", ms: 3 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\n$/);
    const { time, ...rest } = JSON.parse(lines[0] ?? "") as { time: string };
    expect(rest).toEqual({ level: 30, route: "plan", ms: 3, msg: "request" });
    expect(new Date(time).toISOString()).toBe(time);
  });

  it("escapes line breaks, so that no text can forge a log entry", () => {
    const { lines, log } = open("info");
    log.info('a\n{"level":50,"msg":"forged"}', { name: "b\nc" });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain("\n");
  });

  it.each([
    ["debug", 4],
    ["info", 3],
    ["warn", 2],
    ["error", 1],
  ] as const)("of level %s lets %i of four through", (level, expected) => {
    const { lines, log } = open(level);
    for (const name of ["debug", "info", "warn", "error"] as const) log[name]("said");
    expect(lines).toHaveLength(expected);
  });

  it("does not evaluate fields below the log level", () => {
    const { log } = open("error");
    const fields = {
      get secret(): string {
        throw new Error("was read");
      },
    };
    expect(() => log.debug("quiet", fields)).not.toThrow();
  });

  it("redacts secrets in fields, errors and the message", () => {
    const { lines, log } = open("info");
    log.error(`failed with ${key}`, { headers: { authorization: "Basic abc" }, error: new Error(key), keys: [key] });
    const text = lines.join("");
    expect(text).not.toContain(key);
    expect(text).not.toContain("Basic abc");
    expect(JSON.parse(text)).toMatchObject({ msg: "failed with [redacted]", keys: ["[redacted]"] });
  });
});
