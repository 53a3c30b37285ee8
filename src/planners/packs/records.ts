import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a lower-case name such as deal_stage");
const SpokenText = z.strictObject({ en: z.string().describe("English text"), ru: z.string().describe("Russian text") });
const Words = z.array(z.string().trim().min(1)).default([]);

/** What a record must be like: one test of one of its fields. Days count from the day the request was made on. */
export const PackTest = z.strictObject({
  field: z.string().min(1).describe("field of the record"),
  is: z.array(Json).min(1).optional().describe("values that match"),
  not: z.array(Json).min(1).optional().describe("values that do not match"),
  before: z.enum(["today", "now"]).optional().describe("the date is before today or now"),
  from: z.enum(["today", "now"]).optional().describe("the date is today or later, or now or later"),
});
export type PackTest = z.infer<typeof PackTest>;

/**
 * A field of a record. `person` holds somebody's address or id, `option` one of an entity's values, `minutes` a length of
 * time, `moment` a date with a time, `record` the id of a record of the kind `of`, `contact` an e-mail address or a phone number.
 */
export const PackField = z.strictObject({
  type: z
    .enum(["text", "person", "option", "date", "moment", "minutes", "number", "record", "contact"])
    .describe(
      "kind of value: text, person (address or id), option (value of an entity), date, moment (date with time), minutes, number, record (id of another record), contact (e-mail address or phone number)",
    ),
  says: Words.describe('nouns for the field, such as "deadline"'),
  entity: Name.optional().describe("entity with the values of an option; by default the name of the field"),
  of: Name.optional().describe("kind of record that a record field refers to"),
  currency: z.string().optional().describe("field that contains the currency of this amount"),
  clear: z.boolean().default(false).describe("the field can be emptied: null is written"),
  done: Words.describe('verbs that renew a date, such as "contacted"'),
  local: z.boolean().default(false).describe("moment that is written as YYYY-MM-DD HH:MM:SS without a zone"),
  default: Json.optional().describe("value of a new record if the request has none"),
});
export type PackField = z.infer<typeof PackField>;

/** How records are found. A search that answers with `limit` rows may have more: it is parted by the `split` fields. */
const PackSearch = z.strictObject({
  tool: Name.describe("tool that searches"),
  args: JsonObject.default({}).describe("arguments of every search"),
  items: z.string().default("").describe("dotted path to the rows in its answer"),
  inside: z.string().optional().describe("part of a row that contains the fields"),
  limit: z.int().min(1).optional().describe("most rows that one search returns; more are searched in parts"),
  by: z
    .record(z.string(), JsonObject)
    .default({})
    .describe("fields that can be searched, with the arguments for each; {value} is the value"),
  from: z.record(z.string(), JsonObject).default({}).describe("arguments for the start of a date range, by field"),
  to: z.record(z.string(), JsonObject).default({}).describe("arguments for the end of a date range, by field"),
  split: z.array(z.string()).default([]).describe("fields that divide a search that hits its limit"),
  grain: z.enum(["second", "day"]).default("second").describe("precision of date ranges"),
});
export type PackSearch = z.infer<typeof PackSearch>;

const Doing = z.strictObject({
  tool: Name.describe("tool of the pack to call"),
  args: JsonObject.describe("arguments of the call"),
  scope: z.string().optional().describe("idempotency scope of the write"),
});

/** Something done with one record, besides making, changing and removing: forwarding a letter. */
const PackOperation = z.strictObject({
  ...Doing.shape,
  says: z.array(z.string().trim().min(1)).min(1).describe("verbs for it"),
  needs: z
    .array(z.enum(["person", "text"]))
    .default([])
    .describe("values that the request must contain"),
  each: Name.optional().describe("list of the pack; the call is repeated for each row, as {item.key}"),
  preview: z.union([z.string(), SpokenText]).optional().describe("line for the person who approves; text or {en, ru}"),
});
export type PackOperation = z.infer<typeof PackOperation>;

