import { describe, expect, it } from "vitest";
import { plainScope } from "../../src/contracts/actions/effect-keys.ts";
import type { DraftView } from "../../src/contracts/api/drafts.ts";
import type { ActionPlanner, ActionRequest } from "../../src/ports/action-planner.ts";
import { FakeFailure } from "../../src/testing/fake-verbs.ts";
import { quiet } from "../support/runs-world.ts";
import {
  about,
  anna,
  boris,
  codeOf,
  drafted,
  made,
  openDraftsWorld,
  settled,
  tenant,
  valueOf,
} from "./support/drafts-world.ts";
import { action, issue, pause, planOf } from "./support/plans.ts";
import { createStudio } from "./support/studio.ts";

const vera = { id: "tg:3", name: "Vera" };
const minute = 60_000;
const draftIdOf = ({ draft }: DraftView): { draftId: string } => ({ draftId: draft.draft_id });

describe("who may apply", () => {
  it.each([
    ["the author, without a list", {}, anna, "ok"],
    ["nobody else, without a list", {}, boris, "FORBIDDEN"],
    ["an approver", { approvers: [boris.id] }, boris, "ok"],
    ["the author besides the approvers", { approvers: [boris.id] }, anna, "ok"],
    ["not the author where that is switched off", { approvers: [boris.id], selfApproval: false }, anna, "FORBIDDEN"],
    ["nobody who is not on the list", { approvers: [boris.id] }, vera, "FORBIDDEN"],
    ["an API key by its name", { approvers: ["key:ops"] }, { id: "key:ops#1f", name: "" }, "ok"],
    ["no API key whose name only begins so", { approvers: ["key:ops"] }, { id: "key:opsx#1f", name: "" }, "FORBIDDEN"],
  ])("%s", async (_, rules, actor, code) => {
    const world = await openDraftsWorld({ rules });
    const view = await drafted(world, planOf([pause()]));
    expect(codeOf(await world.drafts.apply(about(view, actor)))).toBe(code);
    await settled(world, view);
    expect(world.studio.deeds).toHaveLength(code === "ok" ? 1 : 0);
  });

  it("a quorum of different people; the same person counts once, and every word is kept with its hash", async () => {
    const world = await openDraftsWorld({ rules: { approvers: [boris.id, vera.id], quorum: 2, selfApproval: false } });
    const view = await drafted(world, planOf([pause()]));
    await world.drafts.apply(about(view, boris));
    const half = valueOf(await world.drafts.apply(about(view, boris)));
    expect(half.next).toEqual({ do: "apply", approvals: 1, quorum: 2 });
    expect(world.studio.deeds).toEqual([]);
    await world.drafts.apply(about(view, vera));
    expect((await settled(world, view)).draft).toMatchObject({ status: "APPLIED", applied_by: vera.id });
    const kept = await world.store.records({ tenant, kind: "drafts.approval", limit: 9 });
    expect(kept.map(({ body }) => body)).toMatchObject([
      { by: vera.id, revision: 1, verdict: "apply", action_hash: view.action_hash },
      { by: boris.id, revision: 1 },
    ]);
  });

  it("an approver who was removed from the rules no longer counts", async () => {
    const approvers = [boris.id, vera.id];
    const world = await openDraftsWorld({ rules: { approvers, quorum: 2, selfApproval: true } });
    const view = await drafted(world, planOf([pause()]));
    await world.drafts.apply(about(view, boris));
    approvers.splice(0, 1);
    const half = valueOf(await world.drafts.apply(about(view, vera)));
    expect(half.next).toEqual({ do: "apply", approvals: 1, quorum: 2 });
    expect(world.studio.deeds).toEqual([]);
    await world.drafts.apply(about(view));
    expect((await settled(world, view)).draft).toMatchObject({ status: "APPLIED" });
  });

  it("the apply tap twice is not the second confirmation, and another's confirmation is none", async () => {
    const world = await openDraftsWorld({ rules: { approvers: [boris.id] } });
    const view = await drafted(world, planOf([1, 2, 3, 4, 5].map((at) => issue(`${at}`))));
    expect(codeOf(await world.drafts.confirm(about(view)))).toBe("INVALID_INPUT");
    await world.drafts.apply(about(view));
    expect(valueOf(await world.drafts.apply(about(view))).next).toMatchObject({ do: "confirm", of: [anna.id] });
    expect(codeOf(await world.drafts.confirm(about(view, boris)))).toBe("INVALID_INPUT");
    await world.drafts.confirm(about(view));
    await settled(world, view);
    expect(world.studio.deeds).toHaveLength(5);
  });
});

