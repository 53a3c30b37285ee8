import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { shorten } from "../shorten.ts";
import type { Speech } from "../speech.ts";

/** The built-in tool that reshapes what other tools return. */
export const transformTool = "json.transform";

/** Words for one operation of `json.transform`; `of` gives a parameter as people read it. */
type Describe = (of: (name: string) => string) => string;

const descriptions: Record<Speech, Readonly<Record<string, Describe>>> = {
  en: {
    at: (of) => `take ${of("pointer")}`,
    pick: (of) => `keep ${of("fields")}`,
    filter: (of) => `keep those with ${of("pointer")} ${of("is")} ${of("to")}`,
    sort: (of) => `sort by ${of("pointer")}, ${of("direction")}`,
    take: (of) => `take the first ${of("count")}`,
    compute: (of) => `compute ${of("as")} = ${of("pointer")} ${of("by")} ${of("with")}`,
    find: () => "find what was named",
    without: () => "keep those without a match",
    flatten: (of) => `list each of ${of("pointer")}`,
    count: () => "count",
    sum: (of) => `add up ${of("pointer")}`,
    average: (of) => `average ${of("pointer")}`,
    minimum: (of) => `take the smallest ${of("pointer")}`,
    maximum: (of) => `take the largest ${of("pointer")}`,
    group: (of) =>
      `${of("sum") && `add up ${of("sum")} `}${of("average") && `average ${of("average")} `}${of("difference") && `compare ${of("difference")} `}by ${of("pointer")}`,
    join: (of) => `match with ${of("as")}`,
    lines: () => "write as text",
    text: () => "write as text",
  },
  ru: {
    at: (of) => `взять ${of("pointer")}`,
    pick: (of) => `оставить ${of("fields")}`,
    filter: (of) => `отобрать по ${of("pointer")}: ${of("is")} ${of("to")}`,
    sort: (of) => `упорядочить по ${of("pointer")}`,
    take: (of) => `взять первые ${of("count")}`,
    compute: (of) => `вычислить ${of("as")} из ${of("pointer")} и ${of("with")}`,
    find: () => "найти названное",
    without: () => "оставить те, для которых нет пары",
    flatten: (of) => `перечислить ${of("pointer")}`,
    count: () => "сосчитать",
    sum: (of) => `сложить ${of("pointer")}`,
    average: (of) => `усреднить ${of("pointer")}`,
    minimum: (of) => `взять наименьшее ${of("pointer")}`,
    maximum: (of) => `взять наибольшее ${of("pointer")}`,
    group: (of) =>
      `${of("sum") && `сложить ${of("sum")} `}${of("average") && `усреднить ${of("average")} `}${of("difference") && `сравнить ${of("difference")} `}по ${of("pointer")}`,
    join: (of) => `сопоставить с ${of("as")}`,
    lines: () => "записать текстом",
    text: () => "записать текстом",
  },
};

/** What a step of `json.transform` does, in the order of its operations: "Sort by total, descending, take the first 3". */
export function describeOperations(operations: Json | undefined, speech: Speech): string | undefined {
  if (!Array.isArray(operations)) return undefined;
  const said = operations.flatMap((operation) => (isJsonObject(operation) ? (describe(operation, speech) ?? []) : []));
  const text = said.join(", ").replaceAll(/ +/g, " ");
  return text === "" ? undefined : shorten(text.charAt(0).toUpperCase() + text.slice(1), 160);
}

function describe(operation: JsonObject, speech: Speech): string | undefined {
  const { op } = operation;
  const of = (name: string): string => wordsOf(operation[name]);
  return typeof op === "string" ? descriptions[speech][op]?.(of).trim() : undefined;
}

/** `/unit_price` is "unit price"; what a reference brings is not known yet. */
function wordsOf(value: Json | undefined): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(wordsOf).join(", ");
  if (typeof value !== "string" || value.includes("{{")) return "";
  return value.replace(/^\//, "").replaceAll(/[/_]/g, " ");
}
