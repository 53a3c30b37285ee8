import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { Condition, Iteration } from "../../plan/step.ts";
import { PackHours, PackMeasures, PackPeople, PackRecord } from "./records.ts";

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a lower-case name such as deal_stage");
const Said = z.array(z.string().trim().min(1)).min(1);
const InBoth = z.strictObject({
  en: z.string().min(1).describe("English text"),
  ru: z.string().min(1).describe("Russian text"),
});
/** A text, or one in each language: the request's own is shown. */
const Text = z.union([z.string(), InBoth]);

/** A tool the pack speaks of, under a name of the pack's own. */
export const PackTool = z.strictObject({
  name: z.string().min(1).describe("name of the tool in the manifest, for example reserve_item"),
  about: z.string().optional().describe("description of the tool; used to find it again if its name changes"),
  params: z
    .record(z.string(), z.string())
    .default({})
    .describe("descriptions of its parameters, by name; used to find them again if names change"),
  toolkit: z.string().optional().describe("toolkit or server of the tool"),
  says: z.array(z.string()).default([]).describe("words that mean this tool when no phrase matches"),
});
export type PackTool = z.infer<typeof PackTool>;

/** One value of an entity and the ways to say it. Any inflected form of a way is understood. */
const PackValue = z.strictObject({
  is: Json.optional().describe("value to send; by default the entity name is matched without a value"),
  says: Said.describe("ways to say it; every inflected form is recognised"),
  sets: JsonObject.default({}).describe("additional values that steps read as {slot.key}; a text may be {en, ru}"),
});
export type PackValue = z.infer<typeof PackValue>;

const PackEntity = z.strictObject({
  values: z.array(PackValue).min(1).describe("the values that the entity can have"),
  params: z.array(z.string()).default([]).describe("parameters of tools that take these values"),
});
export type PackEntity = z.infer<typeof PackEntity>;

/**
 * What a slot of a phrase may hold. `after` are words that announce it, `context` the field of a `system` message that
 * fills it when nobody says it, `form` whether text is passed on as said or in the nominative.
 */
export const PackSlot = z.strictObject({
  type: z
    .enum(["text", "entity", "number", "percent", "date", "time", "duration", "id", "email", "phone", "person"])
    .describe("what the slot accepts; person is a name of one of `people` and works in action plans only"),
  entity: Name.optional().describe("entity whose values it accepts, for type entity; by default the name of the slot"),
  after: z.array(z.string()).default([]).describe('words that mark the value, such as "until"'),
  skip: z.array(z.string()).default([]).describe("words at the beginning of the value that are not part of it"),
  never: z.array(z.string()).default([]).describe("words that a value never contains"),
  context: z.string().optional().describe("field of a system message that fills the slot if the request does not"),
  form: z
    .enum(["said", "nominative"])
    .default("said")
    .describe("said: text as written; nominative: text in its dictionary form"),
  as: Name.optional().describe("name of the value in steps; by default the name of the slot"),
  inside: Name.optional().describe("search for the value within the words of this text slot"),
  pick: z.enum(["first", "last"]).default("first").describe("which value to take if several match and none is marked"),
  many: z
    .boolean()
    .default(false)
    .describe('several values make several plans, for example "in the kitchen and the bedroom"'),
  long: z
    .boolean()
    .default(false)
    .describe("the text may contain commas and continue around other values; after a colon it starts there"),
  apart: z
    .boolean()
    .default(false)
    .describe("a name that stands alone between commas, behind other values, may be the value too"),
  list: z
    .array(z.string())
    .default([])
    .describe("words before a colon that turn the text after it into a list, one plan for each part"),
  proper: z
    .enum(["no", "first", "only"])
    .default("no")
    .describe(
      "proper names have a capital letter, Latin letters or quotes; first prefers them, only accepts nothing else",
    ),
  prefix: z.string().optional().describe("beginning of an identifier, such as Q-; case is ignored"),
  record: Name.optional().describe(
    "kind of record that the text names; action plans look it up and then know {slot.id} and {slot.field}",
  ),
  look: z
    .enum(["must", "may"])
    .optional()
    .describe("look the record up although no step finds it: must exist, or may be absent"),
  ask: z
    .partialRecord(z.enum(["en", "ru"]), z.string())
    .default({})
    .describe("question to ask if the value is missing, by language"),
});
export type PackSlot = z.infer<typeof PackSlot>;

/** An iteration as in the Plan model, in which slots may say the number of items and their order. */
const PackIteration = Iteration.extend({
  orderBy: z
    .strictObject({
      path: z.string().describe("path within the item"),
      direction: z.string().describe("ascending or descending"),
    })
    .optional()
    .describe("order of the items"),
  take: z.union([z.int().positive(), z.string()]).optional().describe("number of items to use"),
});

/**
 * One call of a plan template. In strings `{slot}` or `{slot.key}` takes what was said and drops the argument where
 * nothing was; `{{step.path}}` refers to the result of an earlier step.
 */
