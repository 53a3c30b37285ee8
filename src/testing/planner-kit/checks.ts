import type { DeterminismMode, PlannerResult } from "../../contracts/determinism/planner.ts";
import { canonicalText } from "../../plan/canonical.ts";
import type { JsonObject } from "../../plan/json.ts";
import type { CheckContext, PlannerCase } from "./check-context.ts";
import { bytesOf, foldedBytesOf, structureOf, textsOf } from "./compare.ts";
import type { CheckName, Failure } from "./report.ts";

type Check = { modes: readonly DeterminismMode[]; run: (bench: CheckContext) => Promise<Failure[]> };

const allModes: readonly DeterminismMode[] = ["full", "structural", "none"];
const deterministicModes: readonly DeterminismMode[] = ["full", "structural"];
const semver = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

export const checks: Record<CheckName, Check> = {
  identity: {
    modes: allModes,
    async run({ planner }) {
      const nameless = planner.planner_id.trim() === "" ? [{ case: "planner_id", message: "is empty" }] : [];
      const message = `"${planner.version}" is not a semantic version`;
      return [...nameless, ...(semver.test(planner.version) ? [] : [{ case: "version", message }])];
    },
  },
  never_throws: { modes: allModes, run: neverThrows },
  output_shape: {
    modes: allModes,
    run: (bench) =>
      eachCase(bench, async ({ input }) => {
        const asked = await bench.ask(structuredClone(input));
        return "problem" in asked && asked.malformed ? asked.problem : undefined;
      }),
  },
  declared_mode: { modes: allModes, run: declaredMode },
  clock_independent: { modes: ["full"], run: clockIndependent },
  repeatable: { modes: deterministicModes, run: repeatable },
  normalisation: { modes: deterministicModes, run: normalisation },
  identifier_case: { modes: allModes, run: identifierCase },
  manifest_order: {
    modes: ["full"],
    async run(bench) {
      const turned = await sameWith(bench, (tools) => tools.toReversed(), "the reverse order of the manifest");
      const cut = (tools: JsonObject[]): JsonObject[] => [
        ...tools.slice(tools.length / 2),
        ...tools.slice(0, tools.length / 2),
      ];
      return turned.length > 0 ? turned : sameWith(bench, cut, "another order of the manifest");
    },
  },
  irrelevant_tool: {
    modes: ["full"],
    run: (bench) => sameWith(bench, (tools) => [...tools, irrelevant], "a tool that has nothing to do with it"),
  },
  input_untouched: {
    modes: allModes,
    run: (bench) =>
      eachCase(bench, async ({ input }) => {
        const given = structuredClone(input);
        await bench.ask(given);
        return canonicalText(given) === canonicalText(input) ? undefined : "the planner changed its input";
      }),
  },
};

const irrelevant: JsonObject = {
  skill_id: "zzz_polish_telescope_mirror",
  name: "Polish telescope mirror",
  description: "Grinds and polishes a parabolic mirror.",
  input_schema: { type: "object", properties: { grit: { type: "integer" } }, required: ["grit"] },
};

async function neverThrows(bench: CheckContext): Promise<Failure[]> {
  const failures: Failure[] = [];
  const look = async (name: string, input: unknown, signal?: AbortSignal): Promise<void> => {
    const asked = await bench.ask(structuredClone(input), signal === undefined ? {} : { signal });
    if ("problem" in asked && !asked.malformed) failures.push({ case: name, message: asked.problem });
  };
  for (const [name, input] of hostileInputs) await look(name, input);
  for (const { name, input } of bench.cases) {
    await look(name, input);
    await look(`${name}, stopped`, input, AbortSignal.abort());
  }
  return failures;
}

async function declaredMode(bench: CheckContext): Promise<Failure[]> {
  const { planner, declared, mode } = bench;
  const message = `declared ${declared}, but reports ${mode}`;
  const differs = declared === mode ? [] : [{ case: planner.planner_id, message }];
  const claims = await eachCase(bench, async ({ input }) => {
    const result = await answer(bench, input);
    if (result === undefined || "code" in result || result.deterministic === (mode === "full")) return undefined;
    // Time is not an input unless it is given: a plan that depends on it is not deterministic without it.
    const timed = input.now == null ? await answer(bench, { ...input, now: fixedNow }) : undefined;
    if (mode === "full" && timed !== undefined && !("code" in timed) && timed.deterministic) return undefined;
    return `mode ${mode}, but the output says deterministic: ${result.deterministic}`;
  });
  return [...differs, ...claims];
}

const fixedNow = "2025-01-15T12:00:00Z";
const otherClock = Date.parse("2027-03-06T07:08:09Z");

/** A plan that says it is deterministic does not depend on the clock. */
function clockIndependent(bench: CheckContext): Promise<Failure[]> {
  return eachCase(bench, async ({ input }) => {
    const result = await answer(bench, input);
    const later = await bench.ask(structuredClone(input), { now: otherClock });
    if (result === undefined || "code" in result || !result.deterministic || "problem" in later) return undefined;
    return bytesOf(result) === bytesOf(later.result)
      ? undefined
      : "deterministic, but another clock gives another plan";
  });
}

