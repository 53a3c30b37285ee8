import { approvalSettings } from "../../../runtime/toolbox/approval.ts";
import { decideApproval } from "../../../tools/policy/approval-policy.ts";
import { nearest } from "../../../plan/nearest.ts";
import { exit, flag, type Handler, text, UsageError } from "../../command.ts";
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
      const close = nearest(
        name,
        verbs.list(tenant).map((one) => one.name),
      );
      throw new UsageError(`there is no tool "${name}"${close === undefined ? "" : `; did you mean ${close}?`}`);
    }
    const settings = approvalSettings(config);
    const principal = text(invocation, "caller");
    const scopes = (text(invocation, "scope") ?? "").split(",").filter((scope) => scope !== "");
    const decision = decideApproval(settings, { verb, tenant, scopes, ...(principal !== undefined && { principal }) });
    const effect = settings.effectOf(verb);
    if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ tool: name, effect, ...decision })}\n`);
    else
      invocation.io.out(
        `${name} (${effect}): ${decision.ruling}, by ${decision.rule}\n  ${decision.reason}. Such a call ${meanings[decision.ruling]}.\n`,
      );
    return decision.ruling === "allow" ? exit.ok : exit.approval;
  });
