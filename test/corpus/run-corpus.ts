import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { canonicalText } from "../../src/plan/canonical.ts";
import { JsonObject } from "../../src/plan/json.ts";
import { createToolbox, type ToolSpec } from "../../src/plan/tool-spec.ts";
import type { GrammarOutcome } from "../../src/planners/grammar/goal.ts";
import type { Pack } from "../../src/planners/packs/pack.ts";
import { parsePack } from "../../src/planners/packs/parse-pack.ts";
import { planWithPacks } from "../../src/planners/packs/plan-with-packs.ts";
import { demoManifest } from "../../src/demo/business/business-tools.ts";

export const domains = ["business", "studio", "home", "generic", "coordination"] as const;
export type Domain = (typeof domains)[number];

/** `missing` lists parameters that must be asked for; a reference names the call by its place, `{{1.po_id}}`. */
const Utterance = z.strictObject({
  id: z.string(),
  lang: z.enum(["en", "ru"]),
  goal: z.string(),
  expect: z.discriminatedUnion("outcome", [
    z.strictObject({
      outcome: z.literal("plan"),
      calls: z.array(z.strictObject({ tool: z.string(), args: JsonObject })),
    }),
    z.strictObject({ outcome: z.literal("clarify"), missing: z.array(z.string()) }),
    z.strictObject({ outcome: z.literal("none") }),
  ]),
});
export type Utterance = z.infer<typeof Utterance>;

const packOf: Record<Domain, string | undefined> = {
  business: "small-business",
  studio: "studio",
  home: "home.ru",
  generic: undefined,
  coordination: undefined,
};

export function readCorpus(domain: Domain): Utterance[] {
  const text = readFileSync(join(import.meta.dirname, `${domain}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => Utterance.parse(JSON.parse(line)));
}

/** Plans every utterance of a domain as its users would: with its pack, on one Wednesday in Moscow. */
export function runCorpus(domain: Domain): { utterance: Utterance; outcome: GrammarOutcome; right: boolean }[] {
  const toolbox = toolboxOf(domain);
  const packs = packsOf(domain);
  return readCorpus(domain).map((utterance) => {
    const outcome = planWithPacks(
      { goal: utterance.goal, toolbox, now: "2026-03-11T10:00:00Z", zone: "Europe/Moscow" },
      packs,
    );
    return { utterance, outcome, right: isRight(utterance.expect, outcome) };
  });
}

function isRight(expect: Utterance["expect"], outcome: GrammarOutcome): boolean {
  if (expect.outcome !== outcome.kind) return false;
  if (expect.outcome === "none" || outcome.kind === "none") return true;
  if (expect.outcome === "clarify")
    return (
      outcome.kind === "clarify" && expect.missing.every((name) => outcome.missing.some(({ param }) => param === name))
    );
  return canonicalText(expect.calls) === canonicalText(numbered(outcome.calls));
}

/** Calls without their ids: references name them by place. */
function numbered(calls: readonly { id: string; tool: string; args: JsonObject }[]): JsonObject[] {
  const text = JSON.stringify(calls.map(({ tool, args }) => ({ tool, args })));
  const places = new Map(calls.map(({ id }, at) => [id, String(at + 1)]));
  const respelt = text.replaceAll(/\{\{([A-Za-z0-9_]+)/g, (whole, id: string) => `{{${places.get(id) ?? whole}`);
  return z.array(JsonObject).parse(JSON.parse(respelt));
}

export function toolboxOf(domain: Domain): ToolSpec[] {
  if (domain === "business") return [...demoManifest()];
  const text = readFileSync(join(import.meta.dirname, "manifests", `${domain}.json`), "utf8");
  return [...createToolbox(JSON.parse(text)).values()];
}

export function packsOf(domain: Domain): Pack[] {
  const name = packOf[domain];
  if (name === undefined) return [];
  const file = join(import.meta.dirname, "../../packs", `${name}.yaml`);
  const parsed = parsePack(readFileSync(file, "utf8"), file);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join("\n"));
  return [parsed.value];
}
