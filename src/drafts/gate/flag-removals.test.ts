import { expect, it } from "vitest";
import { actionsExamples } from "../../contracts/actions/examples.ts";
import { Draft } from "../../contracts/actions/draft.ts";
import type { RiskFlag } from "../../contracts/actions/plan.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { flagRemovals } from "./flag-removals.ts";

const toolbox = createToolbox([
  { name: "delete_issue", effect: "destructive" },
  { name: "update_issue", effect: "destructive" },
  { name: "list_deleted", effect: "read" },
]);
const { plan } = Draft.parse(actionsExamples.draft);
const said: RiskFlag = { kind: "destructive", details: "said" };

it.each<[string, string, RiskFlag[], string[]]>([
  ["a deletion is flagged", "delete_issue", [], ["delete_issue"]],
  ["a deletion that says so is left as it is", "delete_issue", [said], ["said"]],
  ["one by a tool nobody knows is flagged", "ARCHIVE_DEAL", [], ["ARCHIVE_DEAL"]],
  ["a change is none", "update_issue", [], []],
  ["a read is none, whatever its name", "list_deleted", [], []],
])("%s", (_, tool, risks, expected) => {
  const actions = plan.actions.slice(0, 1).map((action) => ({ ...action, tool_slug: tool }));
  expect(flagRemovals({ ...plan, actions, risks }, toolbox).risks.map(({ details }) => details)).toEqual(expected);
});
