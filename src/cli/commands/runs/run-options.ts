import { RunState } from "../../../contracts/api/run.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import type { Choice } from "../../../ports/fact.ts";
import { type Invocation, text, UsageError } from "../../command.ts";

/** Parses the decision of an operator. */
export function choiceOf(word: string, args: Json | undefined, output: Json | undefined): Choice {
  switch (word) {
    case "retry":
    case "skip":
    case "abort":
    case "approve":
    case "resend":
      return { choice: word };
    case "done":
      return { choice: word, output: output ?? null };
    case "edit":
      if (!isJsonObject(args)) throw new UsageError("edit needs --args with a JSON object");
      return { choice: word, args: args satisfies JsonObject };
    default:
      throw new UsageError(`"${word}" is not one of retry, edit, skip, abort, approve, done, resend`);
  }
}

/** Parses an option with a JSON value. */
export function jsonOf(invocation: Invocation, option: string): Json | undefined {
  const given = text(invocation, option);
  if (given === undefined) return undefined;
  const parsed = parseJsonText(given);
  if (!parsed.ok) throw new UsageError(`--${option} is not JSON: ${parsed.issues[0]?.message ?? ""}`);
  return parsed.value;
}

export function countOf(word: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(word)) throw new UsageError(`--limit must be a number from 1 to 9999, not "${word}"`);
  return Number(word);
}

/** The filter of `--status`, which the option table has validated. */
export function statusOf(invocation: Invocation): { status?: RunState } {
  const found = RunState.options.find((state) => state === text(invocation, "status")?.toLowerCase());
  return found === undefined ? {} : { status: found };
}