describe("what was shown", () => {
  it("an edit makes a new revision and kills the buttons of the old", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([issue("one"), issue("two")]));
    const edit = { actions: [{ action_id: "a1", args: { team: "design", title: "uno" } }], remove: ["a2"] };
    const next = valueOf(await world.drafts.edit({ ...about(view), edit }));
    expect(next.draft).toMatchObject({
      revision: 2,
      actions: [{ action_id: "a1", action: { args: { title: "uno" } } }],
    });
    for (const shown of [about(view).shown, { revisionId: view.draft.revision_id }])
      expect(codeOf(await world.drafts.apply({ tenant, actor: anna, shown }))).toBe("DRAFT_SUPERSEDED");
    await world.drafts.apply({ tenant, actor: anna, shown: { revisionId: next.draft.revision_id } });
    await settled(world, view);
    expect(world.studio.deeds).toMatchObject([{ payload: { title: "uno" } }]);
  });

  it.each([
    ["arguments that do not fit the tool", { actions: [{ action_id: "a1", args: {} }], remove: [] }],
    ["an action that is not there", { actions: [], remove: ["a9"] }],
    ["leaving nothing", { actions: [], remove: ["a1"] }],
  ])("refuses an edit with %s, and stays as it was", async (_, edit) => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause()]));
    expect(codeOf(await world.drafts.edit({ ...about(view), edit }))).toBe("INVALID_INPUT");
    expect(codeOf(await world.drafts.edit({ ...about(view, boris), edit }))).toBe("FORBIDDEN");
    expect(valueOf(await world.drafts.get({ tenant, of: draftIdOf(view) }))).toEqual(view);
  });

  it("stops if the record has changed since, and if a tool has", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause()]));
    world.studio.stages.set("deal-1", "won");
    const stale = await world.drafts.apply({ ...about(view), locale: "ru" });
    expect(stale).toMatchObject({
      ok: false,
      problem: { code: "CONFLICT", title: "С тех пор всё изменилось.", retryable: false },
    });
    world.studio.stages.set("deal-1", "negotiation");
    const other = await openDraftsWorld({ ...world, rules: { deny: ["update_deal"] } });
    const fresh = await drafted(world, planOf([pause()]));
    expect(codeOf(await other.drafts.apply(about(fresh)))).toBe("FORBIDDEN");
    expect(world.studio.deeds).toEqual([]);
  });

  it("says when there is nothing to write", async () => {
    const world = await openDraftsWorld();
    world.studio.stages.set("deal-1", "paused");
    expect((await made(world, planOf([pause()]))).kind).toBe("nothing");
    const mixed = await drafted(world, planOf([pause(), issue("one")]));
    expect(mixed).toMatchObject({ writes: 1, draft: { actions: [{ outcome: { status: "SUCCEEDED" } }, {}] } });
    await world.drafts.apply(about(mixed));
    expect((await settled(world, mixed)).draft.status).toBe("APPLIED");
    expect(world.studio.deeds.map(({ verb }) => verb)).toEqual(["create_issue"]);
  });

  it("an effect of an earlier Draft is not repeated while it stands, and is once it was undone", async () => {
    const world = await openDraftsWorld();
    const apply = async (): Promise<void> => {
      const view = await drafted(world, planOf([pause()]));
      await world.drafts.apply(about(view));
      expect((await settled(world, view)).draft.status).toBe("APPLIED");
    };
    const [first, second] = [
      await drafted(world, planOf([issue("one")])),
      await drafted(world, planOf([issue("one")])),
    ];
    for (const view of [first, second]) {
      await world.drafts.apply(about(view));
      expect((await settled(world, view)).draft.status).toBe("APPLIED");
    }
    expect(world.studio.deeds).toHaveLength(1);
    await apply();
    world.studio.stages.set("deal-1", "negotiation");
    await apply();
    expect(world.studio.deeds).toHaveLength(3);
  });
});

