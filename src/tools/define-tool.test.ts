import { describe, expect, it } from "vitest";
import { z } from "zod";
import { JsonObject } from "../plan/json.ts";
import { defineTool } from "./define-tool.ts";

const context = { signal: new AbortController().signal, requestId: "r", caller: "c", now: 0 };

describe("defineTool", () => {
  it("types the arguments from zod, defaults and all, and describes them as JSON Schema", async () => {
    const tool = defineTool({
      name: "greet",
      description: "Greet",
      input: z.strictObject({ name: z.string(), times: z.int().min(1).default(1), extra: JsonObject.optional() }),
      output: z.strictObject({ text: z.string() }),
      run: ({ name, times }) => ({ text: `hi ${name.toUpperCase()} `.repeat(times).trim() }),
    });
    expect(tool.spec.inputSchema).toMatchObject({
      type: "object",
      required: ["name"],
      additionalProperties: false,
      properties: { extra: { type: "object" } },
    });
    expect(tool.spec.inputSchema).not.toHaveProperty("$schema");
    expect(await tool.run({ name: "ann" }, context)).toEqual({ text: "hi ANN" });
  });

  it("counts as mutating and not repeatable what says nothing of itself", () => {
    const { spec } = defineTool({ name: "t", description: "", input: {}, run: () => null });
    expect(spec).toMatchObject({ effect: "unknown", retryClass: "never", canReadBack: false, source: "code" });
    expect(spec.costMicroCents).toBeUndefined();
  });

  it("refuses what only zod can see, with its place", async () => {
    const even = z.strictObject({ n: z.int().refine((n) => n % 2 === 0, "must be even") });
    const tool = defineTool({ name: "t", description: "", input: even, run: () => null });
    await expect(tool.run({ n: 3 }, context)).rejects.toMatchObject({
      code: "invalid_payload",
      message: "/n: must be even",
    });
  });

  it("says that its own answer is wrong, which is not that nothing happened", async () => {
    const output = z.strictObject({ id: z.string().min(3) });
    const tool = defineTool({ name: "t", description: "", input: {}, output, run: () => ({ id: "a" }) });
    await expect(tool.run({}, context)).rejects.toMatchObject({ code: "invalid_output" });
  });

  it("does not type-check a tool whose code disagrees with its schemas", () => {
    const shape = { name: "t", description: "", input: z.strictObject({ n: z.number() }), output: z.string() };
    // @ts-expect-error the answer is not a string
    defineTool({ ...shape, run: ({ n }) => n });
    // @ts-expect-error there is no argument m
    defineTool({ ...shape, run: ({ m }) => String(m) });
    expect(defineTool({ ...shape, run: ({ n }) => String(n) }).spec.name).toBe("t");
  });
});
