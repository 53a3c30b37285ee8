import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalToolbox, openLocalToolbox } from "../../src/runtime/toolbox/local-toolbox.ts";
import { RouteCase, routeAll, studioCorpus, summariseRoutes } from "../../eval/route.ts";
import { shippedPack } from "../actions/office.ts";

const cases = readFileSync(studioCorpus, "utf8")
  .trim()
  .split("\n")
  .map((line) => RouteCase.parse(JSON.parse(line)));

const folder = mkdtempSync(join(tmpdir(), "planwright-route-"));
let toolbox: LocalToolbox;

beforeAll(async () => {
  const nothing = (): void => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const opened = await openLocalToolbox({ folder, dataFolder: folder, env: {}, log });
  if (!opened.ok) throw new Error(opened.issues[0]?.message);
  toolbox = opened.value;
});

afterAll(async () => {
  await toolbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

// A mutation classified as a query would run without approval, so there must be none.
describe("the routing corpus", () => {
  it("has at least 300 utterances, half of them Russian, none twice", () => {
    expect(cases.length).toBeGreaterThanOrEqual(300);
    expect(cases.filter(({ lang }) => lang === "ru").length).toBeGreaterThanOrEqual(cases.length / 2);
    expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length);
  });

  it("is routed: domain at least 95 %, intent at least 97 %, no mutation classified as a query", async () => {
    const { verbs } = toolbox;
    const { signal } = new AbortController();
    const rows = await routeAll(cases, { packs: [shippedPack("studio")], verbs, tenant: "demo", signal });
    const { domain, intent, mutationAsQuery } = summariseRoutes(rows);
    expect(domain).toBeGreaterThanOrEqual(95);
    expect(intent).toBeGreaterThanOrEqual(97);
    expect(mutationAsQuery).toBe(0);
  });
});