describe("time", () => {
  it("reminds once, then expires; a rebuilt Draft is a new one, and only one", async () => {
    const heard: string[] = [];
    const world = await openDraftsWorld({ tell: (_, { kind }) => void heard.push(kind) });
    const view = await drafted(world, planOf([pause()]));
    for (const ms of [7.9 * minute, 0.2 * minute, 0.2 * minute, 1.8 * minute]) {
      world.clock.advance(ms);
      await quiet();
    }
    expect(heard).toEqual(["changed", "reminder", "changed"]);
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("DRAFT_EXPIRED");
    expect(codeOf(await world.drafts.rebuild(about(view, boris)))).toBe("FORBIDDEN");
    const again = await Promise.all([world.drafts.rebuild(about(view)), world.drafts.rebuild(about(view))]);
    const fresh = again.map(valueOf).map((one) => (one.kind === "draft" ? one.draft : undefined));
    expect(new Set(fresh.map((one) => one?.draft.draft_id)).size).toBe(1);
    expect(valueOf(await world.drafts.get({ tenant, of: draftIdOf(view) })).replaced_by).toBe(fresh[0]?.draft.draft_id);
    expect(world.studio.deeds).toEqual([]);
  });

  it("expires on time although its timer has not come round, and timers outlive the process", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause()]));
    await world.engine.stop();
    world.clock.advance(10 * minute);
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("DRAFT_EXPIRED");
    const next = await openDraftsWorld(world);
    await quiet();
    const kept = await next.store.records({ tenant, kind: "drafts.draft", status: "EXPIRED", limit: 9 });
    expect(kept).toHaveLength(1);
  });

  it("rebuilding what was applied in part takes the rest only", async () => {
    const world = await openDraftsWorld();
    world.studio.fates.push("ok", "fail");
    const view = await drafted(world, planOf([issue("one"), issue("two")]));
    await world.drafts.apply(about(view));
    const partly = await settled(world, view);
    expect(partly.draft.actions[1]?.outcome).toMatchObject({ status: "FAILED", code: "INVALID_INPUT" });
    const rebuilt = valueOf(await world.drafts.rebuild(about(partly)));
    expect(rebuilt).toMatchObject({
      kind: "draft",
      draft: { draft: { actions: [{ action: { args: { title: "two" } } }] } },
    });
  });

  it("a plain creation has a key of its own Draft, so that the same title is possible again", async () => {
    const world = await openDraftsWorld();
    const task = { ...issue("call the printer"), idempotency_scope: "" };
    const plan = planOf([{ ...task, idempotency_scope: plainScope(task) }]);
    for (const count of [1, 2]) {
      const view = await drafted(world, plan);
      expect(view.draft.plan.actions[0]?.idempotency_scope).toContain(view.draft.draft_id);
      await world.drafts.apply(about(view));
      expect((await settled(world, view)).draft.status).toBe("APPLIED");
      expect(world.studio.deeds).toHaveLength(count);
    }
  });

  it("rebuilding text that was applied in part plans nothing again", async () => {
    const tasks = [issue("one"), issue("two")].map((one) => ({ ...one, idempotency_scope: plainScope(one) }));
    const planner: ActionPlanner = { id: "test", version: "1", plan: async () => planOf(tasks) };
    const world = await openDraftsWorld({ planner });
    world.studio.fates.push("ok", "fail");
    const answer = valueOf(await world.drafts.create({ tenant, actor: anna, text: "two tasks" }));
    if (answer.kind !== "draft") throw new Error(answer.kind);
    await world.drafts.apply(about(answer.draft));
    const rebuilt = valueOf(await world.drafts.rebuild(about(await settled(world, answer.draft))));
    if (rebuilt.kind !== "draft") throw new Error(rebuilt.kind);
    await world.drafts.apply(about(rebuilt.draft));
    expect((await settled(world, rebuilt.draft)).draft.status).toBe("APPLIED");
    expect(world.studio.deeds.map(({ payload }) => payload["title"])).toEqual(["one", "two"]);
  });

  it.each([
    ["an unknown value", ["design"], "team_x", "INVALID_INPUT"],
    ["nothing configured", [], "design", "CONFIG_MISSING"],
    ["a listed value", ["design"], "design", "ok"],
    ["a list that cannot be read", undefined, "design", "DEPENDENCY_DOWN"],
  ])("rule 5 looks up the values a tool lists: %s", async (_, teams, team, code) => {
    const listed = { team: { tool: "list_teams", args: {}, items: "teams", id: "id" } };
    const business = [{ tool: "create_issue", required: [], one_of: {}, listed }];
    const studio = createStudio();
    const verbs = studio.verbs();
    verbs.set("list_teams", {
      run() {
        if (teams === undefined) throw new FakeFailure("unavailable", "down");
        return { teams: teams.map((id) => ({ id })) };
      },
    });
    const world = await openDraftsWorld({ rules: { business }, studio: { ...studio, verbs: () => verbs } });
    const plan = planOf([action("create_issue", { team, title: "x" })]);
    expect(codeOf(await world.drafts.create({ tenant, actor: anna, plan }))).toBe(code);
  });

  it("keeps who decided what and why, over its revisions", async () => {
    const world = await openDraftsWorld({ rules: { approvers: [boris.id], quorum: 2 } });
    const view = await drafted(world, planOf([issue("one"), issue("two")]));
    const removed = view.draft.actions[1]?.action_id ?? "";
    const edit = { actions: [], remove: [removed] };
    const edited = valueOf(await world.drafts.edit({ ...about(view), edit, reason: "one is enough" }));
    await world.drafts.apply({ ...about(edited), reason: "agreed on Monday" });
    const last = valueOf(await world.drafts.cancel({ ...about(edited, boris), reason: "not this week" }));
    expect(last.history.map(({ act, revision, by, reason }) => [act, revision, by, reason])).toEqual([
      ["edit", 1, anna.id, "one is enough"],
      ["apply", 2, anna.id, "agreed on Monday"],
      ["cancel", 2, boris.id, "not this week"],
    ]);
    expect(valueOf(await world.drafts.get({ tenant, of: draftIdOf(last) })).history).toEqual(last.history);
  });

  it("cancelling ends it; one that is being applied stops, and the rest stays open", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause()]));
    expect(codeOf(await world.drafts.cancel(about(view, boris)))).toBe("FORBIDDEN");
    expect(valueOf(await world.drafts.cancel(about(view))).draft).toMatchObject({
      status: "CANCELLED",
      cancelled_by: anna.id,
    });
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("DRAFT_CLOSED");
    world.studio.fates.push("ok", "hangs_before");
    const long = await drafted(world, planOf([issue("one"), issue("two"), issue("three")]));
    await world.drafts.apply(about(long));
    await quiet();
    await world.drafts.cancel(about(long));
    // The write that was cut off is read back until it can no longer act.
    for (let turn = 0; turn < 30; turn += 1) {
      await quiet();
      world.clock.advance(minute / 6);
    }
    const stopped = await settled(world, long);
    expect(stopped.draft.actions.map(({ outcome }) => outcome.status)).toEqual(["SUCCEEDED", "FAILED", "PENDING"]);
    await world.drafts.apply(about(stopped));
    expect((await settled(world, long)).draft.status).toBe("APPLIED");
    expect(world.studio.deeds).toHaveLength(3);
  });
});

