import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import type { VerbSpec } from "../../ports/verbs.ts";
import { createLookups } from "./lookups.ts";

const spec = (name: string, effect: VerbSpec["effect"]): VerbSpec => ({
  name,
  effect,
  description: "",
  inputSchema: { type: "object" },
  source: "code",
  timeoutMs: 1000,
  retryClass: "safe",
  canReadBack: false,
});

function world(limit = 3) {
  const specs = [spec("look", "read"), spec("write", "additive"), spec("guess", "unknown")];
  const calls: JsonObject[] = [];
  const said: string[] = [];
  const note = (message: string): void => void said.push(message);
  const lookups = createLookups({
    verbs: {
      list: () => specs,
      describe: (name) => specs.find((one) => one.name === name),
      async execute({ payload }) {
        calls.push(payload);
        return payload["down"] === true
          ? { ok: false, output: null, error: { code: "unavailable", message: "down" } }
          : { ok: true, output: { rows: [] }, error: null };
      },
    },
    log: { debug: note, info: note, warn: note, error: note },
    signal: new AbortController().signal,
    limit,
  });
  return { lookups, calls, said };
}

describe("lookups", () => {
  it.each(["write", "guess", "nowhere"])("do not call %s: the registry does not call it a read", async (tool) => {
    const { lookups, calls } = world();
    expect(await lookups.read(tool, {})).toMatchObject({ ok: false, code: "forbidden" });
    expect(calls).toEqual([]);
  });

  it("ask the same once, and write each to the log", async () => {
    const { lookups, calls, said } = world();
    await lookups.read("look", { q: 1 });
    await lookups.read("look", { q: 1 });
    expect(calls).toHaveLength(1);
    expect(said).toHaveLength(1);
  });

  it("stop at their limit", async () => {
    const { lookups, calls } = world(3);
    const answers = [];
    for (let q = 0; q < 6; q += 1) answers.push(await lookups.read("look", { q }));
    expect(calls).toHaveLength(3);
    expect(answers.at(-1)).toMatchObject({ ok: false, code: "limit" });
  });

  it("say why a tool did not answer", async () => {
    expect(await world().lookups.read("look", { down: true })).toMatchObject({ ok: false, code: "unavailable" });
  });
});
