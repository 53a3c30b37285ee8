import {
  cityAndState,
  commaSeparated,
  countOf,
  datePeriod,
  fractionRange,
  statedMost,
  timeFirst,
} from "../../../language/english/manifest-patterns.ts";
import type { JsonObject } from "../../../plan/json.ts";
import { shortPattern } from "../../../plan/linear-pattern.ts";
import { text } from "./schema.ts";
import { wordTable } from "../../../language/words/word-table.ts";
import { mentions } from "../../../language/words/roles.ts";

/** What name and description tell about the kind of value, beside its type. */
export type Hints = {
  place: boolean;
  person: boolean;
  date: boolean;
  time: boolean;
  year: boolean;
  email: boolean;
  url: boolean;
  path: boolean;
  /** An IP address. */
  address: boolean;
  phone: boolean;
  identifier: boolean;
  /** A count of results or things. */
  count: boolean;
  unitName: boolean;
  currency: boolean;
  language: boolean;
  /** Free text: a message, a note, a body. */
  prose: boolean;
  /** What is searched for or spoken about. */
  topic: boolean;
  /** What something is for. */
  purpose: boolean;
  /** A formula. */
  formula: boolean;
  /** Which end of a pair or range. */
  end: "start" | "end" | "low" | "high" | undefined;
  /** First, second: the place among like parameters. */
  ordinal: number | undefined;
  dateFormat: string | undefined;
  /** It also takes a time without a day. */
  clock: boolean;
  percent: "fraction" | "percent" | undefined;
  /** A rate, a probability, a part of something: what is told in percent. */
  share: boolean;
  unit: string | undefined;
  cityState: boolean;
  /** The largest number allowed. */
  most: number | undefined;
  /** What joins several values in one text, where the description says so. */
  joint: string | undefined;
  /** What is between the two ends of a period in one text. */
  period: string | undefined;
};

const tests = {
  place:
    /\b(?:location|city|cities|town|country|countries|state|region|place|area|address|destination|origin|departure|venue|airport|zip|district|neighbou?rhood|province|county|where|island|continent|street|station|route|landmark|territory|(?<!time )zone)\b/,
  person:
    /\b(?:person|author|artist|actor|director|player|athlete|employee|user ?name|patient|customer|client|recipient|sender|contact|celebrity|composer|singer|writer|painter|president|scientist|friend|guest|doctor|participants?|attendees?|candidate|student|teacher|first name|last name|full name|inventor)\b/,
  date: /\b(?:date|day|deadline|birthday|birthdate|when|dob)\b/,
  time: /\b(?:time(?! zone)|hour|clock|pickup time|start time|end time)\b/,
  year: /\byears?\b/,
  email: /\be-?mail\b/,
  url: /\b(?:url|link|uri|website|webpage|web page|endpoint)\b/,
  path: /\b(?:path|file|directory|folder|filename)\b/,
  address: /\b(?:ip|ipv4|ipv6)\b/,
  phone: /\b(?:phone|telephone|mobile number|fax)\b/,
  identifier:
    /\b(?:id|identifier|code|ticker|symbol|isbn|serial|sku|number plate|account number|key|token|password|secret|uuid|ssn|tracking)\b/,
  count: countOf,
  unitName: /\bunits?\b/,
  currency: /\bcurrenc(?:y|ies)\b/,
  language: /\blanguages?\b/,
  prose:
    /\b(?:message|text|body|content|note|comment|description|caption|sentence|paragraph|prompt|question|query|subject|summary|feedback|details|reason|instructions?|phrase)\b/,
  topic: /\b(?:keywords?|query|topics?|subject|theme|search terms?|search phrase)\b/,
  purpose: /\b(?:purpose|reason|task|reminder|label|occasion|goal)\b/,
  formula: /\b(?:function|equation|expression|formula|polynomial)\b/,
} as const;