function repeatable(bench: CheckContext): Promise<Failure[]> {
  const print = bench.mode === "full" ? bytesOf : structureOf;
  return eachCase(bench, async ({ input }) => {
    const runInOrder: (PlannerResult | undefined)[] = [];
    for (let turn = 0; turn < Math.ceil(bench.repeats / 2); turn += 1) runInOrder.push(await answer(bench, input));
    const atOnce = await Promise.all(Array.from({ length: Math.floor(bench.repeats / 2) }, () => answer(bench, input)));
    const prints = new Set([...runInOrder, ...atOnce].flatMap((result) => (result === undefined ? [] : print(result))));
    return prints.size <= 1 ? undefined : `${prints.size} different plans in ${bench.repeats} repeats`;
  });
}

/** Outer white space has no effect; case affects only the copied values. */
function normalisation(bench: CheckContext): Promise<Failure[]> {
  const exact = bench.mode === "full" ? bytesOf : structureOf;
  const folded = bench.mode === "full" ? foldedBytesOf : structureOf;
  return eachCase(bench, async ({ input }) => {
    const plain = await answer(bench, input);
    const padded = await answer(bench, { ...input, goal: ` \t${input.goal}\u001c\n ` });
    if (plain === undefined || padded === undefined) return undefined;
    if (exact(plain) !== exact(padded)) return "outer white space changes the plan";
    for (const goal of [input.goal.toLowerCase(), input.goal.toUpperCase()]) {
      const other = goal === input.goal ? plain : await answer(bench, { ...input, goal });
      if (other !== undefined && folded(plain) !== folded(other)) return `"${goal}" gives another plan`;
    }
    return undefined;
  });
}

/** An identifier of the goal keeps its case in the plan. */
function identifierCase(bench: CheckContext): Promise<Failure[]> {
  return eachCase(bench, async ({ input }) => {
    const manifest = JSON.stringify(input.tool_manifest ?? []);
    for (const goal of [input.goal, input.goal.toLowerCase(), input.goal.toUpperCase()]) {
      const result = await answer(bench, { ...input, goal });
      if (result === undefined || "code" in result) continue;
      const respelt = textsOf(result.plan)
        .filter((text) => /\p{L}/u.test(text) && /\d/.test(text) && !manifest.includes(text))
        .find((text) => goal.toLowerCase().includes(text.toLowerCase()) && !goal.includes(text));
      if (respelt !== undefined) return `"${respelt}" does not stand so in "${goal}"`;
    }
    return undefined;
  });
}

function sameWith(
  bench: CheckContext,
  change: (tools: JsonObject[]) => JsonObject[],
  what: string,
): Promise<Failure[]> {
  return eachCase(bench, async ({ input }) => {
    if ((input.tool_manifest ?? []).length === 0) return undefined;
    const plain = await answer(bench, input);
    const other = await answer(bench, { ...input, tool_manifest: change([...(input.tool_manifest ?? [])]) });
    if (plain === undefined || other === undefined || bytesOf(plain) === bytesOf(other)) return undefined;
    return `${what} changes the plan`;
  });
}

/** The answer; undefined if there is none, which another check reports. */
async function answer(bench: CheckContext, input: PlannerCase["input"]): Promise<PlannerResult | undefined> {
  const asked = await bench.ask(structuredClone(input));
  return "result" in asked ? asked.result : undefined;
}

async function eachCase(
  { cases }: CheckContext,
  look: (one: PlannerCase) => Promise<string | undefined>,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const one of cases) {
    const message = await look(one);
    if (message !== undefined) failures.push({ case: one.name, message });
  }
  return failures;
}

/** Inputs that must end in an error or a valid answer, never in an exception. */
const hostileInputs: readonly (readonly [name: string, input: unknown])[] = [
  ["an empty goal", { agent_id: "kit", goal: "" }],
  ["white space only", { agent_id: "kit", goal: " \t\n\u2003" }],
  ["emoji only", { agent_id: "kit", goal: "🌍🚀👩‍👩‍👧" }],
  ["control characters", { agent_id: "kit", goal: "echo \u0000\u0007\u001b[31m hello" }],
  ["bidi marks", { agent_id: "kit", goal: "echo \u202ehello\u202c \u2066world\u2069" }],
  ["half a surrogate pair", { agent_id: "kit", goal: "echo \ud83d" }],
  ["a megabyte of one word", { agent_id: "kit", goal: "echo ".repeat(200_000) }],
  ["a goal that is no text", { agent_id: "kit", goal: 42 }],
  ["no goal", { agent_id: "kit" }],
  ["no agent", { goal: "echo hello" }],
  ["null", null],
  ["a list", []],
  ["a manifest that is no list", { agent_id: "kit", goal: "echo hello", tool_manifest: "all of them" }],
  ["a manifest of nothing usable", { agent_id: "kit", goal: "echo hello", tool_manifest: [{}, { skill_id: "" }] }],
  ["a broken schema", { agent_id: "kit", goal: "echo hello", tool_manifest: [broken()] }],
  ["a schema that contains itself", { agent_id: "kit", goal: "echo hello", tool_manifest: [recursive()] }],
  ["an unknown field", { agent_id: "kit", goal: "echo hello", tool_manifests: [] }],
];

function broken(): object {
  return { skill_id: "echo", name: "Echo", input_schema: { type: "objekt", properties: [], required: "message" } };
}

function recursive(): object {
  const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
  return { skill_id: "echo", name: "Echo", input_schema: { type: "object", $defs: { node }, $ref: "#/$defs/node" } };
}
