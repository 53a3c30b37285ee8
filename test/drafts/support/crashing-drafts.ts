import { setImmediate as nextTurn } from "node:timers/promises";
import type { DraftView } from "../../../src/contracts/api/drafts.ts";
import type { Drafts } from "../../../src/drafts/drafts.ts";
import { defaultRules, type DraftRules } from "../../../src/drafts/gate/rules.ts";
import type { Choice } from "../../../src/ports/fact.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Wait } from "../../../src/ports/wait.ts";
import { createFakeClock } from "../../../src/testing/fake-clock.ts";
import { createMemoryStore } from "../../../src/testing/memory-store/store.ts";
import { about, anna, boris, createCountedIds, type DraftsWorld, openDraftsWorld, tenant } from "./drafts-world.ts";
import { createLicences } from "./licences.ts";
import { type ScriptEvent, samples, type Tap, type Word } from "./script.ts";
import { createStudio } from "./studio.ts";

const people = [anna, boris];

/** The word for what a card asks. */
const asked: Readonly<Partial<Record<DraftView["next"]["do"], Word>>> = {
  answer: "answer",
  pick: "pick",
  confirm: "confirm",
  rebuild: "rebuild",
};

/** What is in memory outlives a process here. */
function sameStore(): () => Store {
  const store = createMemoryStore();
  return () => store;
}

export type CrashingParts = {
  /** The store as a new process opens it. */
  open?: () => Store;
  /** Turns of the event loop after which nothing more happens by itself. */
  turns?: number;
  rules?: Partial<DraftRules>;
};

/** A gate whose process may die at any moment, and every card that was shown. */
export function createCrashingDrafts({ open = sameStore(), turns = 3, rules = {} }: CrashingParts = {}) {
  const licences = createLicences({ ...defaultRules, ...rules });
  const studio = createStudio((deed) => licences.use(deed));
  const clock = createFakeClock();
  const ids = createCountedIds();
  const cards: DraftView[] = [];
  let life = { alive: true };
  let world: DraftsWorld;
  const boot = async (): Promise<void> => {
    life.alive = false;
    life = { alive: true };
    world = await openDraftsWorld({ studio, store: open(), clock, ids, rules }, life);
  };
  return {
    studio,
    clock,
    licences,
    cards,
    /** Whatever process there was is dead from now on. */
    boot,
    drafts: () => world.drafts,
    runs: () => world.runs,
    errors: () => world.log.lines.filter(({ level }) => level === "error"),
    async quiet(): Promise<void> {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    },
    /** Shows every Draft again, as a chat does after a change. */
    async refresh(): Promise<DraftView[]> {
      const all = await world.drafts.list({ tenant, limit: 100 });
      for (const view of all) {
        licences.settle(view);
        const last = cards.findLast(({ draft }) => draft.draft_id === view.draft.draft_id);
        if (last?.draft.revision !== view.draft.revision || last.next.do !== view.next.do) cards.push(view);
      }
      return all;
    },
  };
}
export type CrashingDrafts = ReturnType<typeof createCrashingDrafts>;

/** After these the cards are shown again. */
const isShownAnew: ReadonlySet<ScriptEvent["kind"]> = new Set(["taps", "pass", "operator", "crash"]);

export async function happen(world: CrashingDrafts, happening: ScriptEvent): Promise<void> {
  switch (happening.kind) {
    case "message":
      await message(world, happening);
      break;
    case "taps":
      await Promise.all(happening.taps.map((one) => tap(world, one, happening.times)));
      break;
    case "pass":
      world.clock.advance(happening.ms);
      break;
    case "fates":
      world.studio.fates.push(...happening.fates);
      break;
    case "somebody changes the record":
      world.studio.stages.set("deal-1", happening.stage);
      break;
    case "operator":
      await operate(world);
      break;
    case "crash":
      await world.boot();
      break;
    default:
      happening satisfies never;
  }
  await world.quiet();
  if (isShownAnew.has(happening.kind)) await world.refresh();
}

async function message(
  world: CrashingDrafts,
  { who, plan: at }: Extract<ScriptEvent, { kind: "message" }>,
): Promise<void> {
  const plan = samples[at];
  if (plan === undefined) return;
  const answer = await world.drafts().create({ tenant, actor: people[who] ?? anna, plan });
  if (answer.ok && answer.value.kind === "draft") world.cards.push(answer.value.draft);
}

async function tap(world: CrashingDrafts, { who, word: said, card: back }: Tap, times: number): Promise<void> {
  const { cards, clock, licences } = world;
  const actor = people[who] ?? anna;
  const card = cards.at(-1 - (back % Math.max(1, cards.length)));
  if (card === undefined) return;
  const found = await world.drafts().get({ tenant, of: { draftId: card.draft.draft_id } });
  if (!found.ok) return;
  const word = said ?? asked[card.next.do] ?? "apply";
  licences.note(word, actor.id, { card, current: found.value, now: clock.now() });
  await Promise.all(Array.from({ length: times }, () => perform(world.drafts(), word, { card, actor })));
}

async function operate({ runs, studio }: CrashingDrafts): Promise<void> {
  for (const wait of await runs().waits(tenant))
    await runs().decide({ tenant, waitId: wait.id }, truth(studio.has, wait), "operator");
}

async function perform(drafts: Drafts, word: Word, { card, actor }: { card: DraftView; actor: typeof anna }) {
  const act = about(card, actor);
  const first = card.draft.actions[0]?.action_id ?? "a1";
  switch (word) {
    case "edit":
      return drafts.edit({ ...act, edit: { actions: [], remove: [first] } });
    case "pick":
      return drafts.pick({ ...act, entity: 0, candidateId: "deal-2" });
    case "answer":
      return drafts.answer({ ...act, answers: { q1: "yes" } });
    case "apply":
    case "confirm":
    case "cancel":
    case "rebuild":
      return drafts[word](act);
    default:
      return word satisfies never;
  }
}

/** The operator looks and says what is there. */
function truth(has: (key: string) => boolean, { kind, effectKey = "" }: Wait): Choice {
  if (kind !== "effect") return { choice: "abort" };
  return has(effectKey) ? { choice: "done", output: null } : { choice: "resend" };
}

/** From here on everything succeeds, until nothing is in progress. */
export async function comeToRest(world: CrashingDrafts): Promise<void> {
  world.studio.fates.length = 0;
  for (let round = 0; round < 50; round += 1) {
    const views = await world.refresh();
    if (views.every(({ next }) => next.do !== "wait" && next.do !== "settle")) return;
    await operate(world);
    world.clock.advance(61_000);
    await world.quiet();
  }
  throw new Error("a Draft is being applied for ever");
}

export async function wrongIn(world: CrashingDrafts): Promise<string[]> {
  const wrong = world.licences.unlicensed.map(({ verb, key }) => `${verb} ${key} without a licence`);
  const made = world.studio.deeds.filter(({ verb }) => verb !== "update_deal").map(({ key }) => key);
  if (new Set(made).size !== made.length) wrong.push(`made twice: ${made.join(", ")}`);
  for (const { draft } of await world.refresh())
    for (const { action, outcome } of draft.actions) {
      const isClaimed = outcome.status === "SUCCEEDED" && action.tool_slug !== "update_deal";
      if (isClaimed && !world.studio.has(action.idempotency_scope)) wrong.push(`${action.preview} never happened`);
    }
  return [...wrong, ...world.errors().map(({ message, fields }) => `${message} ${JSON.stringify(fields)}`)];
}
