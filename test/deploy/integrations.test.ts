import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createAiTools, createClient } from "../../src/client/index.ts";
import type { Route } from "../../src/contracts/api/route.ts";
import { routes } from "../../src/contracts/api/routes.ts";
import { metricTable } from "../../src/ports/metrics.ts";
import { commandFaults } from "../docs/support/check-command.ts";
import { root } from "../docs/support/markdown.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("the Grafana dashboard", () => {
  const { panels } = z
    .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(read("deploy/grafana/planwright.json")));

  it.each(panels)("$title uses metrics that exist", ({ targets }) => {
    const named = targets.flatMap(({ expr }) => [...expr.matchAll(/\b(?:planwright|process|nodejs)_\w+/g)]);
    expect(named.length).toBeGreaterThan(0);
    expect(named.map(([name]) => name.replace(/_bucket$/, "")).filter((name) => !(name in metricTable))).toEqual([]);
  });
});

describe("the Postman collection", () => {
  const Item = z.object({
    name: z.string(),
    request: z.object({
      method: z.string(),
      url: z.object({ path: z.array(z.string()) }),
      body: z.object({ raw: z.string() }).optional(),
    }),
  });
  const { item } = z
    .object({ item: z.array(z.object({ item: z.array(Item) })) })
    .parse(JSON.parse(read("deploy/postman/planwright.json")));
  const rows = item.flatMap((folder) => folder.item);

  it("has every route", () => {
    expect(rows).toHaveLength(Object.keys(routes).length);
  });

  it("has bodies that the routes accept", () => {
    const filled = rows.filter(({ request }) => request.body !== undefined && request.body.raw !== "{}");
    expect(filled.length).toBeGreaterThan(6);
    for (const { name, request } of filled) {
      const path = `/${request.url.path.map((part) => part.replace(/^:(\w+)$/, "{$1}")).join("/")}`;
      const route = Object.values<Route>(routes).find((one) => one.method === request.method && one.path === path);
      const checked = route?.body?.safeParse(JSON.parse(request.body?.raw ?? ""));
      expect(checked, `${name}: ${checked?.error?.message ?? ""}`).toMatchObject({ success: true });
    }
  });
});

describe("the GitHub Action", () => {
  const { inputs, runs } = z
    .object({
      inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
      runs: z.object({ using: z.literal("composite"), steps: z.array(z.object({ run: z.string().optional() })) }),
    })
    .parse(parse(read(".github/actions/planwright/action.yaml")));
  const script = runs.steps.at(-1)?.run ?? "";

  it("uses only inputs that it declares", () => {
    const used = [...read(".github/actions/planwright/action.yaml").matchAll(/inputs\.([\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  });

  it("is a shell script with commands that exist", async () => {
    expect(() => execFileSync("bash", ["-n"], { input: script })).not.toThrow();
    const commands = [...script.matchAll(/planwright [^;&]+/g)].map(([line]) =>
      line.replaceAll(/"?\$\w+"?/g, "x").trim(),
    );
    expect(commands).toHaveLength(4);
    expect((await Promise.all(commands.map(commandFaults))).flat()).toEqual([]);
  });
});

describe("the tools for the AI SDK", () => {
  it("check their input, call the server, and cannot approve", async () => {
    const asked: string[] = [];
    const answer = { id: "d1" };
    const client = createClient({
      baseUrl: "http://127.0.0.1:1",
      fetch: async (input) => {
        asked.push(input instanceof Request ? input.url : String(input));
        return Response.json(answer, { status: 500 });
      },
    });
    const tools = createAiTools(client);
    expect(Object.keys(tools).filter((name) => /apply|confirm|decide/.test(name))).toEqual([]);
    expect(tools.create_draft.inputSchema.parse({ text: "pause the deal" })).toEqual({ text: "pause the deal" });
    await expect(tools.get_draft.execute({ id: "d1" })).rejects.toThrow();
    expect(asked).toEqual(["http://127.0.0.1:1/drafts/d1"]);
  });
});
