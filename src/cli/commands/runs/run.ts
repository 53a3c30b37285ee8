import { ProblemError } from "../../../client/index.ts";
import { compact } from "../../../plan/compact.ts";
import { Priority } from "../../../contracts/priority.ts";
import { isJsonObject, type JsonObject } from "../../../plan/json.ts";
import { guessForm } from "../../../runtime/planning/read-plan.ts";
import { choiceOf, flag, type Handler, text, UsageError } from "../../command.ts";
import { readDocument, refuseDocument } from "../../input/document.ts";
import { printPreview } from "../../output/preview-text.ts";
import { withClient } from "../../workspace/with-client.ts";
import { follow } from "./follow.ts";
import { runAtOf } from "./run-options.ts";
import { runsList } from "./runs.ts";

/** Exit 0 if the run completes, 1 if it fails, 3 if the plan is invalid, 6 if it needs a decision. */
export const run: Handler = async (invocation) => {
  const path = text(invocation, "plan");
  if (path === undefined)
    throw new UsageError('run needs --plan <file|->, for example planwright plan "…" --json | planwright run --plan -');
  const document = await readDocument(invocation.io, path);
  if (!document.ok) return refuseDocument(invocation, path, document.issues);
  const plan = document.value;
  if (!isJsonObject(plan)) throw new UsageError(`${path} is not a plan`);
  const contract = text(invocation, "contract") ?? guessForm(plan);
  if (contract !== guessForm(plan)) throw new UsageError(`${path} has the form of ${guessForm(plan)}, not ${contract}`);
  const { key: idempotencyKey, ...values } = { ...invocation.values, key: text(invocation, "key") };
  const more = compact({ run_at: runAtOf(invocation), priority: choiceOf(invocation, "priority", Priority.options) });
  const body: JsonObject = Object.keys(more).length === 0 ? plan : { plan, ...more };
  // The API key is not an option here: `--key` is the idempotency key.
  return withClient({ ...invocation, values }, runsList, async (client, planwright) => {
    try {
      if (flag(invocation, "dry-run"))
        return printPreview(invocation, await client.previewRun({ body, signal: invocation.io.signal }));
      await planwright?.start();
      const query = flag(invocation, "repeat") ? { repeat: "true" as const } : {};
      const started = await client.startRun({ body, query, ...compact({ idempotencyKey }) });
      return await follow(invocation, client, started.run_id);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== "INVALID_PLAN") throw error;
      const issues = (error.problem.errors ?? []).map(({ detail: message, pointer, ...issue }) => ({
        ...issue,
        message,
        pointer: body === plan ? pointer : pointer.replace(/^\/plan/, ""),
      }));
      return refuseDocument(invocation, path, issues);
    }
  });
};
