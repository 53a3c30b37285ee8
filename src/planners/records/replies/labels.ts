import type { ClarificationQuestion } from "../../../contracts/actions/plan.ts";
import { offsetMinutes } from "../../../language/zone.ts";
import type { Json } from "../../../plan/json.ts";
import type { PackRecord } from "../../packs/records.ts";
import { spoken } from "../../packs/spoken.ts";
import type { Speech } from "../../speech.ts";
import type { ReadingContext } from "../requests/context.ts";
import { textOf } from "../world/find-rows.ts";

/** The pack's own noun in the language that is spoken. */
export function nounOf({ says }: { says: readonly string[] }, speech: Speech): string {
  return says.find((word) => /\p{Script=Cyrillic}/u.test(word) === (speech === "ru")) ?? says[0] ?? "";
}

/** What a field is called in the language that is spoken. */
export function fieldLabel(field: string, record: PackRecord, speech: Speech): string {
  const says = record.fields[field]?.says ?? [];
  return nounOf({ says: says.length > 0 ? says : [field] }, speech);
}

export function question(
  id: string,
  text: string,
  choices: ClarificationQuestion["choices"] = [],
): ClarificationQuestion {
  return { id, question: text, choices, free_text_allowed: choices.length === 0 };
}

/** A value as people say it: the label of an option, the name of a person or record. */
export function labelOf(
  value: Json | undefined,
  { field, record }: { field: string; record: PackRecord },
  { context, speech }: { context: ReadingContext; speech: Speech },
): string {
  const { type, entity, of } = record.fields[field] ?? {};
  const { pack, people, rows } = context.world;
  if (type === "option") {
    const known = pack.entities[entity ?? field]?.values.find(({ is }) => is === value);
    return textOf(spoken(known?.sets["label"] ?? value ?? null, speech));
  }
  if (type === "moment" && typeof value === "string" && value.length > 10 && !Number.isNaN(Date.parse(value))) {
    const instant = new Date(value);
    const local = new Date(instant.getTime() + offsetMinutes(instant, context.zone) * 60_000).toISOString();
    return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
  }
  if (type === "person") return people.find(({ id }) => id === value)?.name ?? textOf(value);
  if (type === "record") {
    const other = pack.records[of ?? ""];
    const row = (rows.get(of ?? "") ?? []).find((one) => other !== undefined && one[other.id] === value);
    return row === undefined || other === undefined ? textOf(value) : textOf(row[other.name]);
  }
  if (typeof value === "number")
    return value.toLocaleString(speech === "ru" ? "ru-RU" : "en-GB").replaceAll(/[\u00a0\u202f]/g, " ");
  return textOf(value);
}