/** `words` are the words of the name, short forms spelt out. */
export function readHints(words: readonly string[], schema: JsonObject): Hints {
  const name = words.join(" ");
  const description = text(schema["description"]).slice(0, 600);
  const lower = description.toLowerCase();
  const first = lower.split(/[.(]/)[0] ?? "";
  const format = text(schema["format"]);
  const said = (key: keyof typeof tests): boolean => tests[key].test(name);
  const both = (key: keyof typeof tests): boolean => said(key) || tests[key].test(first);
  return {
    place: both("place"),
    person: both("person"),
    date:
      format.startsWith("date") ||
      said("date") ||
      /\b(?:date|yyyy)\b/.test(first) ||
      /yyyy-mm-dd|iso[ -]?8601/.test(lower),
    time: format === "time" || format === "date-time" || said("time") || timeFirst.test(first),
    year: (/\byear\b/.test(name) && !mentions(name, "per year")) || /^(?:the )?(?:specific )?year\b/.test(lower),
    email:
      format === "email" ||
      (said("email") && !/\b(?:body|content|subject|text|title|id|identifier|number)\b/.test(name)) ||
      /\be-?mail address/.test(first),
    url: format === "uri" || format === "url" || said("url") || /^(?:the )?(?:url|link)\b/.test(first),
    path: said("path"),
    address: said("address") && !/\bid\b/.test(name),
    phone: both("phone"),
    identifier:
      said("identifier") ||
      (name.endsWith(" number") && text(schema["type"]) === "string") ||
      /\b(?:unique identifier|identifier|ticker|the id)\b/.test(first) ||
      /\bid\b/.test(first),
    count: said("count") || tests.count.test(lower) || /^(?:number|count|limit|quantity|n|top|size)$/.test(name),
    unitName: said("unitName"),
    currency: both("currency"),
    language: both("language"),
    prose: both("prose"),
    topic: said("topic"),
    purpose: said("purpose"),
    formula: both("formula"),
    end: endOf(name, first),
    ordinal: ordinalOf(words, first),
    dateFormat: patternFormat(text(schema["pattern"])) ?? dateFormatOf(format, description),
    clock: /(?<![Dd][T ]|[Yy][T ])\b(?:HH|hh):(?:MM|mm)/.test(description),
    percent: percentOf(name, lower),
    share:
      /\b(?:rate|ratio|probability|chance|odds|fraction|share|proportion|yield|interest|discount|margin|growth|return|level|confidence|alpha|tax|tip|fee|commission|frequency|efficiency|humidity|brightness|volume|opacity|coverage|threshold|change|increase|decrease|inflation|risk|concentration|weight)\b/.test(
        `${name} ${first}`,
      ),
    unit: undefined,
    most: mostOf(schema, description),
    joint: commaSeparated.test(description) ? "," : undefined,
    period: datePeriod.exec(description)?.[1],
    cityState: cityAndState.test(description) && /[A-Z][a-z]+, [A-Z]{2}\b|city,? (?:and )?state/i.test(description),
  };
}

function mostOf({ type, maximum }: JsonObject, description: string): number | undefined {
  if (type !== "integer" && type !== "number") return undefined;
  if (typeof maximum === "number") return maximum;
  const stated = statedMost.exec(description)?.[1]?.replaceAll(",", "");
  return stated === undefined ? undefined : Number(stated);
}

function endOf(name: string, first: string): Hints["end"] {
  const all = `${name} ${first}`;
  if (mentions(name, "start name")) return "start";
  if (mentions(name, "end name")) return "end";
  if (mentions(name, "low")) return "low";
  if (/\b(?:maximum|upper|high)\b/.test(name)) return "high";
  if (mentions(all, "start")) return "start";
  if (mentions(all, "end")) return "end";
  return undefined;
}

const ordinalWords = wordTable<number>({ first: 1, second: 2, third: 3, fourth: 4, fifth: 5 });

function ordinalOf(words: readonly string[], first: string): number | undefined {
  const last = words.at(-1) ?? "";
  if (words.length > 1 && /^[1-5]$/.test(last)) return Number(last);
  if (words.length > 1 && /^[ab]$/.test(last)) return last === "a" ? 1 : 2;
  for (const word of words) if (ordinalWords[word] !== undefined) return ordinalWords[word];
  const match = /\bthe (first|second|third|fourth|fifth)\b/.exec(first);
  return match === null ? undefined : ordinalWords[match[1] ?? ""];
}

/** The only form of a date or time that the pattern of the schema accepts. A pattern that takes anything tells nothing. */
function patternFormat(source: string): string | undefined {
  const pattern = source === "" ? null : shortPattern(source);
  const accepted = Object.entries(forms).filter(
    ([, sample]) => pattern?.test(sample) === true && !pattern.test(`x${sample}x`),
  );
  return accepted.length === 1 ? accepted[0]?.[0] : undefined;
}

const forms = { "HH:mm": "13:45", "HH:mm:ss": "13:45:59", "YYYY-MM-DD": "2030-10-31", "YYYY-MM": "2030-10" };

/** A pattern of letters such as "YYYY-MM-DD", or "iso" forms from the schema or an example in the description. */
function dateFormatOf(format: string, description: string): string | undefined {
  if (format === "date") return "YYYY-MM-DD";
  if (format === "date-time") return "YYYY-MM-DDTHH:mm:ss";
  if (format === "time") return "HH:mm";
  const monthOnly = /\b(?:MM|mm)[-/](?:YYYY|yyyy)\b/.exec(description)?.[0];
  if (monthOnly !== undefined && !/(?:DD|dd)[-/]/.test(description)) return monthOnly.toUpperCase();
  const letters =
    /(?:YYYY|yyyy|MM|mm|DD|dd)[-/. ](?:MM|mm|DD|dd)(?:[-/. ](?:DD|dd|YYYY|yyyy|YYY|YY|yy))?(?:[T ]+(?:HH|hh):(?:MM|mm)(?::(?:SS|ss))?Z?)?/.exec(
      description,
    )?.[0];
  if (letters !== undefined) return normalLetters(letters);
  const spelt = /\b(year|month|day)([-/. ])(year|month|day)\2(year|month|day)\b/i.exec(description);
  if (spelt !== null) return [spelt[1], spelt[3], spelt[4]].map((part = "") => partLetters(part)).join(spelt[2]);
  if (/ISO[ -]?8601/i.test(description)) return /time/i.test(description) ? "YYYY-MM-DDTHH:mm:ss" : "YYYY-MM-DD";
  if (/\b\d{4}-\d{2}-\d{2}T\d{2}/.test(description)) return "YYYY-MM-DDTHH:mm:ss";
  if (/\b\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(description)) return "YYYY-MM-DD HH:mm";
  if (/\b\d{4}-\d{2}-\d{2}\b/.test(description)) return "YYYY-MM-DD";
  if (/\b\d{4}-\d{2}\b/.test(description)) return "YYYY-MM";
  if (/\b\d{2}\/\d{2}\/\d{4}\b/.test(description)) return "MM/DD/YYYY";
  if (/\b(?:HH|hh):(?:MM|mm)|24[- ]hour/.test(description)) return "HH:mm";
  return undefined;
}

function partLetters(part: string): string {
  return part
    .charAt(0)
    .toUpperCase()
    .repeat(/^y/i.test(part) ? 4 : 2);
}

function normalLetters(letters: string): string {
  const [date = "", time] = letters.split(/[T ]+(?=[Hh])/);
  const upper = date.toUpperCase().replace(/(?<!Y)YYY(?!Y)/, "YYYY");
  if (time === undefined) return upper;
  const separator = /T[Hh]/.test(letters) ? "T" : " ";
  return `${upper}${separator}${/ss/i.test(time) ? "HH:mm:ss" : "HH:mm"}${time.endsWith("Z") ? "Z" : ""}`;
}

function percentOf(name: string, lower: string): Hints["percent"] {
  if (fractionRange.test(lower)) return "fraction";
  if (/\bpercent(?:age)?\b|%/.test(`${name} ${lower}`)) return "percent";
  return undefined;
}
