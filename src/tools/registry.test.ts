import { compact } from "../plan/compact.ts";
import { describe, expect, it } from "vitest";
import { defineTool } from "./define-tool.ts";
import { createRegistry } from "./registry.ts";

const tool = (name: string, tenants?: string[]) =>
  defineTool(compact({ name, description: "d", input: {}, run: () => null, tenants }));

describe("createRegistry", () => {
  it("refuses a second tool of one name and says where both come from", () => {
    const { registry, issues } = createRegistry([
      tool("a"),
      tool("b"),
      { ...tool("a"), spec: { ...tool("a").spec, source: "mcp:x" } },
    ]);
    expect(issues).toEqual([
      expect.objectContaining({
        code: "DUPLICATE_TOOL",
        pointer: "/2",
        message: "a from mcp:x is already registered from code",
      }),
    ]);
    expect(registry.get("a")?.spec.source).toBe("code");
  });

  it.each(["", "a b", "1a", "é", "a\\b", "x".repeat(129), "__proto__ "])("refuses the name %j", (name) =>
    expect(createRegistry([tool(name)]).issues).toMatchObject([{ code: "INVALID_FORMAT" }]),
  );

  it("gives one manifest hash for one set of tools, whatever their order, and another for each tenant's set", () => {
    const one = createRegistry([tool("a"), tool("b"), tool("c", ["t"])]).registry;
    const other = createRegistry([tool("c", ["t"]), tool("b"), tool("a")]).registry;
    expect(one.manifestHash()).toBe(other.manifestHash());
    expect(one.manifestHash("t")).toBe(other.manifestHash("t"));
    expect(one.manifestHash("t")).not.toBe(one.manifestHash());
    expect([...one.toolbox("t").keys()]).toEqual(["a", "b", "c"]);
  });
});
