import { effectErrors } from "../effects/ledger.ts";

/** Errors that end a step without the router. Codes are stable; people read the messages. */
export const runErrors = {
  ...effectErrors,
  reference_missing: row("reference_missing", "A reference is not in the results."),
  not_a_list: row("not_a_list", "The step cannot iterate over this value."),
  incompatible: row("incompatible", "The verb, the policy or the profile changed since the run was created."),
  safety_block: row("safety_block", "A safety step stopped the plan."),
  aborted_by_operator: row("aborted_by_operator", "An operator ended the run here."),
  wait_timeout: row("wait_timeout", "What the step waited for did not come in time."),
  invalid_wait: row("invalid_wait", "The step cannot wait for this."),
  plan_failed: row("plan_failed", "The plan that the step ran did not complete."),
  plan_missing: row("plan_missing", "The plan that the step runs cannot be used."),
  items_failed: row("items_failed", "No item of the iteration succeeded."),
} as const;

function row<Code extends string>(code: Code, message: string): { code: Code; message: string } {
  return { code, message };
}