/** A kind of record: what it is called, what it holds, how it is found and what can be done with it. */
export const PackRecord = z.strictObject({
  entity: z.enum(["deal", "company", "person", "issue", "project"]).optional().describe("kind of entity in contract 3"),
  says: z.array(z.string().trim().min(1)).min(1).describe("nouns for the record"),
  plural: SpokenText.optional().describe("the noun for several, as {en, ru}: by it answers count"),
  place: Words.describe('where such records are, such as "the CRM"; alone it names the kind'),
  done: Words.describe('verbs that mention such a record, such as "met" for a meeting'),
  id: z.string().min(1).describe("field with the id"),
  name: z.string().min(1).describe("field with the name"),
  unnamed: z.boolean().default(false).describe("nobody calls such a record by its name, such as notes"),
  key: z.string().min(1).optional().describe("field with a short name, such as STU-4"),
  aliases: z
    .array(z.string().min(1))
    .default([])
    .describe("fields with other names it is called by, such as a short one"),
  subtitle: z.string().default("").describe("field shown below the name"),
  url: z.string().default("").describe("field with the address"),
  personal: z
    .boolean()
    .default(false)
    .describe('all such records are the speaker\'s own, such as a calendar: "my" leaves none out'),
  when: z.string().optional().describe('date field that "next", "last", "overdue" and "on Friday" refer to'),
  who: z.string().optional().describe('person field that "Ann\'s" and "reassign to Ann" refer to'),
  body: z.string().optional().describe("field with the written text"),
  fields: z.record(z.string(), PackField).describe("fields of the record, by name"),
  roles: z
    .record(z.string(), z.array(PackTest))
    .default({})
    .describe("tests for a preposition before a person, such as mail from or to somebody"),
  marks: z
    .array(
      z.strictObject({
        says: z.array(z.string()).min(1).describe("the adjectives"),
        where: z.array(PackTest).min(1).describe("tests that must all hold"),
        label: SpokenText.optional().describe(
          "how answers say it, as {en, ru}; by default the first of the adjectives",
        ),
      }),
    )
    .default([])
    .describe('adjectives that filter, such as "overdue"'),
  ranks: z
    .array(
      z.strictObject({
        says: z.array(z.string()).min(1).describe("the superlatives"),
        by: z.string().describe("field that they compare"),
        end: z.enum(["first", "last"]).default("first").describe("whether the smallest or the largest value is meant"),
        where: z.array(PackTest).default([]).describe("tests that must hold, such as that a task is open"),
      }),
    )
    .default([])
    .describe('superlatives, such as "most urgent"'),
  final: z
    .record(z.string(), z.array(Json))
    .default({})
    .describe('values in which a record is finished; "all" leaves such records out'),
  shows_final: z.boolean().default(false).describe("questions include finished records"),
  ends: z
    .strictObject({
      field: z.string().describe("field with the end"),
      minutes: z.int().min(1).describe("length if the request has none"),
    })
    .optional()
    .describe("end of the record: the field, and the minutes after its start"),
  about: z
    .array(z.string())
    .default([])
    .describe("record fields that a name can refer to, such as the client of a deal"),
  only: z.array(PackTest).default([]).describe("default filter if the request names no date"),
  tense: z.enum(["past", "future"]).optional().describe("whether dates without a year are in the past or the future"),
  search: PackSearch.describe("how records are found"),
  get: z
    .strictObject({
      tool: Name.describe("tool that reads one record"),
      args: JsonObject.describe("arguments; {key} is the short name"),
      item: z.string().default("").describe("dotted path to the record in its answer"),
    })
    .optional()
    .describe("how one record is read by its short name"),
  create: z
    .strictObject({ ...Doing.shape, says: Words.describe("verbs for creating it") })
    .optional()
    .describe("how a record is created"),
  change: Doing.optional().describe("how a field is changed; {id}, {field} and {value} are known"),
  remove: Doing.optional().describe("how a record is deleted"),
  operations: z
    .record(Name, PackOperation)
    .default({})
    .describe("other calls for one record, such as forwarding a letter"),
  deeds: z
    .record(
      Name,
      z.strictObject({
        says: Words.describe("additional verbs"),
        field: z.string().describe("field to set"),
        value: Json.optional().describe("value to set; asked for if absent"),
      }),
    )
    .default({})
    .describe(
      'verbs that set a field, such as "close"; names of common operations (complete, pause, win …) include their verbs',
    ),
});
export type PackRecord = z.infer<typeof PackRecord>;

/** Numbers by day, and how they are drawn. */
export const PackMeasures = z.strictObject({
  values: z
    .record(
      Name,
      z.strictObject({
        says: z.array(z.string()).min(1).describe("nouns for the measure"),
        tool: Name.describe("tool that returns it"),
        args: JsonObject.default({}).describe("arguments of the call"),
        group: Name.optional().describe("group that it belongs to"),
        short: Words.describe("its names within the group"),
      }),
    )
    .describe("the measures, by name"),
  groups: z
    .record(Name, z.array(z.string()).min(1))
    .default({})
    .describe("measures to compare, such as traffic sources"),
  range: JsonObject.describe("arguments of a range of days, with {from} and {to}"),
  items: z.string().default("").describe("dotted path to the numbers in the answer"),
  until: z.int().max(0).default(0).describe("last day with numbers, counted from today"),
  plot: z
    .strictObject({
      ...Doing.shape,
      says: z.array(z.string()).min(1).describe("verbs for drawing"),
      forms: z.record(z.string(), z.array(z.string()).min(1)).describe("kinds of diagrams and their names"),
      form: z.string().optional().describe("kind of diagram if the request names none"),
    })
    .optional()
    .describe("how numbers are drawn"),
});
export type PackMeasures = z.infer<typeof PackMeasures>;

/** Who is who: a search by a part of the name that answers with addresses, or with rows that hold them. */
export const PackPeople = z.strictObject({
  tool: Name.describe("tool that finds people"),
  args: JsonObject.describe("arguments; {name} is the name"),
  items: z.string().default("").describe("dotted path to the rows in its answer"),
  id: z.string().optional().describe("field with the address or id; without it a row is the address"),
  name: z.string().optional().describe("field with the name"),
});
export type PackPeople = z.infer<typeof PackPeople>;

/** Working hours: a bare "at 3" lies within them. */
export const PackHours = z.strictObject({
  from: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .describe("start, HH:MM"),
  to: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .describe("end, HH:MM"),
});
export type PackHours = z.infer<typeof PackHours>;
