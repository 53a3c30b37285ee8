import { describe, expect, it } from "vitest";
import {
  about,
  anna,
  boris,
  codeOf,
  drafted,
  made,
  openDraftsWorld,
  settled,
  valueOf,
} from "./support/drafts-world.ts";
import type { DraftView } from "../../src/contracts/api/drafts.ts";
import { runEventLoop } from "../support/test-store.ts";
import type { DraftsWorld } from "./support/drafts-world.ts";
import { issue, kickoff, kickoffTasks, pause, planOf, query } from "./support/plans.ts";

describe("applying a Draft", () => {
  it("writes nothing before, everything after, each under its own key", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause(), issue("КП")]));
    expect(view).toMatchObject({ writes: 2, next: { do: "apply", approvals: 0, quorum: 1 } });
    expect(view.changes[0]).toEqual({ action_id: "a1", before: { stage: "negotiation" }, after: { stage: "paused" } });
    expect(world.studio.deeds).toEqual([]);
    expect(valueOf(await world.drafts.apply(about(view))).next.do).toBe("wait");
    const applied = await settled(world, view);
    expect(applied.draft).toMatchObject({ status: "APPLIED", applied_by: anna.id });
    expect(world.studio.deeds.map(({ key }) => key)).toEqual(["update_deal:deal-1:paused", "create_issue:design:КП"]);
    const { draft_id: id } = view.draft;
    for (const key of [`draft:${id}:apply`, `draft:${id}:action:a1`, `draft:${id}:action:a2`])
      expect((await world.store.effect("acme", key))?.state).toBe("confirmed");
  });

  it("kickoff stopped after 3 of 12: a retry creates exactly the other 9, with a second confirmation each time", async () => {
    const world = await openDraftsWorld();
    world.studio.fates.push("ok", "ok", "ok", ...Array.from({ length: 9 }, () => "down" as const));
    const view = await drafted(world, kickoff());
    expect(valueOf(await world.drafts.apply(about(view))).next).toMatchObject({ do: "confirm", writes: 12 });
    await world.drafts.confirm(about(view));
    const partly = await settled(world, view);
    expect(world.studio.deeds).toHaveLength(3);
    expect(partly).toMatchObject({ draft: { status: "DRAFT", revision: 2 }, next: { do: "retry", left: 9 } });
    expect(partly.draft.actions[3]?.outcome).toMatchObject({ status: "FAILED", code: "DEPENDENCY_DOWN" });
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("DRAFT_SUPERSEDED");
    await world.drafts.apply(about(partly));
    await world.drafts.confirm(about(partly));
    expect((await settled(world, partly)).draft.status).toBe("APPLIED");
    const keys = world.studio.deeds.map(({ key }) => key);
    expect(keys).toEqual(kickoffTasks.map((task) => `create_issue:design:${task}`));
  });

  it("50 taps at once: one effect", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause()]));
    const taps = await Promise.all(Array.from({ length: 50 }, () => world.drafts.apply(about(view))));
    // The last of them may come when it was applied already.
    expect(["ok", "DRAFT_CLOSED"]).toEqual(expect.arrayContaining([...new Set(taps.map(codeOf))]));
    expect(taps.map(codeOf)).toContain("ok");
    await settled(world, view);
    expect(world.studio.deeds).toHaveLength(1);
    expect(await world.store.runs({ tenant: "acme", limit: 9 })).toHaveLength(1);
  });

  it("two processes over one store: one effect", async () => {
    const ours = await openDraftsWorld();
    const theirs = await openDraftsWorld({ ...ours, ids: { next: () => crypto.randomUUID() } });
    // One of them at a time works on what is due.
    await theirs.engine.stop();
    const view = await drafted(ours, planOf([issue("one"), issue("two")]));
    await Promise.all([ours, theirs, ours, theirs].map(({ drafts }) => drafts.apply(about(view))));
    expect((await settled(ours, view)).draft.status).toBe("APPLIED");
    expect(ours.studio.deeds).toHaveLength(2);
  });

  it("a lost answer is settled by reading back, never by sending again", async () => {
    for (const fate of ["lost_before", "lost_after"] as const) {
      const world = await openDraftsWorld();
      world.studio.fates.push(fate);
      const view = await drafted(world, planOf([issue("one")]));
      await world.drafts.apply(about(view));
      const after = await settledInTime(world, view);
      expect(after.draft.status).toBe(fate === "lost_after" ? "APPLIED" : "DRAFT");
      if (after.draft.status === "DRAFT") await world.drafts.apply(about(after));
      expect((await settled(world, view)).draft.status).toBe("APPLIED");
      expect(world.studio.deeds).toHaveLength(1);
    }
  });

  it("a query that reads runs at once and is logged", async () => {
    const world = await openDraftsWorld();
    const answer = await made(world, query(), boris);
    expect(answer).toMatchObject({ kind: "answer", query: { by: boris.id, outcomes: [{ status: "SUCCEEDED" }] } });
    const logged = await world.store.records({ tenant: "acme", kind: "drafts.query", limit: 9 });
    expect(logged).toMatchObject([{ group: boris.id, body: { text: "test" } }]);
  });
});

/** An effect that may still happen is read back until it cannot, which takes time. */
async function settledInTime(world: DraftsWorld, view: DraftView): Promise<DraftView> {
  const over = new AbortController();
  const done = settled(world, view).finally(() => over.abort());
  for (let seconds = 0; seconds < 60 && !over.signal.aborted; seconds += 1) {
    world.clock.advance(1_000);
    await runEventLoop(20);
  }
  return done;
}
