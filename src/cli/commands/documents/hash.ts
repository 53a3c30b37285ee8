import { textHash } from "../../../plan/hash.ts";
import { PlannerInput } from "../../../contracts/determinism/planner.ts";
import { parseWith } from "../../../plan/parse.ts";
import { toRequest } from "../../../planners/planner-interface.ts";
import { inputHash } from "../../../planners/request-key.ts";
import { isPlannerError } from "../../../ports/planner.ts";
import { type ExitCode, flag, type Handler, type Invocation, print, UsageError } from "../../command.ts";
import { readCanonical, refuseDocument } from "../../input/document.ts";

export const hash: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const form = await readCanonical(invocation.io, path);
  if (!form.ok) return refuseDocument(invocation, path, form.issues);
  if (flag(invocation, "input")) return hashInput(invocation, { path, document: JSON.parse(form.value) });
  const full = textHash(form.value);
  const short = full.slice(0, 16);
  return print(invocation, { hash: short, full }, `${flag(invocation, "full") ? full : short}\n`);
};

/** Hashes the inputs of a planner as `plan_input_hash` does. */
function hashInput(invocation: Invocation, { path, document }: { path: string; document: unknown }): ExitCode {
  const input = parseWith(PlannerInput, document);
  if (!input.ok) return refuseDocument(invocation, path, input.issues);
  const request = toRequest(input.value, { now: "1970-01-01T00:00:00Z", zone: "UTC" });
  if (isPlannerError(request)) throw new UsageError(`${path}: ${request.message}`);
  const plan_input_hash = inputHash(request);
  return print(invocation, { plan_input_hash }, `${plan_input_hash}\n`);
}

/** Prints the exact bytes that are hashed, without a final newline. */
export const canonical: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const form = await readCanonical(invocation.io, path);
  if (!form.ok) return refuseDocument(invocation, path, form.issues);
  return print(invocation, { canonical: form.value }, form.value);
};
