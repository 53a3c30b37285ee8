import { describe, expect, it } from "vitest";
import type { ActionPlan } from "../../src/contracts/actions/plan.ts";
import type { ActionPlanner } from "../../src/ports/action-planner.ts";
import {
  about,
  anna,
  codeOf,
  drafted,
  made,
  openDraftsWorld,
  settled,
  tenant,
  valueOf,
} from "./support/drafts-world.ts";
import { pause, planOf, query } from "./support/plans.ts";

const spoken = (plan: ActionPlan, confidence: number): ActionPlan => {
  const voice = { file_id: "f", transcript: "pause it", confidence };
  return { ...plan, inputs: { raw_text: "pause it", voice } };
};
const right = { answers: { transcript: "right" } };

/** Forgets that the words were spoken. */
const forgetful: ActionPlanner = { id: "forgetful", version: "1", plan: async () => planOf([pause()]) };

describe("what was spoken", () => {
  it.each([0.3, 0.69, 0.7, 1])("is confirmed before it writes, heard with %d", async (confidence) => {
    const world = await openDraftsWorld();
    const view = await drafted(world, spoken(planOf([pause()]), confidence));
    expect(view.next).toMatchObject({ do: "answer", round: 1, questions: [{ id: "transcript" }] });
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("INVALID_INPUT");
    expect(codeOf(await world.drafts.answer({ ...about(view), answers: { transcript: "" } }))).toBe("INVALID_INPUT");
    const heard = valueOf(await world.drafts.answer({ ...about(view), ...right }));
    expect(heard).toMatchObject({ next: { do: "apply" }, draft: { revision: 2 } });
    expect(codeOf(await world.drafts.apply(about(view)))).toBe("DRAFT_SUPERSEDED");
    expect(world.studio.deeds).toEqual([]);
    await world.drafts.apply(about(heard));
    expect((await settled(world, heard)).draft.status).toBe("APPLIED");
    expect(world.studio.deeds).toHaveLength(1);
  });

  it("is asked about before a question is answered only where it was heard badly", async () => {
    const world = await openDraftsWorld();
    expect((await made(world, spoken(query(), 0.7))).kind).toBe("answer");
    const view = await drafted(world, spoken(query(), 0.69));
    expect(view.next.do).toBe("answer");
    const heard = valueOf(await world.drafts.answer({ ...about(view), ...right }));
    expect((await settled(world, heard)).draft.status).toBe("APPLIED");
  });

  it("uses the gate's question, even if the plan has one with the same id", async () => {
    const world = await openDraftsWorld();
    const own = {
      id: "transcript",
      question: "Tea?",
      choices: [{ label: "Yes", value: "yes" }],
      free_text_allowed: true,
    };
    const view = await drafted(world, { ...spoken(planOf([pause()]), 0.9), needs_clarification: [own] });
    expect(view.draft.plan.needs_clarification).toMatchObject([{ question: expect.stringContaining("“pause it”") }]);
  });

  it("stays spoken although its planner does not report it, and typed words in its place need no confirmation", async () => {
    const world = await openDraftsWorld({ planner: forgetful });
    const voice = { file_id: "f", transcript: "pause it", confidence: 0.9 };
    const created = valueOf(await world.drafts.create({ tenant, actor: anna, text: "pause it", voice }));
    if (created.kind !== "draft") throw new Error("no Draft");
    expect(created.draft.next.do).toBe("answer");
    const edit = { actions: [], remove: [], text: "pause it now" };
    expect(valueOf(await world.drafts.edit({ ...about(created.draft), edit })).next.do).toBe("apply");
  });
});
