import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { PackHours, PackMeasures, PackPeople, PackRecord } from "./records.ts";

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a lower-case name such as deal_stage");
const Said = z.array(z.string().trim().min(1)).min(1);
const InBoth = z.strictObject({ en: z.string().min(1), ru: z.string().min(1) });
/** A text, or one in each language: the request's own is shown. */
const Text = z.union([z.string(), InBoth]);

/** A tool the pack speaks of, under a name of the pack's own. */
export const PackTool = z.strictObject({
  /** The tool's name in the manifest the pack was written for. */
  name: z.string().min(1),
  /** Its description there: finds the tool again where names have drifted. */
  about: z.string().optional(),
  /** Descriptions of parameters, for the same reason. */
  params: z.record(z.string(), z.string()).default({}),
  toolkit: z.string().optional(),
  /** Words that mean this tool, for the grammar. */
  says: z.array(z.string()).default([]),
});
export type PackTool = z.infer<typeof PackTool>;

/** One value of an entity and the ways to say it. Any inflected form of a way is understood. */
export const PackValue = z.strictObject({
  is: Json.optional(),
  says: Said,
  /** What saying it settles besides: `{slot.key}` reads it in a step. A text may be `{ en, ru }`. */
  sets: JsonObject.default({}),
});
export type PackValue = z.infer<typeof PackValue>;

export const PackEntity = z.strictObject({
  values: z.array(PackValue).min(1),
  /** Parameters anywhere in the manifest that take these values. */
  params: z.array(z.string()).default([]),
});
export type PackEntity = z.infer<typeof PackEntity>;

/**
 * What a slot of a phrase may hold. `after` are words that announce it, `context` the field of a `system` message that
 * fills it when nobody says it, `form` whether text is passed on as said or in the nominative.
 */
export const PackSlot = z.strictObject({
  /** `person`: a word that names one of the pack's people; only planning of actions knows who they are. */
  type: z.enum(["text", "entity", "number", "percent", "date", "time", "duration", "id", "email", "person"]),
  entity: Name.optional(),
  after: z.array(z.string()).default([]),
  /** Words that open the value and are not part of it: "датчик" of "у датчика дыма". */
  skip: z.array(z.string()).default([]),
  /** Words that a value of the slot never holds. */
  never: z.array(z.string()).default([]),
  context: z.string().optional(),
  form: z.enum(["said", "nominative"]).default("said"),
  /** The name the value goes by in steps, where it is not the slot's own. */
  as: Name.optional(),
  /** Look for it within the words of this text slot, which keeps them. */
  inside: Name.optional(),
  /** Which of several places is meant when none is announced. */
  pick: z.enum(["first", "last"]).default("first"),
  /** Several said side by side make several plans: "на кухне и в спальне". */
  many: z.boolean().default(false),
  /** The text may hold commas and goes on around other values; behind a colon it begins there. */
  long: z.boolean().default(false),
  /** Words before the colon that make a list of what stands behind it, each part a text of its own: "tasks". */
  list: z.array(z.string()).default([]),
  /** Names have a capital letter, Latin letters or quotes: `only` takes nothing else, `first` prefers them. */
  proper: z.enum(["no", "first", "only"]).default("no"),
  /** Beginning of an identifier, letter case aside: `Q-`. */
  prefix: z.string().optional(),
  /** The kind of record the text names: planning of actions looks it up, `{slot.id}` and `{slot.field}` are then known. */
  record: Name.optional(),
  /** Looks the record up though no step finds it: it `must` be there, or `may` be one and is let go where it is none. */
  look: z.enum(["must", "may"]).optional(),
  /** The question to ask when it is missing. */
  ask: z.partialRecord(z.enum(["en", "ru"]), z.string()).default({}),
});
export type PackSlot = z.infer<typeof PackSlot>;

/**
 * One call of a plan template. In strings `{slot}` or `{slot.key}` takes what was said and drops the argument where
 * nothing was; `{{step.path}}` refers to the result of an earlier step.
 */
export const PackStep = z.strictObject({
  id: Name.optional(),
  tool: Name,
  args: JsonObject.default({}),
  /** Steps that must have succeeded, besides those the arguments refer to. */
  after: z.array(Name).default([]),
  /** Repeats the step for every row of a list of the pack, as `{item.key}`. */
  each: Name.optional(),
  /** The slot this step only looks up: not a call of its own where the record is already known. */
  finds: Name.optional(),
  /** Fields of a found record that make the step needless: `deal.stage: "{stage}"`. */
  already: z.record(z.string(), z.string()).default({}),
  /** Deterministic scope of the effect key. */
  scope: z.string().optional(),
  preview: Text.optional(),
});
export type PackStep = z.infer<typeof PackStep>;

export const PackIntent = z.strictObject({
  id: Name,
  /**
   * Patterns: words in any form and order, `(a|b)` either, `[a]` optional, `{slot}` a value. Words that stand in no
   * pattern lower the confidence.
   */
  phrases: Said,
  /** Slots that may be said with any of the phrases. */
  also: z.array(Name).default([]),
  /** Words that may be there and say nothing. */
  fillers: z.array(z.string()).default([]),
  /** Words that rule the intent out. */
  unless: z.array(z.string()).default([]),
  /** The request in one line. */
  summary: z.partialRecord(z.enum(["en", "ru"]), z.string()).default({}),
  steps: z.array(PackStep).min(1),
});
export type PackIntent = z.infer<typeof PackIntent>;

/** What must hold for an argument, whoever planned it. */
export const PackRule = z.strictObject({
  id: Name,
  tool: Name,
  param: z.string().min(1),
  /** The value must be one of this entity's. */
  entity: Name.optional(),
  /** The value must be the id of a record of this kind, as its search lists them. */
  record: Name.optional(),
  required: z.boolean().default(false),
  at_least: z.number().optional(),
  at_most: z.number().optional(),
  message: z.partialRecord(z.enum(["en", "ru"]), z.string()),
});
export type PackRule = z.infer<typeof PackRule>;

/** A word after a slash in a chat, and the request it stands for. */
export const PackCommand = z.strictObject({ says: InBoth, about: InBoth });
export type PackCommand = z.infer<typeof PackCommand>;

/** A domain: its tools, its words, how its people ask, and what they would never do. */
export const Pack = z.strictObject({
  pack: z.string().regex(/^[a-z][a-z0-9.-]*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string().min(1),
  languages: z.array(z.enum(["en", "ru"])).min(1),
  /** Named constants: `{settings.name}`. A text may be `{ en, ru }`. */
  settings: z.record(Name, Json).default({}),
  tools: z.record(Name, PackTool),
  entities: z.record(Name, PackEntity).default({}),
  slots: z.record(Name, PackSlot).default({}),
  lists: z.record(Name, z.array(z.record(Name, Text)).min(1)).default({}),
  intents: z.array(PackIntent).default([]),
  /** Words that say nothing in any request of the domain. */
  fillers: z.array(z.string()).default([]),
  /** Words of the domain and the words of the manifest they mean. */
  words: z.record(z.string(), Said).default({}),
  /** Words that tell which toolkit a request is about, where it is not understood otherwise. */
  routes: z.record(z.string(), z.array(z.string().min(1))).default({}),
  /** Kinds of records that requests may select, change and count. */
  records: z.record(Name, PackRecord).default({}),
  people: PackPeople.optional(),
  measures: PackMeasures.optional(),
  hours: PackHours.default({ from: "09:00", to: "18:00" }),
  rules: z.array(PackRule).default([]),
  commands: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,31}$/), PackCommand).default({}),
});
export type Pack = z.infer<typeof Pack>;
