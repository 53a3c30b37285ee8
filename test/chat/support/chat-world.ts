import { actOf } from "../../../src/language/clauses/act-of.ts";
import { placeOf } from "../../../src/language/requests/place-of.ts";
import type { Chat, ChatPush, ChatMessage } from "../../../src/chat/chat.ts";
import { createChat } from "../../../src/chat/create-chat.ts";
import type { Card, ChatReply } from "../../../src/contracts/api/chat.ts";
import { openLinkedTools } from "../../../src/demo/linked-tools.ts";
import { openWorkspace } from "../../../src/demo/open-workspace.ts";
import { createWorkspaceTools } from "../../../src/demo/workspace-tools.ts";
import { notificationJob, notificationOf, notificationQueue } from "../../../src/chat/notification-queue.ts";
import { createDrafts } from "../../../src/drafts/create-drafts.ts";
import type { DraftDeps } from "../../../src/drafts/draft-deps.ts";
import { draftQueue } from "../../../src/drafts/draft-queue.ts";
import { defaultRules } from "../../../src/drafts/gate/rules.ts";
import type { Handler } from "../../../src/ports/engine.ts";
import type { Ids } from "../../../src/ports/ids.ts";
import type { Store } from "../../../src/ports/store.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { createRuns } from "../../../src/runs/runs.ts";
import { createFakeClock, type FakeClock } from "../../../src/testing/fake-clock.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import { parseFaults } from "../../../src/demo/faults/faults.ts";
import { createHttp } from "../../../src/tools/http/http.ts";
import { createRegistry } from "../../../src/tools/registry.ts";
import { createVerbs } from "../../../src/tools/verb-router.ts";
import { createDomainWords } from "../../../src/runtime/domain-words.ts";
import { shippedPack } from "../../actions/office.ts";
import { createCountedIds } from "../../drafts/support/drafts-world.ts";
import { createTestEngine, expireLeases, openTestStore } from "../../support/test-store.ts";
import { createScriptedPlanner } from "./scripted-planner.ts";

export const tenant = "acme";
const setting = { now: "2030-01-01T00:00:00Z", zone: "UTC" };
const packs = [shippedPack("studio")];
export const anna = { id: "tg:1", name: "Анна" };
export const boris = { id: "tg:2", name: "Борис" };

export type WorldParts = {
  faults?: string;
  store?: Store;
  clock?: FakeClock;
  settleWaitMs?: number;
  /** The workspace of an earlier world. */
  state?: ReturnType<typeof openWorkspace>;
  ids?: Ids;
  /** Who shows news of Drafts, in the place of the list of pushes. */
  notificationHandler?: () => Handler | undefined;
};

export type ChatWorld = Awaited<ReturnType<typeof openChatWorld>>;

/** The chat over the real gate, the real runs and the demo workspace; the words are a script's and the time is the test's. */
export async function openChatWorld(parts: WorldParts = {}) {
  const { clock = createFakeClock() } = parts;
  const store = parts.store ?? (await openTestStore()).store;
  if (parts.store !== undefined) await expireLeases(store);
  const [log, ids] = [createMemoryLog(), parts.ids ?? createCountedIds()];
  const switches = parseFaults(parts.faults ?? "");
  if ("problem" in switches) throw new Error(switches.problem);
  const state = parts.state ?? openWorkspace({ now: clock.now() });
  const tools = createWorkspaceTools({ state, clock, faults: switches.faults });
  const linked = openLinkedTools({ tools, clock, log, http: createHttp({ allows: () => false }) });
  const verbs = createVerbs({ registry: createRegistry(linked.tools).registry, clock, log });
  const shared = { store, verbs, clock, ids, log };
  const runs = createRuns({ ...shared, onChange: (run) => drafts.runChanged(run) });
  const planner = createScriptedPlanner(() => state.read());
  const tell: DraftDeps["notify"] = (tx, news) => tx.enqueue(notificationJob(news, clock.now()), clock.now());
  const drafts = createDrafts({ ...shared, runs, rules: defaultRules, planner, notify: tell });
  const chat = createChat({
    ...shared,
    drafts,
    commands: [{ name: "pipeline", says: { ru: "воронка", en: "pipeline" }, about: { ru: "Сделки", en: "Deals" } }],
    actOf: (text) => actOf(text, setting),
    placeOf: (text) => placeOf(text, setting),
    domain: createDomainWords({ packs, verbs, log, clock }),
    zone: "Europe/Moscow",
    settleWaitMs: parts.settleWaitMs ?? 60_000,
    settle: async ({ escalationId, choice, by }) => {
      const decision = choice === "done" ? ({ choice, output: null } as const) : { choice };
      const settled = await runs.decide({ tenant, waitId: escalationId }, decision, by);
      if (!settled.ok) throw new Error(JSON.stringify(settled.issues));
      return { ok: true, value: undefined };
    },
  });
  const engine = createTestEngine({ jobs: store.jobs, clock, log });
  const pushes: ChatPush[] = [];
  const keepPush: Handler = async ({ job }) => {
    const push = await chat.pushFor(notificationOf(job));
    if (push !== undefined) pushes.push(push);
    await store.write((tx) => tx.release(job));
  };
  const notificationHandler: Handler = (lease) => (parts.notificationHandler?.() ?? keepPush)(lease);
  await engine.start({
    [runQueue]: runs.handler,
    [draftQueue]: drafts.handler,
    [notificationQueue]: notificationHandler,
  });
  const stop = async (): Promise<void> => {
    await engine.stop();
    await linked.close();
  };
  return { chat, drafts, store, clock, log, state, ids, pushes, workspace: () => state.read(), ...speaker(chat), stop };
}

/** Says and taps for somebody, Anna unless said otherwise. */
function speaker(chat: Chat) {
  let taps = 0;
  const handle = (input: ChatMessage["input"], actor: ChatMessage["actor"] = anna): Promise<ChatReply> =>
    chat.handle({ tenant, conversation: "tg:77", actor, input, hint: "ru" });
  const say = (text: string, actor?: ChatMessage["actor"], more: { forwarded?: boolean; reply_to?: string } = {}) =>
    handle({ kind: "message", text, forwarded: false, ...more }, actor);
  const tapData = (data: string, actor?: ChatMessage["actor"], tapId = `t${(taps += 1)}`) =>
    handle({ kind: "tap", tap_id: tapId, data }, actor);
  /** Taps the button with this label. */
  const tap = (card: Card | undefined, label: string, actor?: ChatMessage["actor"]) =>
    tapData(dataOf(card, label), actor);
  const hear = (transcript: string, confidence: number) =>
    handle({ kind: "voice", file_id: "voice-1", transcript, confidence });
  return { handle, say, tap, tapData, hear };
}

export function dataOf(card: Card | undefined, label: string): string {
  const buttons = card?.buttons.flat() ?? [];
  const button = buttons.find((one) => one.label.startsWith(label));
  if (button === undefined || !("data" in button))
    throw new Error(
      `no button ${label} among ${buttons.map((one) => one.label).join(", ")} of ${card?.text ?? "no card"}`,
    );
  return button.data;
}

/** The one card of a reply. */
export function only({ cards }: ChatReply): Card {
  const [card] = cards;
  if (card === undefined || cards.length !== 1) throw new Error(`${cards.length} cards`);
  return card;
}

export function labels(card: Card | undefined): string[] {
  return card?.buttons.flat().map(({ label }) => label) ?? [];
}
