import { describe, expect, it } from "vitest";
import { quiet } from "../support/runs-world.ts";
import {
  about,
  anna,
  boris,
  codeOf,
  drafted,
  openDraftsWorld,
  settled,
  tenant,
  valueOf,
} from "./support/drafts-world.ts";
import { pause, planOf } from "./support/plans.ts";

const vera = { id: "tg:3", name: "Vera" };
const minute = 60_000;

describe("who is asked", () => {
  const rules = {
    approvers: [boris.id, vera.id],
    assignee: boris.id,
    backup: vera.id,
    expiryMs: 30 * minute,
    handOverMs: 10 * minute,
    reminderMs: 5 * minute,
  };

  it("is the assignee, then the backup, once; the reminder goes out once and the expiry acts once", async () => {
    const news: string[] = [];
    const world = await openDraftsWorld({ rules, tell: (_tx, { kind }) => void news.push(kind) });
    const view = await drafted(world, planOf([pause()]));
    expect(view.assignee).toBe(boris.id);
    for (let passed = 0; passed < 40; passed += 5) {
      world.clock.advance(5 * minute);
      await quiet();
    }
    const after = valueOf(await world.drafts.get({ tenant, of: { draftId: view.draft.draft_id } }));
    expect(after).toMatchObject({ draft: { status: "EXPIRED" }, assignee: vera.id });
    expect(after.history).toMatchObject([{ act: "assign", by: "planwright", to: vera.id }]);
    expect(news).toEqual(["changed", "handed_over", "reminder", "changed"]);
  });

  it("can be assigned, with a reason, to a person who may apply it", async () => {
    const world = await openDraftsWorld({ rules });
    const view = await drafted(world, planOf([pause()]));
    const refused = await world.drafts.assign({ ...about(view), to: "tg:9" });
    expect(codeOf(refused)).toBe("INVALID_INPUT");
    expect(codeOf(await world.drafts.assign({ ...about(view, { id: "tg:9", name: "" }), to: vera.id }))).toBe(
      "FORBIDDEN",
    );
    const assigned = valueOf(await world.drafts.assign({ ...about(view), to: vera.id, reason: "Boris is away" }));
    expect(assigned.history).toMatchObject([{ act: "assign", by: anna.id, to: vera.id, reason: "Boris is away" }]);
    await world.drafts.apply(about(assigned, vera));
    expect((await settled(world, view)).draft).toMatchObject({ status: "APPLIED", applied_by: vera.id });
  });
});
