import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a lower-case name such as deal_stage");
const Words = z.array(z.string().trim().min(1)).default([]);

/** What a record must be like: one test of one of its fields. Days count from the day the request was made on. */
export const PackTest = z.strictObject({
  field: z.string().min(1),
  is: z.array(Json).min(1).optional(),
  not: z.array(Json).min(1).optional(),
  before: z.enum(["today", "now"]).optional(),
  from: z.enum(["today", "now"]).optional(),
});
export type PackTest = z.infer<typeof PackTest>;

/**
 * A field of a record. `person` holds somebody's address or id, `option` one of an entity's values, `minutes` a length of
 * time, `moment` a date with a time, `record` the id of a record of the kind `of`, `contact` an e-mail address or a phone number.
 */
export const PackField = z.strictObject({
  type: z.enum(["text", "person", "option", "date", "moment", "minutes", "number", "record", "contact"]),
  /** Nouns for the field: "deadline". */
  says: Words,
  /** The entity whose values an option holds; the field's own name where it is not given. */
  entity: Name.optional(),
  /** The kind of record a `record` field holds the id of. */
  of: Name.optional(),
  /** The field beside an amount that holds its currency. */
  currency: z.string().optional(),
  /** Verbs that renew a date: "contacted", "responded". Without them for a time, the date is that old. */
  done: Words,
  /** A moment that is written without a zone, as `YYYY-MM-DD HH:MM:SS` where the person is. */
  local: z.boolean().default(false),
  /** What a new record gets where nobody says it. */
  default: Json.optional(),
});
export type PackField = z.infer<typeof PackField>;

/** How records are found. A search that answers with `limit` rows may have more: it is parted by the `split` fields. */
export const PackSearch = z.strictObject({
  tool: Name,
  args: JsonObject.default({}),
  /** Dotted path to the rows. */
  items: z.string().default(""),
  /** The part of a row that holds its fields, where they do not stand in the row itself. */
  inside: z.string().optional(),
  limit: z.int().min(1).optional(),
  /** Fields that can be searched by, and the arguments that do it, with `{value}`. */
  by: z.record(z.string(), JsonObject).default({}),
  /** The first and the last value of a range of dates. */
  from: z.record(z.string(), JsonObject).default({}),
  to: z.record(z.string(), JsonObject).default({}),
  split: z.array(z.string()).default([]),
  /** How finely a range of dates can be given. */
  grain: z.enum(["second", "day"]).default("second"),
});
export type PackSearch = z.infer<typeof PackSearch>;

const Doing = z.strictObject({ tool: Name, args: JsonObject, scope: z.string().optional() });

/** Something done with one record, besides making, changing and removing: forwarding a letter. */
export const PackOperation = z.strictObject({
  ...Doing.shape,
  says: z.array(z.string().trim().min(1)).min(1),
  /** What must be said with it. */
  needs: z.array(z.enum(["person", "text"])).default([]),
  /** Repeats the call for every row of a list of the pack, as `{item.key}`. */
  each: Name.optional(),
  preview: z.union([z.string(), z.strictObject({ en: z.string(), ru: z.string() })]).optional(),
});
export type PackOperation = z.infer<typeof PackOperation>;

