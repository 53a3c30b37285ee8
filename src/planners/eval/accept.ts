import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";

/** Maps predicted calls to expected ones, so that references can be compared. */
export type CallIds = ReadonlyMap<string, string>;

/** Whether a value is accepted. Insignificant spelling differences are ignored. */
export function isAccepted(value: Json, accepted: readonly Json[], ids: CallIds): boolean {
  return accepted.some((one) => matches(value, one, ids));
}

function matches(value: Json, wanted: Json, ids: CallIds): boolean {
  if (isJsonObject(wanted) && wanted["$any"] === true) return true;
  if (isJsonObject(wanted) && isJsonObject(wanted["$fields"])) return matchesFields(value, wanted, ids);
  if (typeof wanted === "string") return typeof value === "string" && sameText(value, wanted, ids);
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((one, at) => matches(value[at] ?? null, one, ids))
    );
  }
  if (isJsonObject(wanted)) {
    if (!isJsonObject(value)) return false;
    const keys = new Set([...Object.keys(value), ...Object.keys(wanted)]);
    return [...keys].every(
      (key) => key in value && key in wanted && matches(value[key] ?? null, wanted[key] ?? null, ids),
    );
  }
  return value === wanted;
}

function matchesFields(value: Json, wanted: JsonObject, ids: CallIds): boolean {
  const { $fields: fields, $optional: optional } = wanted;
  if (!isJsonObject(value) || !isJsonObject(fields)) return false;
  const free = new Set(Array.isArray(optional) ? optional : []);
  const known = Object.keys(value).every((key) => Object.hasOwn(fields, key));
  return (
    known &&
    Object.entries(fields).every(([key, accepted]) => {
      const given = value[key];
      if (given === undefined) return free.has(key);
      return Array.isArray(accepted) && isAccepted(given, accepted, ids);
    })
  );
}

const reference = /^\{\{\s*([^.{}\s[\]]+)((?:[.[][^{}]*)?)\}\}$/u;

function sameText(value: string, wanted: string, ids: CallIds): boolean {
  const [given, expected] = [reference.exec(value), reference.exec(wanted)];
  if (given !== null && expected !== null) {
    return ids.get(given[1] ?? "") === expected[1] && path(given[2]) === path(expected[2]);
  }
  return date(value) === date(wanted) || plain(value) === plain(wanted);
}

/** `[0].id` and `.0.id` are one path. */
function path(text = ""): string {
  return text.replaceAll(/[.[\]]+/g, ".").replaceAll(/^\.|\.$/g, "");
}

function plain(text: string): string {
  return text
    .replaceAll(/[\s,./\-_*^]/gu, "")
    .replaceAll("'", '"')
    .toLowerCase();
}

/** An ISO date-time without its zone; any other text as it is. */
function date(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/u.exec(text.trim());
  if (found === null) return text;
  const [, day = "", minute = "00:00", second = "00"] = found;
  return `${day} ${minute}:${second}`;
}
