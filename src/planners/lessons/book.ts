import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { JsonObject } from "../../plan/json.ts";
import { contentHash, textHash } from "../../plan/hash.ts";
import type { TaughtRules } from "../../ports/planner.ts";
import { Pack } from "../packs/pack.ts";
import type { DerivedRule, Piece } from "./derive.ts";
import { freeName } from "./free-name.ts";
import type { Entity, WidenedRule } from "./widen.ts";

/**
 * The rules of a tenant. Each rule is a pack of its own with one intent, so that a new lesson changes few of them.
 * `before`: the book that was changed, until this one is indexed.
 */
export type TaughtBook = TaughtRules & { rules: readonly Pack[]; before?: TaughtBook };

export function isTaughtBook(rules: TaughtRules): rules is TaughtBook {
  return "rules" in rules;
}

/** Whether a text asks, and how a lesson is worded, does not depend on the date. */
export const anyTime = { now: "2000-01-01T00:00:00Z", zone: "UTC" };

const hashOf = memoizeByIdentity((rule: Pack) => textHash(JSON.stringify(rule)));

export function createBook(rules: readonly Pack[], before?: TaughtBook): TaughtBook {
  const digest = contentHash(rules.map(hashOf).toSorted());
  // Of several changes in a row, the first index is kept, not a chain of books.
  return before === undefined ? { digest, rules } : { digest, rules, before: before.before ?? before };
}

const intentPrefix = "lesson_";

/** The lesson a rule comes from. */
export function lessonOf(intent: { id: string }): string | undefined {
  return intent.id.startsWith(intentPrefix) ? intent.id.slice(intentPrefix.length) : undefined;
}

/** The rule of a lesson as a pack. */
export function toRule({ derived, entities }: WidenedRule): Pack {
  const { lesson, slots, steps } = derived;
  const aliases = aliasesFor(steps.map(({ tool }) => tool));
  const used = Object.keys(slots);
  return Pack.parse({
    pack: "taught",
    version: "1.0.0",
    description: "Rules derived from lessons.",
    languages: ["en", "ru"],
    tools: Object.fromEntries([...aliases].map(([name, alias]) => [alias, { name }])),
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, slot]) => [name, slot.type === "entity" ? { ...slot, entity: name } : slot]),
    ),
    entities: Object.fromEntries(
      used.flatMap((name) => {
        const entity = entities.get(name);
        return entity === undefined ? [] : [[name, { values: valuesOf(entity) }]];
      }),
    ),
    intents: [
      {
        id: `${intentPrefix}${lesson.id}`,
        phrases: [phraseOf(derived.pieces, derived)],
        also: contextSlots(derived),
        fillers: derived.fillers ?? [],
        summary: /\p{Script=Cyrillic}/u.test(lesson.request) ? { ru: lesson.request } : { en: lesson.request },
        steps: steps.map(({ tool, ...step }) => ({ ...step, tool: aliases.get(tool) })),
      },
    ],
  });
}

function contextSlots({ slots, pieces }: DerivedRule): string[] {
  const placed = new Set(pieces.flatMap((piece) => (piece.kind === "slot" ? [piece.slot] : [])));
  return Object.keys(slots).filter((name) => !placed.has(name));
}

function valuesOf(entity: Entity): JsonObject[] {
  return [...entity].map(([, { is, says, sets }]) => ({ is, says: [...says].toSorted(), sets }));
}

/** The name of each tool in the rule. Names that differ in letters a rule's name cannot have are numbered. */
function aliasesFor(tools: readonly string[]): ReadonlyMap<string, string> {
  const byAlias = new Map<string, string>();
  for (const tool of new Set(tools))
    byAlias.set(
      freeName(toolAlias(tool), (name) => byAlias.has(name)),
      tool,
    );
  return new Map([...byAlias].map(([alias, tool]) => [tool, alias]));
}

function toolAlias(tool: string): string {
  const name = tool
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  return /^[a-z]/.test(name) ? name : `tool_${name.replace(/^_+/, "")}`;
}

function phraseOf(pieces: readonly Piece[], { slots }: DerivedRule): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "word") {
        const text = piece.others === undefined ? piece.text : `(${[piece.text, ...piece.others].join("|")})`;
        return piece.optional ? `[${text}]` : text;
      }
      const isContext = slots[piece.slot]?.context !== undefined;
      const after =
        piece.after.length === 0 ? "" : piece.after.length === 1 ? `${piece.after[0]} ` : `(${piece.after.join("|")}) `;
      return isContext ? `[${after}{${piece.slot}}]` : `${after}{${piece.slot}}`;
    })
    .join(" ");
}
