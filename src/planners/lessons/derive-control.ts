import { type Json, type JsonObject, toJson } from "../../plan/json.ts";
import type { Condition, Iteration } from "../../plan/step.ts";

/** What a value of a condition or an iteration does: the list searched, a limit, the order, the number of items, a test. */
export type ControlPart = "list" | "filter" | "order" | "number" | "condition";

/** A value of a condition or an iteration. `label` names it to people; `field` is the field of an item that it limits. */
export type ControlValue = {
  value: Json;
  path: readonly string[];
  label: string;
  part: ControlPart;
  field?: string;
};

/** Derives the templates of a condition and an iteration; `fill` derives each value that may vary. */
export function deriveControl(
  { when, forEach }: { when?: Condition | undefined; forEach?: Iteration | undefined },
  fill: (one: ControlValue) => Json,
): { when?: JsonObject; forEach?: JsonObject } {
  return {
    ...(when !== undefined && { when: { ...toJson(when), ...conditionOf(when, fill) } }),
    ...(forEach !== undefined && { forEach: { ...toJson(forEach), ...iterationOf(forEach, fill) } }),
  };
}

function conditionOf({ value, of, is, to }: Condition, fill: (one: ControlValue) => Json): JsonObject {
  const label = `${of} ${is}`;
  const reference = fill({ value, path: ["when", "value"], label: "when", part: "list" });
  // A test that compares with nothing is explained, too.
  const wanted = fill({ value: to ?? null, path: ["when", "to"], label, part: "condition" });
  return { value: reference, ...(to !== undefined && { to: wanted }) };
}

function iterationOf({ over, where, orderBy, take }: Iteration, fill: (one: ControlValue) => Json): JsonObject {
  const each = "forEach";
  return {
    over: fill({ value: over, path: [each, "over"], label: "over", part: "list" }),
    where: where.map(({ path: field, is, to }, at): JsonObject => {
      const place = { path: [each, "where", String(at), "to"], label: `${field} ${is}`, field };
      const wanted = fill({ ...place, value: to ?? null, part: "filter" });
      return { path: field, is, ...(to !== undefined && { to: wanted }) };
    }),
    ...(orderBy !== undefined && {
      orderBy: {
        path: orderBy.path,
        direction: fill({
          value: orderBy.direction,
          path: [each, "orderBy", "direction"],
          label: orderBy.path,
          part: "order",
        }),
      },
    }),
    ...(take !== undefined && { take: fill({ value: take, path: [each, "take"], label: "take", part: "number" }) }),
  };
}
