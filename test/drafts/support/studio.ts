import type { Json, JsonObject } from "../../../src/plan/json.ts";
import { createFakeVerbs, FakeFailure, type FakeVerb, type FakeVerbs } from "../../../src/testing/fake-verbs.ts";

/** One write as the outside world saw it. */
export type StudioCall = { verb: string; payload: JsonObject; key: string };

/** How the next writes end: done, refused, or done or not done without an answer, at once or never. */
export type CallFate = "ok" | "fail" | "down" | "lost_before" | "lost_after" | "hangs_before" | "hangs_after";

/** A process: once dead it calls nothing, whatever its code still does. */
export type ProcessLife = { alive: boolean };

/**
 * A studio's CRM and tracker. `onDeed` runs before a write is stored, so that a test can refuse it. Each write
 * uses up one of `fates`; without any left, all succeed.
 */
export function createStudio(onDeed: (deed: StudioCall) => void = () => undefined) {
  const stages = new Map([
    ["deal-1", "negotiation"],
    ["deal-2", "negotiation"],
  ]);
  const deeds: StudioCall[] = [];
  const fates: CallFate[] = [];
  const has = (key: string): boolean => deeds.some((deed) => deed.key === key);
  const act = (deed: StudioCall): void => {
    onDeed(deed);
    deeds.push(deed);
    if (deed.verb === "update_deal") stages.set(word(deed.payload["deal"]), word(deed.payload["stage"]));
  };
  const write = (verb: string, life: ProcessLife): FakeVerb["run"] => {
    return (payload, { effectKey: key = "" }) => {
      if (!life.alive) return new Promise(() => undefined);
      const fate = fates.shift() ?? "ok";
      if (fate === "fail") throw new FakeFailure("tool_failed", "refused");
      if (fate === "down") throw new FakeFailure("unavailable", "down");
      if (fate !== "lost_before" && fate !== "hangs_before") act({ verb, payload, key });
      if (fate.startsWith("hangs")) return new Promise(() => undefined);
      if (fate !== "ok") throw new FakeFailure("connection_lost", "lost");
      return { id: key };
    };
  };
  return {
    stages,
    deeds,
    fates,
    has,
    verbs: (life: ProcessLife = { alive: true }) => verbsOver({ stages, has }, (verb) => write(verb, life)),
  };
}
export type Studio = ReturnType<typeof createStudio>;

type World = { stages: ReadonlyMap<string, string>; has: (key: string) => boolean };

function verbsOver({ stages, has }: World, write: (verb: string) => FakeVerb["run"]): FakeVerbs {
  const text = { type: "string" };
  const object = (...names: string[]): JsonObject => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: names,
    additionalProperties: false,
  });
  const byKey: FakeVerb["readBack"] = ({ key }) =>
    has(key) ? { state: "done", output: { id: key } } : { state: "absent" };
  return createFakeVerbs({
    find_deals: { run: () => [...stages.keys()], inputSchema: { type: "object" } },
    mystery: { run: () => null, effect: "unknown", retryClass: "never" },
    update_deal: {
      run: write("update_deal"),
      effect: "destructive",
      retryClass: "never",
      inputSchema: object("deal", "stage"),
      readBack: ({ payload }) =>
        stages.get(word(payload["deal"])) === payload["stage"] ? { state: "done", output: {} } : { state: "absent" },
      look: ({ deal, stage }) => {
        const now = stages.get(word(deal));
        return now === undefined
          ? undefined
          : { before: { stage: now }, after: { stage: stage ?? null }, isWhole: true };
      },
    },
    create_issue: {
      run: write("create_issue"),
      effect: "additive",
      retryClass: "never",
      inputSchema: object("team", "title"),
      readBack: byKey,
    },
    send_mail: { run: write("send_mail"), effect: "destructive", retryClass: "never", inputSchema: object("to") },
  });
}

function word(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