/** A kind of record: what it is called, what it holds, how it is found and what can be done with it. */
export const PackRecord = z.strictObject({
  /** The contract's kind of entity, where there is one. */
  entity: z.enum(["deal", "company", "person", "issue", "project"]).optional(),
  says: z.array(z.string().trim().min(1)).min(1),
  /** Where such records live: "the CRM". Alone it names the kind. */
  place: Words,
  /** Verbs that tell of such a record: "met" of a meeting, "emailed" of a letter. */
  done: Words,
  id: z.string().min(1),
  name: z.string().min(1),
  /** Nobody calls such a record by its name: notes. */
  unnamed: z.boolean().default(false),
  /** The field with the short name people call a record by: `STU-4`. */
  key: z.string().min(1).optional(),
  subtitle: z.string().default(""),
  url: z.string().default(""),
  /** All such records are the speaker's own: a mailbox, a calendar. */
  personal: z.boolean().default(false),
  /** The field that says when. */
  when: z.string().optional(),
  /** The field that says who. */
  who: z.string().optional(),
  /** The field that holds what was written. */
  body: z.string().optional(),
  fields: z.record(z.string(), PackField),
  /** What a preposition before a person means, where it is more than `who`: mail from somebody, mail to somebody. */
  roles: z.record(z.string(), z.array(PackTest)).default({}),
  /** Words that stand for tests: "overdue". */
  marks: z.array(z.strictObject({ says: z.array(z.string()).min(1), where: z.array(PackTest).min(1) })).default([]),
  /** Values of a field in which a record is over: "all" leaves such records out unless the value is named. */
  final: z.record(z.string(), z.array(Json)).default({}),
  /** Questions show records that are over too. */
  shows_final: z.boolean().default(false),
  /** The field that says when it ends, so many minutes after it began where nobody says. */
  ends: z.strictObject({ field: z.string(), minutes: z.int().min(1) }).optional(),
  /** Fields whose records a name may stand for: the deals of a client, the tasks of a project. */
  about: z.array(z.string()).default([]),
  /** Holds unless the request says when: nobody cancels the meetings of last year. */
  only: z.array(PackTest).default([]),
  /** Dates without a year lie here. */
  tense: z.enum(["past", "future"]).optional(),
  search: PackSearch,
  /** How one record is read by its short name, as `{key}`, and where it stands in the answer. */
  get: z.strictObject({ tool: Name, args: JsonObject, item: z.string().default("") }).optional(),
  create: z.strictObject({ ...Doing.shape, says: Words }).optional(),
  change: Doing.optional(),
  remove: Doing.optional(),
  operations: z.record(Name, PackOperation).default({}),
  /**
   * Verbs that give a field a value: "close" makes a task done. A name that is one of the language's operations (`complete`,
   * `pause`) takes the verbs of that operation too; without a value it is asked for.
   */
  deeds: z.record(Name, z.strictObject({ says: Words, field: z.string(), value: Json.optional() })).default({}),
});
export type PackRecord = z.infer<typeof PackRecord>;

/** Numbers by day, and how they are drawn. */
export const PackMeasures = z.strictObject({
  values: z.record(
    Name,
    z.strictObject({
      says: z.array(z.string()).min(1),
      tool: Name,
      args: JsonObject.default({}),
      group: Name.optional(),
      /** What the values of a group are called within it: "direct" of traffic. */
      short: Words,
    }),
  ),
  /** Measures to choose among: "the most popular traffic source". */
  groups: z.record(Name, z.array(z.string()).min(1)).default({}),
  /** The arguments of a range of days, with `{from}` and `{to}`. */
  range: JsonObject,
  items: z.string().default(""),
  /** The day the figures end on, counted from today. */
  until: z.int().max(0).default(0),
  plot: z
    .strictObject({
      ...Doing.shape,
      says: z.array(z.string()).min(1),
      /** Ways to draw. */
      forms: z.record(z.string(), z.array(z.string()).min(1)),
    })
    .optional(),
});
export type PackMeasures = z.infer<typeof PackMeasures>;

/** Who is who: a search by a part of the name that answers with addresses, or with rows that hold them. */
export const PackPeople = z.strictObject({
  tool: Name,
  args: JsonObject,
  items: z.string().default(""),
  /** The fields of a row; without them a row is the address itself. */
  id: z.string().optional(),
  name: z.string().optional(),
});
export type PackPeople = z.infer<typeof PackPeople>;

/** Working hours: a bare "at 3" lies within them. */
export const PackHours = z.strictObject({
  from: z.string().regex(/^\d\d:\d\d$/),
  to: z.string().regex(/^\d\d:\d\d$/),
});
export type PackHours = z.infer<typeof PackHours>;
