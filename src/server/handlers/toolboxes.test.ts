import { describe, expect, it } from "vitest";
import type { VerbSpec, Verbs } from "../../ports/verbs.ts";
import { createToolboxes } from "./toolboxes.ts";

const verb = (name: string): VerbSpec => ({
  name,
  description: name,
  inputSchema: {},
  effect: "read",
  source: "code",
  timeoutMs: 1,
  retryClass: "safe",
  canReadBack: false,
});

describe("toolboxes", () => {
  it("are the same array while the verbs are the same, separately for each tenant", () => {
    const verbs = new Map<string | undefined, VerbSpec[]>([
      [undefined, [verb("a")]],
      ["acme", [verb("a"), verb("b")]],
    ]);
    const list: Verbs["list"] = (tenant) => [...(verbs.get(tenant) ?? [])];
    const toolboxOf = createToolboxes({ list } as Verbs); // the only method that is called
    expect(toolboxOf("acme")).toBe(toolboxOf("acme"));
    expect(toolboxOf("acme").map(({ name }) => name)).toEqual(["a", "b"]);
    expect(toolboxOf().map(({ name }) => name)).toEqual(["a"]);
    const before = toolboxOf("acme");
    verbs.set("acme", [verb("c")]);
    expect(toolboxOf("acme")).not.toBe(before);
    expect(toolboxOf("acme").map(({ name }) => name)).toEqual(["c"]);
  });
});