describe("what is asked first", () => {
  const deals = Array.from({ length: 19 }, (_, at) => ({
    id: `deal-${at + 1}`,
    name: `Deal ${at + 1}`,
    subtitle: "",
    url: "",
  }));
  const ambiguous = planOf([pause()], {
    risks: [{ kind: "ambiguous", details: "" }],
    entities: [{ kind: "deal", query: "deal", candidates: deals, selected_id: "deal-1", confidence: 0.4 }],
  });

  it("a pick list, 8 a page; the pick is in the arguments and in the key", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, ambiguous);
    expect(view.next).toMatchObject({ do: "pick", page: 0, pages: 3, total: 19, candidates: deals.slice(0, 8) });
    const last = valueOf(await world.drafts.get({ tenant, of: draftIdOf(view), page: 2 }));
    expect(last.next).toMatchObject({ page: 2, candidates: deals.slice(16) });
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("INVALID_INPUT");
    expect(codeOf(await world.drafts.pick({ ...about(view), entity: 0, candidateId: "deal-99" }))).toBe(
      "INVALID_INPUT",
    );
    const picked = valueOf(await world.drafts.pick({ ...about(view), entity: 0, candidateId: "deal-2" }));
    expect(codeOf(await world.drafts.pick({ ...about(view), entity: 0, candidateId: "deal-3" }))).toBe(
      "DRAFT_SUPERSEDED",
    );
    await world.drafts.apply(about(picked));
    await settled(world, view);
    expect(world.studio.deeds).toMatchObject([{ payload: { deal: "deal-2" }, key: "update_deal:deal-2:paused" }]);
  });

  it("questions, 2 a message, 3 rounds, then a menu; other words begin again", async () => {
    const asked: ActionRequest[] = [];
    const questions = (ids: readonly string[]) =>
      ids.map((id) => ({ id, question: "?", choices: [], free_text_allowed: true }));
    const planner: ActionPlanner = {
      id: "asking",
      version: "1",
      plan: async (request) => {
        asked.push(request);
        const open = ["q1", "q2", "q3", "q4", "q5", "q6", "q7"].filter((id) => !(id in (request.answers ?? {})));
        return planOf([issue("x")], { needs_clarification: questions(request.text === "clear" ? [] : open) });
      },
    };
    const world = await openDraftsWorld({ planner });
    const first = valueOf(await world.drafts.create({ tenant, actor: anna, text: "unclear", zone: "Europe/Berlin" }));
    if (first.kind !== "draft") throw new Error(first.kind);
    let view = first.draft;
    for (const round of [1, 2, 3]) {
      const { next } = view;
      if (next.do !== "answer") throw new Error(next.do);
      expect(next).toMatchObject({ round, left: 7 - round * 2 });
      expect(next.questions).toHaveLength(2);
      const answers = Object.fromEntries(next.questions.map(({ id }) => [id, "yes"]));
      view = valueOf(await world.drafts.answer({ ...about(view), answers }));
    }
    expect(view.next).toEqual({ do: "menu" });
    expect(asked.at(-1)).toMatchObject({ zone: "Europe/Berlin", answers: { q1: "yes", q6: "yes" } });
    const clear = valueOf(
      await world.drafts.edit({ ...about(view), edit: { actions: [], remove: [], text: "clear" } }),
    );
    expect(clear.next.do).toBe("apply");
  });

  it("words need a planner, and say so in the person's language", async () => {
    const world = await openDraftsWorld();
    const answer = await world.drafts.create({ tenant, actor: anna, text: "пауза", locale: "ru" });
    expect(answer).toMatchObject({ ok: false, problem: { code: "CONFIG_MISSING", title: "Не хватает настройки." } });
  });
});
