import { approvalSettings } from "../../../runtime/toolbox/approval.ts";
import { decideApproval } from "../../../tools/policy/approval-policy.ts";
import { explainStandingApproval, outsideApproval } from "../../../runtime/saved-plans/standing-approvals.ts";
import { compact } from "../../../plan/compact.ts";
import { didYouMean } from "../../../plan/nearest.ts";
import { exit, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { withClient } from "../../workspace/with-client.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";

const meanings = {
  deny: "is refused",
  draft: "needs approval: a run waits, and a call that cannot wait becomes a Draft",
  wait: "needs approval: a run waits, and a call that cannot wait is refused",
  allow: "needs no approval",
} as const;

/** Explains the policy's ruling on a tool for a caller. */
export const explain: Handler = (invocation) =>
  withToolbox(invocation, async ({ verbs, config, tenant: own }) => {
    const [name = ""] = invocation.args;
    const tenant = text(invocation, "tenant") ?? own;
    const verb = verbs.describe(name, tenant);
    if (verb === undefined) {
      const names = verbs.list(tenant).map((one) => one.name);
      throw new UsageError(`there is no tool "${name}". ${didYouMean(name, names, "See planwright tools list.")}`);
    }
    const settings = approvalSettings(config);
    const principal = text(invocation, "caller");
    const scopes = (text(invocation, "scope") ?? "").split(",").filter((scope) => scope !== "");
    const kept = await approvalFor(invocation, name);
    const decision = decideApproval(settings, { verb, tenant, scopes, ...compact({ principal, kept }) });
    const effect = settings.effectOf(verb);
    print(
      invocation,
      { tool: name, effect, ...decision },
      `${name} (${effect}): ${decision.ruling}, by ${decision.rule}\n  ${decision.reason}. Such a call ${meanings[decision.ruling]}.\n`,
    );
    return decision.ruling === "allow" ? exit.ok : exit.approval;
  });

/** The approval that covers a run of the plan with the approved values, if it names the tool. */
async function approvalFor(
  invocation: Invocation,
  tool: string,
): Promise<ReturnType<typeof explainStandingApproval> | undefined> {
  const name = text(invocation, "plan");
  let kept: ReturnType<typeof explainStandingApproval> | undefined;
  if (name === undefined) return kept;
  await withClient(invocation, "plans list", async (client) => {
    const { approval } = await client.getPlan({ params: { name }, query: {} });
    if (approval === null || !approval.writes.some((write) => write.tool === tool)) return exit.ok;
    const isOver = approval.runs >= approval.max_runs;
    if (!isOver && outsideApproval(approval, { ...approval, now: Date.now() }) === undefined)
      kept = explainStandingApproval(name, approval);
    return exit.ok;
  });
  return kept;
}
