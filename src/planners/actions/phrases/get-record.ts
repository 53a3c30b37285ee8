import { isJsonObject } from "../../../plan/json.ts";
import { verbErrors } from "../../../ports/verb-errors.ts";
import type { PackRecord } from "../../packs/records.ts";
import { argsOf, settingsOf, type Source, type UnreadDoubt, valueAt } from "../../records/find-rows.ts";
import type { Row } from "../../records/request.ts";

/** What people call a record for short: `STU-4`. */
export const shortName = /^\p{L}+-\d+$/u;

/** The record of a short name, or none; undefined where no short name was said, or the pack does not say how one is read. */
export async function getRecord(
  source: Source,
  { get }: PackRecord,
  said: string,
): Promise<Row[] | UnreadDoubt | undefined> {
  const bound = get === undefined || !shortName.test(said) ? undefined : source.tools.get(get.tool);
  if (get === undefined || bound === undefined) return undefined;
  const args = argsOf(bound, get.args, settingsOf(source.pack).set("key", said));
  const answer = await source.lookups.read(bound.tool, args);
  if (answer.ok) return [valueAt(answer.output, get.item)].filter(isJsonObject);
  // A code of the tool's own is its answer; one of the router's says that it could not be asked.
  const isAnswer = answer.code === "tool_failed" || !Object.hasOwn(verbErrors, answer.code);
  return isAnswer ? [] : { doubt: "unavailable", details: `${bound.tool}: ${answer.message}` };
}
