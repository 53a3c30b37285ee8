import type { Json } from "../../../plan/json.ts";
import type { Test } from "../requests/request.ts";
import { dayMs, minuteMs, readLocal } from "../words/when.ts";
import { type Row, textOf } from "./office.ts";

/** Whether a record is as it was described. A value that is not there passes no test but that it is not something. */
export function passes(row: Row, test: Test): boolean {
  const value = row[test.field];
  switch (test.op) {
    case "is":
      return test.values.some((wanted) => same(value, wanted));
    case "not":
      return !test.values.some((wanted) => same(value, wanted));
    case "has":
      return textOf(value).toLowerCase().includes(test.text.toLowerCase());
    case "from":
    case "to":
      return passesTime(value, (at) => (test.op === "from" ? at >= test.at : at < test.at));
    case "clock-from":
    case "clock-to":
      return passesTime(value, (at) => {
        const minutes = (at % dayMs) / minuteMs;
        return test.op === "clock-from" ? minutes >= test.minutes : minutes < test.minutes;
      });
    default:
      return test satisfies never;
  }
}

function same(value: Json | undefined, wanted: Json): boolean {
  return textOf(value).toLowerCase() === textOf(wanted).toLowerCase();
}

function passesTime(value: Json | undefined, holds: (at: number) => boolean): boolean {
  const at = typeof value === "string" ? readLocal(value) : undefined;
  return at !== undefined && holds(at);
}
