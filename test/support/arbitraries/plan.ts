import * as fc from "fast-check";
import type { JsonObject } from "../../../src/plan/json.ts";
import { Plan, type Spelling } from "../../../src/plan/plan.ts";
import { writeReference } from "../../../src/plan/references.ts";
import type { Step } from "../../../src/plan/step.ts";
import { earlier, picks } from "./graph.ts";
import { text, word } from "./json.ts";

/** The tools of the generated steps, all in `sampleToolbox`. */
const tools = ["find_items", "create_order", "delete_order", "mystery"] as const;
type Tool = (typeof tools)[number];

type Seed = {
  kind: Step["kind"];
  tool: Tool;
  picks: number[];
  words: string[];
  /** Selects the optional fields of a step. */
  flags: boolean[];
};

const seed = (): fc.Arbitrary<Seed> =>
  fc.record({
    kind: fc.constantFrom<Step["kind"]>("tool", "tool", "tool", "message", "lookup", "action", "safety", "wait"),
    tool: fc.constantFrom(...tools),
    picks: picks(),
    words: fc.array(word(), { minLength: 3, maxLength: 3 }),
    flags: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  });

/**
 * Valid plans over `sampleToolbox`: all kinds of steps and reference syntaxes, references to direct and indirect
 * dependencies, conditions and iterations.
 */
export const plan = (): fc.Arbitrary<Plan> =>
  fc
    .record({
      spelling: fc.constantFrom<Spelling>("results", "dollar", "braces"),
      seeds: fc.array(seed(), { minLength: 1, maxLength: 8 }),
      summary: text(),
      assumptions: fc.array(text(), { maxLength: 2 }),
    })
    .map(({ spelling, seeds, summary, assumptions }) =>
      Plan.parse({
        summary,
        assumptions,
        spelling,
        steps: seeds.map((one, at) => toStep(one, at, { seeds, spelling })),
      }),
    );

type PlanSeeds = { seeds: readonly Seed[]; spelling: Spelling };

function toStep(seed: Seed, at: number, setting: PlanSeeds): unknown {
  const [title = "", query = "", note = ""] = seed.words;
  const [keyed, embedded, conditional, iterating] = seed.flags;
  const dependencies = earlier(seed.picks, at);
  const source = ancestors(at, setting.seeds).find((place) => producesItems(setting.seeds[place]));
  const refer = (...path: string[]): string => spell(source ?? 0, path, setting);
  const rounds = iterating === true && seed.kind === "tool" && source !== undefined;
  const step = {
    id: idOf(at),
    title,
    dependsOn: dependencies.map(idOf),
    ...(keyed === true && setting.spelling !== "dollar" && { resultKey: `${note}_${at}` }),
    ...(conditional === true && source !== undefined && { when: { value: refer("count"), is: "more", to: 0 } }),
    ...(rounds && { forEach: { over: refer("items"), as: "one" } }),
  };
  const item = writeReference({ name: "one", path: ["id"] }, setting.spelling);
  const found = source === undefined ? query : rounds ? item : refer("items", "0", "id");
  const words = embedded === true && source !== undefined ? `${query} ${refer("owner", "name")}!` : query;
  return { ...step, ...payloadOf(seed, { found, words, count: source === undefined ? 2 : refer("count") }) };
}

type Values = { found: string; words: string; count: number | string };

function payloadOf({ kind, tool }: Seed, { found, words, count }: Values): JsonObject {
  switch (kind) {
    case "tool":
      return { kind, tool, args: argumentsOf(tool, { found, words, count }) };
    case "message":
      return { kind, channel: "assistant", content: words, metadata: { found } };
    case "lookup":
      return { kind, query: words, target: "database", filters: { found } };
    case "action":
      return { kind, action: "file", mode: "queue", parameters: { found } };
    case "safety":
      return { kind, check: "limits", severity: "info" };
    case "wait":
      return { kind, wait: { for: "answer", question: `${words} ${found}?`, choices: ["yes", "no"] } };
    case "plan":
      return { kind, plan: "other", parameters: { found } };
    default:
      return kind satisfies never;
  }
}

function argumentsOf(tool: Tool, { found, words, count }: Values): JsonObject {
  switch (tool) {
    case "find_items":
      return { query: words, limit: count };
    case "create_order":
      return { item_id: found, quantity: count, tags: [words], target: { id: found } };
    case "delete_order":
      return { order_id: found };
    case "mystery":
      return { any: [words, { deep: found }] };
    default:
      return tool satisfies never;
  }
}

function idOf(at: number): string {
  return `s${at + 1}`;
}

/** Only a single call: an iteration returns a list, with other paths. */
function producesItems(seed: Seed | undefined): boolean {
  return seed?.kind === "tool" && seed.tool === "find_items" && seed.flags[3] === false;
}

function ancestors(at: number, seeds: readonly Seed[]): number[] {
  const found = new Set(earlier(seeds[at]?.picks ?? [], at));
  for (const place of found) for (const above of earlier(seeds[place]?.picks ?? [], place)) found.add(above);
  return [...found];
}

function spell(place: number, path: string[], { seeds, spelling }: PlanSeeds): string {
  const seed = seeds[place];
  const key = seed?.flags[0] === true && spelling !== "dollar" ? `${seed.words[2]}_${place}` : idOf(place);
  return writeReference({ name: key, path }, spelling);
}
