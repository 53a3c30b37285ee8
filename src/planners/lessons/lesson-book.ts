import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Pack } from "../packs/pack.ts";
import { createBook, type TaughtBook, toRule } from "./book.ts";
import type { DerivedRule } from "./derive.ts";
import type { Lesson } from "./lesson.ts";
import { widen, type WidenedRule } from "./widen.ts";

/** A lesson with what was derived from it when it was taught. `edited` is the rule as a person changed it. */
export type Entry = { lesson: Lesson; derived: DerivedRule; edited?: Pack };

type Group = {
  entries: readonly Entry[];
  widened: ReadonlyMap<string, WidenedRule>;
  rules: ReadonlyMap<string, Pack>;
  /** What each rule was made of. */
  keys: ReadonlyMap<string, string>;
};

/** All lessons of a tenant and the rules they make. Immutable; a change derives only the lessons of the same tools again. */
export type LessonBook = {
  groups: ReadonlyMap<string, Group>;
  byId: ReadonlyMap<string, Entry>;
  bySignature: ReadonlyMap<string, readonly Entry[]>;
  book: TaughtBook;
};

export const emptyLessonBook: LessonBook = {
  groups: new Map(),
  byId: new Map(),
  bySignature: new Map(),
  book: createBook([]),
};

export function createLessonBook(entries: readonly Entry[]): LessonBook {
  const groups = new Map([...Map.groupBy(entries, groupOf)].map(([key, list]) => [key, createGroup(list)] as const));
  return assemble(groups);
}

type BookChange = { add?: readonly Entry[]; remove?: readonly string[] };

/** The book with lessons more and less. */
export function changeBook(state: LessonBook, { add = [], remove = [] }: BookChange): LessonBook {
  const removed = remove.flatMap((id) => state.byId.get(id) ?? []);
  const gone = new Set(remove);
  const added = Map.groupBy(add, groupOf);
  const groups = new Map(state.groups);
  for (const key of new Set([...removed.map(groupOf), ...added.keys()])) {
    const before = groups.get(key);
    const rest = (before?.entries ?? []).filter(({ lesson }) => !gone.has(lesson.id));
    groups.set(key, createGroup([...rest, ...(added.get(key) ?? [])], before));
  }
  return assemble(groups, state.book);
}

/** The rule of a lesson, and how it was derived among the others. */
export function ruleOf(state: LessonBook, id: string): { rule: Pack; widened: WidenedRule } | undefined {
  const entry = state.byId.get(id);
  const group = entry === undefined ? undefined : state.groups.get(groupOf(entry));
  const [rule, widened] = [group?.rules.get(id), group?.widened.get(id)];
  return rule === undefined || widened === undefined ? undefined : { rule, widened };
}

/** Lessons with the same words and slots. One with other steps contradicts. */
export function sameWords(state: LessonBook, derived: DerivedRule): readonly Entry[] {
  return state.bySignature.get(signatureOf(derived)) ?? [];
}

export function hasSameSteps(one: DerivedRule, other: DerivedRule): boolean {
  const steps = ({ steps: list }: DerivedRule): string =>
    JSON.stringify(list.map(({ tool, args, when, forEach }) => [tool, args, when, forEach]));
  return steps(one) === steps(other);
}

function groupOf({ derived }: Entry): string {
  return derived.steps.map(({ tool }) => tool).join(">");
}

/** Lessons of the same tools. A rule that did not change stays the same object: whatever was computed from it is kept. */
function createGroup(entries: readonly Entry[], before?: Group): Group {
  const widened = new Map(widen(entries.map(({ derived }) => derived)).map((one) => [one.derived.lesson.id, one]));
  const rules = new Map<string, Pack>();
  const keys = new Map<string, string>();
  for (const { lesson, edited } of entries) {
    const one = widened.get(lesson.id);
    if (one === undefined) continue;
    const key = keyOf(one);
    const known = before?.keys.get(lesson.id) === key ? before.rules.get(lesson.id) : undefined;
    rules.set(lesson.id, edited ?? known ?? toRule(one));
    keys.set(lesson.id, key);
  }
  return { entries, widened, rules, keys };
}

function keyOf({ derived, entities }: WidenedRule): string {
  const values = Object.keys(derived.slots).flatMap((name) => {
    const entity = entities.get(name);
    return entity === undefined ? [] : [...entity].map(([value, { says }]) => [name, value, ...says]);
  });
  return values.length === 0 ? ownKey(derived) : `${ownKey(derived)}${JSON.stringify(values)}`;
}

/** Kept by identity: most lessons stay as they were when another is taught. */
const ownKey = memoizeByIdentity(({ pieces, slots, steps }: DerivedRule) => JSON.stringify([pieces, slots, steps]));

function assemble(groups: ReadonlyMap<string, Group>, before?: TaughtBook): LessonBook {
  const entries = [...groups.values()].flatMap((group) => [...group.entries]);
  return {
    groups,
    byId: new Map(entries.map((entry) => [entry.lesson.id, entry])),
    bySignature: Map.groupBy(entries, ({ derived }) => signatureOf(derived)),
    book: createBook(
      [...groups.values()].flatMap((group) => [...group.rules.values()]),
      before,
    ),
  };
}

/** The words of a phrase in any order, and the types of its slots. */
const signatureOf = memoizeByIdentity(({ pieces, slots }: DerivedRule): string => {
  const words = pieces.flatMap((piece) => (piece.kind === "word" && !piece.optional ? [piece.stem] : []));
  const types = pieces.flatMap((piece) => (piece.kind === "slot" ? [`{${slots[piece.slot]?.type ?? ""}}`] : []));
  return [...words.toSorted(), ...types.toSorted()].join(" ");
});
