import { compact } from "../../../contracts/compact.ts";
import { guessForm, type PlanForm, planForms, readPlan } from "../../../runtime/planning/read-plan.ts";
import type { Run } from "../../../ports/run.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { readDocument, refuseDocument } from "../../input/document.ts";
import { type LocalRuns, withRuns } from "../../workspace/local-runs.ts";
import { priorityOf, runAtOf } from "./run-options.ts";
import { printPreview } from "../../output/preview-text.ts";
import { runText } from "../../output/run-text.ts";

/** Exit 0 if the run completes, 1 if it fails, 3 if the plan is invalid, 6 if it needs a decision. */
export const run: Handler = async (invocation) => {
  const path = text(invocation, "plan");
  if (path === undefined)
    throw new UsageError('run needs --plan <file|->, for example planwright plan "…" --json | planwright run --plan -');
  const form = formOf(text(invocation, "contract"));
  const document = await readDocument(invocation.io, path);
  if (!document.ok) return refuseDocument(invocation, path, document.issues);
  return withRuns(invocation, async (local) => {
    const { tenant, caller, runs } = local;
    const plan = readPlan(document.value, form ?? guessForm(document.value), local.toolbox(tenant));
    if (!plan.ok) return refuseDocument(invocation, path, plan.issues);
    if (flag(invocation, "dry-run")) {
      const preview = await runs.preview({ tenant, caller, plan: plan.value, signal: invocation.io.signal });
      return preview.ok ? printPreview(invocation, preview.value) : refuseDocument(invocation, path, preview.issues);
    }
    const key = text(invocation, "key");
    const at = runAtOf(invocation);
    const given = compact({
      idempotencyKey: key,
      runAt: at === undefined ? undefined : Date.parse(at),
      priority: priorityOf(invocation),
    });
    const created = await runs.create({
      tenant,
      caller,
      plan: plan.value,
      repeat: flag(invocation, "repeat"),
      ...given,
    });
    if (!created.ok) return refuseDocument(invocation, path, created.issues);
    return follow(invocation, local, created.value.id);
  });
};

/** Executes the run until it ends or needs a decision, then prints it. */
export async function follow(
  invocation: Invocation,
  local: Pick<LocalRuns, "tenant" | "caller" | "runs" | "start">,
  runId: string,
): Promise<ExitCode> {
  const { io } = invocation;
  io.err(`run ${runId}\n`);
  await local.start();
  const { tenant } = local;
  const settled = await settle(invocation, local, runId);
  const view = await local.runs.view({ tenant, runId });
  if (view === undefined || settled === undefined) return exit.failed;
  print(invocation, { run: view.run, rows: [...view.rows, view.meta] }, runText(view));
  if (io.signal.aborted) io.err("stopped; the run continues with the next command that works in this folder\n");
  return exitOf(settled);
}

/** Waits until the run ends or needs a decision that `--approve` does not give. */
async function settle(
  invocation: Invocation,
  { tenant, caller, runs }: Pick<LocalRuns, "tenant" | "caller" | "runs">,
  runId: string,
): Promise<Run | undefined> {
  const { io } = invocation;
  for (;;) {
    const settled = await runs.settled({ tenant, runId }, io.signal);
    if (settled?.status !== "waiting" || !flag(invocation, "approve") || io.signal.aborted) return settled;
    const open = (await runs.waits(tenant)).filter((wait) => wait.runId === runId && wait.kind === "approval");
    if (open.length === 0) return settled;
    for (const { id: waitId, call } of open) {
      if (call !== undefined) io.err(`approved ${call.verb} ${JSON.stringify(call.args)}\n`);
      await runs.decide({ tenant, waitId }, { choice: "approve" }, caller);
    }
  }
}

function exitOf(run: Run): ExitCode {
  if (run.status === "completed" || run.status === "queued") return exit.ok;
  return run.status === "waiting" ? exit.approval : exit.failed;
}

function formOf(word: string | undefined): PlanForm | undefined {
  const form = planForms.find((name) => name === word);
  if (word !== undefined && form === undefined)
    throw new UsageError(`--contract must be one of ${planForms.join(", ")}, not "${word}"`);
  return form;
}
