import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { ToolError } from "../../tools/tool-error.ts";

/** Operators of a filter: the stored value, and the value it is compared with. */
const operators: Readonly<Record<string, (value: Json, wanted: Json) => boolean>> = {
  $eq: (value, wanted) => folded(value) === folded(wanted),
  $not: (value, wanted) => folded(value) !== folded(wanted),
  $contains: (value, wanted) => folded(value).includes(folded(wanted)),
  $starts_with: (value, wanted) => folded(value).startsWith(folded(wanted)),
  $in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => folded(one) === folded(value)),
  $lt: (value, wanted) => isBelow(value, wanted),
  $lte: (value, wanted) => isBelow(value, wanted) || folded(value) === folded(wanted),
  $gt: (value, wanted) => isBelow(wanted, value),
  $gte: (value, wanted) => isBelow(wanted, value) || folded(value) === folded(wanted),
  $not_empty: (value, wanted) => (value !== null && value !== "") === (wanted === true),
};

/** Whether the values fit every condition: a plain value is equality, an object names operators. */
export function matchesFilter(values: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    const value = values[name] ?? null;
    if (!isJsonObject(condition)) return folded(value) === folded(condition);
    return Object.entries(condition).every(([operator, wanted]) => {
      const compare = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
      if (compare === undefined) throw new ToolError("invalid_filter", `There is no operator ${operator}.`);
      return compare(value, wanted);
    });
  });
}

/** Names that differ only in letter case, ё or quotation marks are equal. */
export function folded(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value
    .toLowerCase()
    .replaceAll("ё", "е")
    .replaceAll(/[«»"“”„]/g, "")
    .trim();
}

function isBelow(value: Json, wanted: Json): boolean {
  if (typeof value === "number" && typeof wanted === "number") return value < wanted;
  return typeof value === "string" && typeof wanted === "string" && value < wanted;
}
