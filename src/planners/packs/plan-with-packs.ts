import { isProhibition } from "../../language/prohibition.ts";
import { tokenize } from "../../language/tokenize.ts";
import type { GoalInput, GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { planGoal } from "../grammar/plan-goal.ts";
import { buildCalls, type Built } from "./build-calls.ts";
import { hear } from "./heard.ts";
import { lexiconOf } from "./lexicon-of.ts";
import { matchPacks, type ReadyPack, readyPack, type Understood } from "./match-packs.ts";
import type { Pack } from "./pack.ts";

/**
 * Plans by the phrases of the packs where they account for the request, and by the grammar with the packs' words where
 * they do not.
 */
export function planWithPacks(input: GoalInput, packs: readonly Pack[]): GrammarOutcome {
  // What must not be done is no plan.
  if (isProhibition(tokenize(input.goal))) return { kind: "none", nearest: [], confidence: 0.9, reasons: [] };
  const ready = packs.map((pack) => readyPack(pack, input.toolbox)).filter(({ tools }) => tools.size > 0);
  if (ready.length === 0) return planGoal(input);
  const { now, zone, history = [] } = input;
  const vocabulary = vocabularyOf(ready);
  const heard = hear(input.goal, { setting: { now, zone }, history, vocabulary });
  const understood = matchPacks(heard, ready);
  if (understood !== undefined) return outcomeOf(understood);
  const { phrases, aliases, meanings } = lexiconOf(ready);
  const given = input.lexicon ?? { phrases: [], aliases: [], meanings: [] };
  return planGoal({
    ...input,
    lexicon: {
      phrases: [...given.phrases, ...phrases],
      aliases: [...given.aliases, ...aliases],
      meanings: [...given.meanings, ...meanings],
    },
  });
}

function vocabularyOf(packs: readonly ReadyPack[]): ReadonlySet<string> {
  const [only] = packs;
  if (only !== undefined && packs.length === 1) return only.vocabulary;
  return new Set(packs.flatMap((pack) => [...pack.vocabulary]));
}

function outcomeOf(understood: readonly Understood[]): GrammarOutcome {
  const all: Built = { calls: [], missing: [], reasons: [] };
  for (const { match, ready, heard } of understood) {
    const built = buildCalls(match, { pack: ready.pack, tools: ready.tools, heard, firstId: all.calls.length + 1 });
    // The same said twice is meant once.
    if (built.calls.every((call) => all.calls.some((known) => sameCall(known, call)))) continue;
    all.calls.push(...built.calls);
    all.missing.push(...built.missing);
    all.reasons.push(...built.reasons);
  }
  const confidence = Math.min(...understood.map((one) => one.confidence));
  const { calls, missing, reasons } = all;
  if (missing.length > 0) return { kind: "clarify", calls, missing, bad: [], confidence, reasons };
  return { kind: "plan", calls, confidence, reasons };
}

function sameCall(a: PlannedCall, b: PlannedCall): boolean {
  return a.tool === b.tool && JSON.stringify(a.args) === JSON.stringify(b.args);
}
