import { compact } from "../../../plan/compact.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import { waitInstant } from "../../../plan/wait-time.ts";
import type { Choice } from "../../../ports/fact.ts";
import { type Invocation, text, UsageError } from "../../command.ts";

/** Parses the decision of an operator. */
export function decisionOf(invocation: Invocation): Choice {
  const [, word = "", answer] = invocation.args;
  const args = jsonOf(invocation, "args");
  switch (word) {
    case "retry":
    case "skip":
    case "abort":
    case "approve":
    case "resend":
      return { choice: word };
    case "done":
      return { choice: word, output: jsonOf(invocation, "output") ?? null };
    case "edit":
      if (!isJsonObject(args)) throw new UsageError("edit needs --args with a JSON object");
      return { choice: word, args: args satisfies JsonObject };
    case "answer":
      if (answer === undefined) throw new UsageError("answer needs the answer as its last argument");
      return { choice: word, answer };
    default:
      throw new UsageError(`"${word}" is not one of retry, edit, skip, abort, approve, done, resend, answer`);
  }
}

/** The time of `--at`, which must have an offset. */
export function runAtOf(invocation: Invocation): string | undefined {
  const at = text(invocation, "at");
  if (at !== undefined && Number.isNaN(waitInstant(at)))
    throw new UsageError(`--at must be a time with an offset, such as 2026-12-01T09:00:00+01:00, not "${at}"`);
  return at;
}

/** Parses `--from` and `--args` of a rerun. */
export function rerunOf(invocation: Invocation): { fromStep: string; args?: JsonObject } {
  const fromStep = text(invocation, "from");
  if (fromStep === undefined) throw new UsageError("rerun needs --from <step>");
  const args = jsonOf(invocation, "args");
  if (args !== undefined && !isJsonObject(args)) throw new UsageError("--args must be a JSON object");
  return compact({ fromStep, args });
}

/** Parses an option with a JSON value. */
function jsonOf(invocation: Invocation, option: string): Json | undefined {
  const given = text(invocation, option);
  if (given === undefined) return undefined;
  const parsed = parseJsonText(given);
  if (!parsed.ok) throw new UsageError(`--${option} is not JSON: ${parsed.issues[0]?.message ?? ""}`);
  return parsed.value;
}