export const PackStep = z.strictObject({
  id: Name.optional().describe("name for references; by default the name of the tool"),
  tool: Name.describe("tool of the pack to call"),
  args: JsonObject.default({}).describe(
    "arguments; {slot} and {slot.key} insert values, {{step.path}} refers to an earlier step; an argument without a value is left out",
  ),
  after: z.array(Name).default([]).describe("steps that must succeed first, besides those that the arguments refer to"),
  each: Name.optional().describe("list of the pack; the step is repeated for each row, as {item.key}"),
  makes: z
    .record(Name, z.string().min(1))
    .default({})
    .describe('slots that "it" means in later requests of the text, with the field of the result that fills each'),
  when: Condition.optional().describe("the step runs only if this holds; {slot} inserts a value"),
  forEach: PackIteration.optional().describe(
    "run once for each item of a list that an earlier step found, as {{item.key}}",
  ),
  finds: Name.optional().describe("slot that this step looks up; left out if the record is already known"),
  already: z
    .record(z.string(), z.string())
    .default({})
    .describe("field values of a found record that make the step unnecessary, such as deal.stage"),
  scope: z.string().optional().describe("idempotency scope of the write; use ids, never texts"),
  preview: Text.optional().describe("line for the person who approves; text or {en, ru}"),
});
export type PackStep = z.infer<typeof PackStep>;

export const PackIntent = z.strictObject({
  id: Name.describe("name of the intent"),
  phrases: Said.describe(
    "patterns: words in any form and order, (a|b) alternatives, [a] optional, {slot} a value; optional parts cannot be nested",
  ),
  also: z.array(Name).default([]).describe("slots that can appear with any of the phrases"),
  fillers: z.array(z.string()).default([]).describe("words without meaning here"),
  unless: z.array(z.string()).default([]).describe("words that exclude this intent"),
  summary: z
    .partialRecord(z.enum(["en", "ru"]), z.string())
    .default({})
    .describe("the request in one line, by language"),
  steps: z.array(PackStep).min(1).describe("the calls to make, in order"),
});
export type PackIntent = z.infer<typeof PackIntent>;

/** What must hold for an argument, whoever planned it. */
export const PackRule = z.strictObject({
  id: Name.describe("name of the rule"),
  tool: Name.describe("tool of the pack that it applies to"),
  param: z.string().min(1).describe("parameter to check"),
  entity: Name.optional().describe("the value must be one of this entity"),
  record: Name.optional().describe("the value must be the id of a record of this kind, as its search lists them"),
  required: z.boolean().default(false).describe("the parameter must be present"),
  at_least: z.number().optional().describe("smallest number allowed"),
  at_most: z.number().optional().describe("largest number allowed"),
  message: z.partialRecord(z.enum(["en", "ru"]), z.string()).describe("message if the rule is broken, by language"),
});
export type PackRule = z.infer<typeof PackRule>;

/** A word after a slash in a chat, and the request it stands for. */
const PackCommand = z.strictObject({
  says: InBoth.describe("the request that the command means"),
  about: InBoth.describe("description in the menu"),
});
export type PackCommand = z.infer<typeof PackCommand>;

/** A domain: its tools, its words, how its people ask, and what they would never do. */
export const Pack = z.strictObject({
  pack: z
    .string()
    .regex(/^[a-z][a-z0-9.-]*$/)
    .describe("name of the pack"),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .describe("semantic version of the pack"),
  description: z.string().min(1).describe("what the pack is about"),
  languages: z
    .array(z.enum(["en", "ru"]))
    .min(1)
    .describe("languages of its phrases"),
  settings: z
    .record(Name, Json)
    .default({})
    .describe("constants for steps, as {settings.name}; a text may be {en, ru}"),
  tools: z.record(Name, PackTool).describe("tools that the pack uses, by the name that its steps use"),
  entities: z.record(Name, PackEntity).default({}).describe("named sets of values"),
  slots: z.record(Name, PackSlot).default({}).describe("values that phrases contain"),
  lists: z
    .record(Name, z.array(z.record(Name, Text)).min(1))
    .default({})
    .describe("rows for steps with `each`"),
  intents: z.array(PackIntent).default([]).describe("what people ask for, and the calls that answer it"),
  fillers: z.array(z.string()).default([]).describe("words without meaning in any request of the domain"),
  words: z
    .record(z.string(), Said)
    .default({})
    .describe("words of the domain and the words of the manifest that they mean"),
  routes: z
    .record(z.string(), z.array(z.string().min(1)))
    .default({})
    .describe("words that name the toolkit a request is about, if it is not understood otherwise"),
  records: z.record(Name, PackRecord).default({}).describe("kinds of records that requests can find, change and count"),
  people: PackPeople.optional().describe("how people are found by name"),
  measures: PackMeasures.optional().describe("numbers by day, and how they are drawn"),
  hours: PackHours.default({ from: "09:00", to: "18:00" }).describe('working hours; "at 3" is within them'),
  rules: z.array(PackRule).default([]).describe("checks of arguments, whoever planned the call"),
  commands: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,31}$/), PackCommand)
    .default({})
    .describe("chat commands after a slash"),
});
export type Pack = z.infer<typeof Pack>;
