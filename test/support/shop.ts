import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createDemoTools } from "../../src/demo/business/business-tools.ts";
import { openDemoState } from "../../src/demo/business/state.ts";
import type { Json, JsonObject } from "../../src/plan/json.ts";
import { withNamedRecords } from "../../src/planners/answers/plan-named.ts";
import { parsePack } from "../../src/planners/packs/parse-pack.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../src/ports/planner.ts";
import { createPlanning } from "../../src/runtime/planning/planning.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createJsonTransform } from "../../src/tools/builtin/json-transform.ts";
import { toolSpecOf } from "../../src/tools/tool-spec-of.ts";

const file = resolve(import.meta.dirname, "../../packs/small-business.yaml");
const parsed = parsePack(readFileSync(file, "utf8"), file);
if (!parsed.ok) throw new Error("the pack must parse");

const clock = createFakeClock();
const planning = createPlanning({ clock, packs: [parsed.value] });
const tools = [...createDemoTools({ state: openDemoState(), clock }), createJsonTransform()];
const toolbox = tools.map(({ spec }) => toolSpecOf(spec));
const reads = new Set(toolbox.flatMap(({ name, effect }) => (effect === "read" ? [name] : [])));
const request = { agentId: "t", surface: "service", now: "2026-03-04T10:00:00Z", zone: "UTC" } as const;
const context = { signal: new AbortController().signal, now: clock.now() } as Parameters<
  (typeof tools)[number]["run"]
>[1]; // reads use nothing else of it

/**
 * Plans an order in the shop of the demo: the writes of the plan, one a line, as "submit_purchase_order po_id=<create_purchase_order>",
 * or what is said instead.
 */
export async function shopOrder(goal: string): Promise<string> {
  const asked: PlannerRequest = { ...request, goal, toolbox };
  const plan = (of: PlannerRequest): Promise<PlannerAnswer> => planning.plan("grammar", of);
  const read = async (name: string, args: JsonObject) => ({ ok: true as const, output: await run(name, args) });
  const answer = await withNamedRecords(await plan(asked), { request: asked, lookups: { read }, plan });
  if (isPlannerError(answer)) return answer.code;
  const { steps } = answer.plan;
  const writes = steps.flatMap((step) => (step.kind === "tool" && !reads.has(step.tool) ? [step] : []));
  if (answer.clarification === undefined && writes.length > 0)
    return writes
      .map(({ tool, args }) => [tool, ...Object.entries(args).map(([key, value]) => `${key}=${said(value)}`)].join(" "))
      .join("\n");
  return steps.flatMap((step) => (step.kind === "message" ? step.content : [])).join("\n");
}

/** References by the tool whose result they mean. */
function said(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/\{\{results\.([a-z_]+)[^}]*\}\}/g, "<$1>");
}

async function run(name: string, args: JsonObject): Promise<Json> {
  const tool = tools.find(({ spec }) => spec.name === name);
  return tool === undefined ? null : JSON.parse(JSON.stringify(await tool.run(args, context)));
}
