import { isJsonObject } from "../../../plan/json.ts";
import { verbErrors } from "../../../ports/verb-errors.ts";
import type { PackRecord } from "../../packs/records.ts";
import { shortName } from "../requests/request.ts";
import { settingsOf } from "./find-records.ts";
import { callOf, type Office, type Row, type Trouble, valueAt } from "./office.ts";

/** The record of a short name, or none; undefined where no short name was said, or the pack does not say how one is read. */
export async function getRecord(
  office: Office,
  { get }: PackRecord,
  said: string,
): Promise<Row[] | Trouble | undefined> {
  const bound = get === undefined || !shortName.test(said) ? undefined : office.tools.get(get.tool);
  if (get === undefined || bound === undefined) return undefined;
  const args = callOf(bound, get.args, settingsOf(office).set("key", said));
  const answer = await office.lookups.read(bound.tool, args);
  if (answer.ok) return [valueAt(answer.output, get.item)].filter(isJsonObject);
  // A code of the tool's own is its answer; one of the router's says that it could not be asked.
  const isAnswer = answer.code === "tool_failed" || !Object.hasOwn(verbErrors, answer.code);
  return isAnswer ? [] : { trouble: "unavailable", details: `${bound.tool}: ${answer.message}` };
}
