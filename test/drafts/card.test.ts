import { describe, expect, it } from "vitest";
import type { ActionPlanner } from "../../src/ports/action-planner.ts";
import { about, anna, codeOf, drafted, openDraftsWorld, settled, tenant, valueOf } from "./support/drafts-world.ts";
import { pause, planOf } from "./support/plans.ts";

describe("the card of a Draft", () => {
  it("shows what a plan from outside writes, not what the plan says", async () => {
    const world = await openDraftsWorld();
    const lying = { ...pause(), preview: "Delete nothing" };
    const { draft } = await drafted(world, { ...planOf([lying]), summary: "Nothing happens" });
    const [first] = draft.plan.actions;
    expect(first?.preview).toContain(first?.tool_slug);
    expect(first?.preview).toContain("paused");
    expect(draft.plan.summary).toBe(first?.preview);
  });

  it("shows the edited arguments, under a key of their own", async () => {
    const world = await openDraftsWorld();
    const plan = planOf([pause()]);
    const planner: ActionPlanner = { id: "test", version: "1", plan: async () => plan };
    const planned = await openDraftsWorld({ planner, studio: world.studio });
    const made = valueOf(await planned.drafts.create({ tenant, actor: anna, text: "pause it" }));
    if (made.kind !== "draft") throw new Error(made.kind);
    const view = made.draft;
    expect(view.draft.plan.actions[0]?.preview).toBe(plan.actions[0]?.preview);
    const [kept] = view.draft.actions;
    const args = { ...kept?.action.args, stage: "lost" };
    const edit = { actions: [{ action_id: kept?.action_id ?? "", args }], remove: [] };
    const { draft, changes } = valueOf(await planned.drafts.edit({ ...about(view), edit }));
    const [edited] = draft.plan.actions;
    expect(edited?.preview).toContain("lost");
    expect(draft.plan.summary).toContain("lost");
    expect(edited?.idempotency_scope).not.toBe(plan.actions[0]?.idempotency_scope);
    expect(changes[0]?.after).toMatchObject({ stage: "lost" });
  });

  it("shows the new value and offers to rebuild after the record has changed", async () => {
    const world = await openDraftsWorld();
    const view = await drafted(world, planOf([pause()]));
    world.studio.stages.set("deal-1", "won");
    const refused = await world.drafts.apply(about(view));
    expect(refused).toMatchObject({ ok: false, problem: { code: "CONFLICT", detail: expect.stringContaining("won") } });
    const stale = valueOf(await world.drafts.get({ tenant, of: { draftId: view.draft.draft_id } }));
    expect(stale.next).toEqual({ do: "rebuild" });
    expect(stale.changes[0]?.before).toMatchObject({ stage: "won" });
    expect(codeOf(await world.drafts.apply(about(stale)))).toBe("CONFLICT");
    const rebuilt = valueOf(await world.drafts.rebuild(about(stale)));
    if (rebuilt.kind !== "draft") throw new Error(rebuilt.kind);
    await world.drafts.apply(about(rebuilt.draft));
    expect((await settled(world, rebuilt.draft)).draft.status).toBe("APPLIED");
    expect(world.studio.deeds).toHaveLength(1);
  });

  it("refuses a slug of one toolkit under the name of another", async () => {
    const world = await openDraftsWorld();
    const plan = planOf([{ ...pause(), toolkit: "linear", tool_slug: "ATTIO_UPDATE_RECORD" }]);
    expect(codeOf(await world.drafts.create({ tenant, actor: anna, plan }))).toBe("INVALID_INPUT");
  });
});

describe("an answer that the planner cannot use", () => {
  const question = { id: "what", question: "What is to be done?", choices: [], free_text_allowed: true };
  const planner: ActionPlanner = {
    id: "test",
    version: "1",
    plan: async ({ answers = {} }) => ({
      ...planOf([]),
      needs_clarification: Object.keys(answers).length === 0 ? [question] : [],
    }),
  };

  it("never closes the Draft; after three rounds a menu is offered", async () => {
    const world = await openDraftsWorld({ planner });
    const made = valueOf(await world.drafts.create({ tenant, actor: anna, text: "abracadabra" }));
    if (made.kind !== "draft") throw new Error(made.kind);
    let view = made.draft;
    const seen: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      view = valueOf(await world.drafts.answer({ ...about(view), answers: { what: "abracadabra" } }));
      expect(view.draft.status).toBe("DRAFT");
      seen.push(view.next.do);
    }
    expect(seen).toEqual(["answer", "answer", "menu"]);
  });
});
