import { rowsOf } from "../sets/tests.ts";
import type { World } from "../world/world.ts";
import { type Change, type Doubt, isDoubt, type Request, type Value } from "./request.ts";

type Changing = Extract<Request, { do: "change" }>;

/**
 * Changes of the same record as one request, so that a tool that takes several fields gets them in one call. Two values for one field
 * are a doubt: nobody can tell which was meant.
 */
export function joinedRequests(requests: readonly Request[], world: World): Request[] | Doubt {
  const out: Request[] = [];
  for (const request of requests) {
    const at =
      request.do === "change" ? out.findIndex((one) => one.do === "change" && isSame(one, request, world)) : -1;
    const known = out[at];
    if (known?.do !== "change" || request.do !== "change") {
      out.push(request);
      continue;
    }
    const joined = joinedChange(known, request, world);
    if (isDoubt(joined)) return joined;
    out[at] = joined;
  }
  return out;
}

function isSame({ set }: Changing, { set: other }: Changing, world: World): boolean {
  if (set.kind !== other.kind || set.pick !== undefined || other.pick !== undefined) return false;
  const [rows, others] = [rowsOf(set, world), rowsOf(other, world)];
  const isOne = rows.length === 1 || (set.all && other.all && rows.length > 0);
  return isOne && rows.length === others.length && rows.every((row, at) => row === others[at]);
}

function joinedChange(one: Changing, other: Changing, { pack }: World): Changing | Doubt {
  const kept = one.changes.filter(
    ({ field, value }) => !isEmpty(value) || !other.changes.some((now) => now.field === field),
  );
  const added = other.changes.filter((now) => !kept.some((known) => isEqual(known, now)));
  const twice = added.find(({ field }) => kept.some((known) => known.field === field));
  if (twice !== undefined && pack.records[one.set.kind]?.fields[twice.field]?.type !== "text")
    return { doubt: "words", words: saidOf(twice.value), understood: one.changes.map(({ value }) => saidOf(value)) };
  const changes = [...kept, ...added];
  const missing = [...one.missing, ...other.missing].filter((field) => !changes.some((known) => known.field === field));
  return { ...one, changes, missing };
}

/** "Take it off Tom, give it to Ann": what is emptied first gets a value. */
function isEmpty(value: Value): boolean {
  return value.is === "json" && value.value === null;
}

/** The same value, whatever the words for it. */
function isEqual(one: Change, other: Change): boolean {
  const plain = ({ value }: Change): string =>
    JSON.stringify(value, (key, part: unknown) => (key === "shown" || key === "said" ? undefined : part));
  return one.field === other.field && plain(one) === plain(other);
}

function saidOf(value: Value): string {
  return value.is === "json" ? value.shown : value.said;
}
