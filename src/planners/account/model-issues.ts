import { read } from "../../language/reading.ts";
import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import { joinPointer } from "../../plan/pointer.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { PlannedCall } from "../grammar/goal.ts";
import { account, type Part } from "./account.ts";
import { toAccountCalls } from "./to-account-calls.ts";

/** What a model's calls drop of the request or put into it, as issues it can mend. Plain words it may pass over. */
export function modelIssues(calls: readonly PlannedCall[], request: PlannerRequest): Issue[] {
  const { parts, invented } = account(read(request.goal, request), {
    calls: toAccountCalls(calls, request),
    known: [
      request.contextSummary ?? "",
      ...(request.memorySnippets ?? []),
      ...(request.history ?? []).map(({ content }) => content),
    ],
  });
  const places = new Map(calls.map(({ id }, at) => [id, at]));
  return [
    ...parts.filter(isGrave).map(({ words }) => {
      return createIssue("DROPPED_WORDS", "/calls", {
        message: `no call carries ${JSON.stringify(words)} of the goal`,
      });
    }),
    ...invented.map(({ call, path, value }) => {
      const pointer = joinPointer("/calls", places.get(call) ?? 0, "args", ...path.split("."));
      return createIssue("INVENTED_VALUE", pointer, {
        message: `${JSON.stringify(value)} is neither in the goal nor in the context`,
      });
    }),
  ];
}

const values =
  /^(?:number|date|interval|time|duration|recurrence|quoted|identifier|email|url|name|quantifier|polarity)$/;

/** A value, a whole request, or something that is ruled out. */
function isGrave(part: Part): boolean {
  return part.status === "unaccounted" && (part.why !== "unused" || values.test(part.kind));
}
