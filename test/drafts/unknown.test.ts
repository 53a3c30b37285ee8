import { expect, it } from "vitest";
import type { DraftView } from "../../src/contracts/api/drafts.ts";
import type { Choice } from "../../src/ports/fact.ts";
import {
  about,
  codeOf,
  drafted,
  type DraftsWorld,
  openDraftsWorld,
  settled,
  tenant,
  valueOf,
} from "./support/drafts-world.ts";
import { action, planOf } from "./support/plans.ts";

const statuses = ({ draft }: DraftView): string[] => draft.actions.map(({ outcome }) => outcome.status);

async function decide(world: DraftsWorld, decision: Choice): Promise<void> {
  const [wait] = await world.runs.waits(tenant);
  await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, decision, "operator");
}

it("a write of unknown outcome asks a person, who alone can send it again, each time it is applied", async () => {
  const world = await openDraftsWorld();
  world.studio.fates.push("lost_after");
  const mails = ["client", "partner"].map((to) => action("send_mail", { to }));
  const view = await drafted(world, planOf(mails));
  await world.drafts.apply(about(view));
  const asking = await settled(world, view);
  expect([asking.next.do, statuses(asking)]).toEqual(["settle", ["UNKNOWN", "PENDING"]]);
  await decide(world, { choice: "abort" });
  const after = await settled(world, view);
  expect(statuses(after)).toEqual(["UNKNOWN", "PENDING"]);
  const edit = (id: string, to: string) =>
    world.drafts.edit({ ...about(after), edit: { remove: [], actions: [{ action_id: id, args: { to } }] } });
  expect(codeOf(await edit("a1", "another"))).toBe("INVALID_INPUT");
  const edited = valueOf(await edit("a2", "colleague"));
  expect(statuses(edited)).toEqual(["UNKNOWN", "PENDING"]);
  await world.drafts.apply(about(edited));
  expect((await settled(world, view)).next.do).toBe("settle");
  expect(world.studio.deeds).toHaveLength(1);
  await decide(world, { choice: "done", output: null });
  expect((await settled(world, view)).draft.status).toBe("APPLIED");
  expect(world.studio.deeds.map(({ payload }) => payload)).toEqual([{ to: "client" }, { to: "colleague" }]);
});
