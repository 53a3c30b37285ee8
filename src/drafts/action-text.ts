import type { ToolAction } from "../contracts/actions/plan.ts";
import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import type { ChangePreview } from "../ports/verbs.ts";

const maxLength = 300;

/**
 * What an action writes, derived from its arguments and the record as read: `tool name: value, field: before → after`.
 * Used where the text of the plan cannot be trusted: plans from outside, and actions whose arguments were edited.
 */
export function derivePreview({ tool_slug: tool, args }: ToolAction, preview: ChangePreview | undefined): string {
  const before = new Map(preview === undefined ? [] : leaves(preview.before).map(({ path, value }) => [path, value]));
  const fields = leaves(args).map(({ path, value }) => {
    const was = before.get(path);
    return `${path}: ${was === undefined || was === value ? "" : `${toText(was)} → `}${toText(value)}`;
  });
  return oneLine([tool, fields.join(", ")].filter((part) => part !== "").join(" "));
}

/** One line for the whole plan. */
export function deriveSummary(previews: readonly string[]): string {
  return oneLine(previews.join("; "));
}

/** The scalar values of an object by their dotted path. */
function leaves(value: Json, path = ""): { path: string; value: Json }[] {
  if (isJsonObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === "" ? name : `${path}.${name}`));
  return path === "" ? [] : [{ path, value }];
}

function toText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const cut = line.slice(0, maxLength - 1);
  return line.length <= maxLength ? line : `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** Fields whose new value has another type than the record has now, such as a text for a number. */
export function typeMismatches({
  before,
  after,
}: {
  before: JsonObject;
  after: JsonObject;
}): { path: string; message: string }[] {
  const known = new Map(leaves(before).map(({ path, value }) => [path, value]));
  return leaves(after).flatMap(({ path, value }) => {
    const was = known.get(path);
    const isTyped = typeof was === "number" || typeof was === "boolean";
    if (!isTyped || value === null || typeof value === typeof was) return [];
    return [{ path, message: `${path} is a ${typeof was}, not ${JSON.stringify(value)}` }];
  });
}
