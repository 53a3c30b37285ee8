import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { prohibitions } from "../../language/clauses/prohibition.ts";
import { read } from "../../language/reading.ts";
import type { GoalInput, GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { planGoal } from "../grammar/plan-goal.ts";
import { buildCalls, type BuiltCalls, type Made } from "./build-calls.ts";
import { readGoalText } from "./goal-text.ts";
import { lexiconOf } from "./lexicon-of.ts";
import { matchPacks, type ReadyPack, readyPack, type PhraseReading, withoutControl } from "./match-packs.ts";
import type { PhraseMatch } from "./match-phrase.ts";
import type { Pack } from "./pack.ts";
import { type Speech, speechOf } from "../speech.ts";

/**
 * Plans by the phrases of the packs where they account for the request, and by the grammar with the packs' words where
 * they do not.
 */
export function planWithPacks(input: GoalInput, packs: readonly Pack[]): GrammarOutcome {
  // What must not be done is not a plan.
  if (prohibitions(input.reading ?? read(input.goal, input)) === "all")
    return { kind: "none", nearest: [], confidence: 0.9, reasons: [] };
  const { ready: all, vocabulary } = prepare(packs)(input.toolbox);
  if (all.length === 0) return planGoal(input);
  const { conditions, iteration } = input.surface ?? {};
  const ready = conditions === true && iteration === true ? all : all.map(withoutControl);
  const { now, zone, history = [] } = input;
  const goalText = readGoalText(input.goal, { setting: { now, zone }, history, vocabulary });
  const understood = matchPacks(goalText, ready);
  if (understood !== undefined) return outcomeOf(understood, speechOf(input));
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

/** The packs that have tools here, and all their words. */
type PreparedPacks = { ready: readonly ReadyPack[]; vocabulary: ReadonlySet<string> };

const prepare = memoizeByIdentity((packs: readonly Pack[]) =>
  memoizeByIdentity((toolbox: readonly ToolSpec[]): PreparedPacks => {
    const ready = packs.map((pack) => readyPack(pack, toolbox)).filter(({ tools }) => tools.size > 0);
    return { ready, vocabulary: new Set(ready.flatMap((pack) => [...pack.vocabulary])) };
  }),
);

function outcomeOf(understood: readonly PhraseReading[], speech: Speech): GrammarOutcome {
  const all: BuiltCalls = { calls: [], missing: [], reasons: [], made: [] };
  for (const { match, ready, goalText } of understood) {
    const { pack, tools } = ready;
    const shop = { pack, tools, goalText, speech, firstId: all.calls.length + 1, made: all.made };
    const built = buildCalls(match, shop);
    // The same said twice is meant once.
    if (built.calls.every((call) => all.calls.some((known) => sameCall(known, call)))) continue;
    if (match.back !== undefined && refines(built, all)) continue;
    all.calls.push(...built.calls);
    all.missing.push(...built.missing);
    all.reasons.push(...built.reasons);
    // "It" is the latest.
    const latest = [...saidIn(match), ...built.made];
    all.made = all.made.filter(({ slot }) => latest.every((one) => one.slot !== slot)).concat(latest);
  }
  const confidence = Math.min(...understood.map((one) => one.confidence));
  const { calls, missing, reasons } = all;
  if (missing.length > 0) return { kind: "clarify", calls, missing, bad: [], confidence, reasons };
  return { kind: "plan", calls, confidence, reasons };
}

/** "… but buy it from Delta": says more of what an earlier request makes, and makes no second one. */
function refines({ made, reasons }: BuiltCalls, all: BuiltCalls): boolean {
  const pairs = made.flatMap(({ slot, call }) => {
    const twin = all.made.find((one) => one.slot === slot && one.call?.tool === call?.tool)?.call;
    return call === undefined || twin === undefined ? [] : [{ call, twin }];
  });
  if (pairs.length === 0 || pairs.length < made.length) return false;
  for (const { call, twin } of pairs) {
    Object.assign(twin.args, { ...call.args, ...twin.args });
    if (call.preview !== undefined) twin.preview = call.preview;
    all.reasons.push(...reasons.map((reason) => ({ ...reason, call: twin.id })));
  }
  return true;
}

function saidIn({ slots, phrase }: PhraseMatch): Made[] {
  return phrase.slots.flatMap(({ name, type }) => {
    const said = type === "id" ? slots.get(name) : undefined;
    return said === undefined ? [] : [said, ...(said.more ?? [])].map(({ value }) => ({ slot: name, value }));
  });
}

function sameCall(a: PlannedCall, b: PlannedCall): boolean {
  return a.tool === b.tool && JSON.stringify(a.args) === JSON.stringify(b.args);
}
