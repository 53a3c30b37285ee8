import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type { Route } from "../../contracts/api/route.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { parseWith } from "../../contracts/parse.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { parseJsonText } from "../../plan/json-text.ts";

/** The parts of a request as the row describes them; anything else is a problem with every place named. */
type Inputs = { params: unknown; query: unknown; body: unknown };

type RawInputs = { params: Record<string, string>; url: string; text: string };

export async function readInputs(route: Route, { params, url, text }: RawInputs): Promise<Inputs> {
  const json = route.body && (route.raw === true ? text : parseText(text));
  // Other requests get a turn between the two halves of a long body.
  if (text.length > longBody) await setImmediate();
  return {
    params: route.params && unwrapOrThrow(parseWith(route.params, params), "INVALID_INPUT"),
    query: route.query && unwrapOrThrow(readQuery(route.query, url), "INVALID_INPUT"),
    body: route.body && unwrapOrThrow(parseWith(route.body, json), "INVALID_INPUT"),
  };
}

const longBody = 100_000;

/** An empty body is an empty object: a route whose every field has a default may be called without one. */
function parseText(text: string): unknown {
  return text === "" ? {} : unwrapOrThrow(parseJsonText(text), "MALFORMED_BODY");
}

function readQuery(schema: z.ZodObject, url: string): CheckResult<unknown> {
  const query = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    // A name given twice reads as one of its values somewhere and as the other elsewhere.
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parseWith(schema, Object.fromEntries(query));
}

function unwrapOrThrow<T>(checked: CheckResult<T>, code: "INVALID_INPUT" | "MALFORMED_BODY"): T {
  if (checked.ok) return checked.value;
  throw new PlanwrightError(code, { issues: checked.issues });
}
