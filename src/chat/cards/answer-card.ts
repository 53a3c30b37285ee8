import type { Card } from "../../contracts/api/chat.ts";
import type { QueryView } from "../../contracts/api/drafts.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { cut, fieldLabel, fieldText, maxText, type Rendering, textsOf, valueText } from "../rendering.ts";
import { pageRow } from "./draft-buttons.ts";
import { toldProblem } from "./problem-text.ts";

const rowsOnPage = 8;
const maxRows = 200;

type AnswerRows = { head: string; rows: string[] };

/** The result of a query: a title, and one line per record. */
export function answerRows({ plan, outcomes }: Pick<QueryView, "plan" | "outcomes">, rendering: Rendering): AnswerRows {
  const rows = outcomes.flatMap((outcome) => {
    if (outcome.status === "SUCCEEDED") return rowsOf(outcome.output, rendering);
    if (outcome.status === "FAILED") return [`❌ ${toldProblem(outcome, rendering)}`];
    return [];
  });
  return { head: plan.summary, rows: rows.slice(0, maxRows) };
}

/** One page of an answer; `id` is what its page buttons name. */
export function answerCard(
  answer: AnswerRows & { id: string; page: number },
  rendering: Pick<Rendering, "language">,
): Card {
  const pages = Math.max(1, Math.ceil(answer.rows.length / rowsOnPage));
  const page = Math.min(Math.max(0, answer.page), pages - 1);
  const shown = answer.rows.slice(page * rowsOnPage, (page + 1) * rowsOnPage);
  const body = shown.length === 0 ? [textsOf(rendering).nothingFound] : shown;
  return {
    card_id: answer.id,
    text: cut([answer.head, "", ...body].join("\n"), maxText),
    buttons: pageRow({ page, pages }, answer.id, rendering),
  };
}

/** The answer of one reading tool, one line per record. */
export function rowsOf(output: Json, rendering: Rendering): string[] {
  if (!isJsonObject(output)) return [cut(valueText(output, rendering), 500)];
  const lists = Object.values(output).filter(Array.isArray);
  if (lists.length > 0) return lists.flat().map((row) => `• ${rowText(row, rendering)}`);
  const [only] = Object.values(output).filter(isJsonObject);
  return detailLines(only ?? output, rendering);
}

/** Fields that people need not see, or that the title shows. */
const silent =
  /^(?:id|object|url|web_url|name|title|identifier|content|description|comments|created_at|updated_at)$|_id$/;

function rowText(row: Json, rendering: Rendering): string {
  if (!isJsonObject(row)) return valueText(row, rendering);
  // A number without its name is unclear, and a row has no space for names.
  const fields = scalars(row).filter(([name]) => name !== "priority");
  const details = fields.slice(0, 5).map(([, value]) => valueText(value, rendering));
  return cut([titleOf(row), ...details].filter((part) => part !== "").join(" · "), 300);
}

function detailLines(row: JsonObject, rendering: Rendering): string[] {
  const lines = scalars(row).map(
    ([name, value]) => `   ${fieldLabel(name, rendering)}: ${cut(fieldText(name, value, rendering), 200)}`,
  );
  return [titleOf(row), ...lines].filter((line) => line !== "");
}

function titleOf(row: JsonObject): string {
  const fields = fieldsOf(row);
  const words = [fields["identifier"], fields["name"] ?? fields["title"] ?? fields["content"]];
  return words.filter((word) => typeof word === "string").join(" ");
}

function scalars(row: JsonObject): [string, string | number | boolean][] {
  return Object.entries(fieldsOf(row)).flatMap<[string, string | number | boolean]>(([name, value]) =>
    silent.test(name) || value === null || value === "" || typeof value === "object" ? [] : [[name, value]],
  );
}

/** Attributes of a record stand one level down. */
function fieldsOf(row: JsonObject): JsonObject {
  return isJsonObject(row["values"]) ? row["values"] : row;
}
