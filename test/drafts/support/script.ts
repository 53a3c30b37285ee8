import * as fc from "fast-check";
import type { ActionPlan } from "../../../src/contracts/actions/plan.ts";
import { action, issue, pause, planOf, query } from "./plans.ts";
import type { CallFate } from "./studio.ts";

const deals = ["deal-1", "deal-2"].map((id) => ({ id, name: id, subtitle: "", url: "" }));

/** One of each kind that the gate treats in its own way. */
export const samples: readonly ActionPlan[] = [
  planOf([pause()]),
  planOf([issue("КП"), pause("deal-2")]),
  planOf([1, 2, 3, 4, 5].map((at) => issue(`task ${at}`))),
  planOf([issue("one")], { risks: [{ kind: "bulk", details: "" }] }),
  query(),
  planOf([pause()], {
    risks: [{ kind: "ambiguous", details: "" }],
    entities: [{ kind: "deal", query: "deal", candidates: deals, selected_id: "deal-1", confidence: 0.5 }],
  }),
  planOf([issue("asked")], {
    needs_clarification: [
      { id: "q1", question: "?", choices: [{ label: "yes", value: "yes" }], free_text_allowed: false },
    ],
  }),
  // It says of itself that it only reads.
  planOf([action("update_deal", { deal: "deal-1", stage: "won" }, { read_only: true })], { intent: "query" }),
  // Nobody can tell afterwards whether the letter went out.
  planOf([action("send_mail", { to: "client" })]),
];

export const words = ["apply", "confirm", "cancel", "edit", "pick", "answer", "rebuild"] as const;
export type Word = (typeof words)[number];

/** A tap on a card that was shown at some time, by somebody; without a word, what the card asks for. */
export type Tap = { who: number; word?: Word | undefined; card: number };

export type ScriptEvent =
  | { kind: "message"; who: number; plan: number }
  /** All at the same moment. */
  | { kind: "taps"; taps: Tap[]; times: number }
  | { kind: "pass"; ms: number }
  | { kind: "fates"; fates: CallFate[] }
  | { kind: "somebody changes the record"; stage: string }
  | { kind: "operator" }
  | { kind: "crash" };

const who = fc.constantFrom(0, 0, 0, 1);
const tap = fc.record({
  who,
  word: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.constantFrom(...words) }),
  // From the newest backwards: most taps are on what was just shown.
  card: fc.constantFrom(0, 0, 0, 0, 1, 2, 5),
});

const message = fc.record({ kind: fc.constant("message" as const), who, plan: fc.nat(samples.length - 1) });
const fates = fc.array(
  fc.constantFrom<CallFate>("ok", "fail", "down", "lost_before", "lost_after", "hangs_before", "hangs_after"),
  { minLength: 1, maxLength: 4 },
);

const happening: fc.Arbitrary<ScriptEvent> = fc.oneof(
  { weight: 2, arbitrary: message },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("taps" as const),
      taps: fc.array(tap, { minLength: 1, maxLength: 2 }),
      times: fc.constantFrom(1, 1, 1, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(1000, 31_000, 540_000, 601_000) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("fates" as const), fates }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("somebody changes the record" as const),
      stage: fc.constantFrom("negotiation", "won", "paused"),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "operator" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "crash" as const }) },
);

/** What happens from outside, in any order, once there is something to talk about. */
export const scripts: fc.Arbitrary<ScriptEvent[]> = fc
  .tuple(message, fc.array(happening, { minLength: 2, maxLength: 8 }))
  .map(([first, rest]) => [first, ...rest]);
