import { toolTitle } from "../../../src/contracts/api/tool-title.ts";
import { formatDate } from "../design/time.ts";
import type { Language, Translate } from "../i18n/i18n.ts";
import type { ShownStep } from "./shown-step.ts";

export { toolTitle };

export type Speech = { t: Translate; language: Language };

/** A step as a sentence from its content: `Create issue “Call the printer”, for Ilya, due 20 Nov 2026`. */
export function stepTitle(step: ShownStep, speech: Speech): string {
  if (step.title !== "") return step.title;
  // Its name says nothing; the plan describes the operations.
  if (step.name === "json.transform" && step.text !== "") return step.text;
  const { t } = speech;
  switch (step.kind) {
    case "message":
      return isReadable(step.args["content"]) ? quoted(step.args["content"], speech) : t("step.message");
    case "lookup":
      return [t("step.lookup"), ...(isReadable(step.args["query"]) ? [quoted(step.args["query"], speech)] : [])].join(
        " ",
      );
    case "safety":
      return t("step.safety", { name: toolTitle(step.name) });
    case "wait":
      return t("step.wait", { what: waitWords(step.args) });
    case "plan":
      return t("step.plan", { name: step.name });
    case "tool":
    case "action":
      return callTitle(step.name, step.args, speech);
    default:
      return step.kind satisfies never;
  }
}

function waitWords(wait: ShownStep["args"]): string {
  const { question, channel, until, seconds } = wait;
  const words = [question, channel, until].find((word) => typeof word === "string");
  return typeof words === "string" ? words : typeof seconds === "number" ? `${seconds} s` : "";
}

/** A call as a sentence: the tool's name in words, and what it is about. */
export function callTitle(tool: string, args: Readonly<Record<string, unknown>>, speech: Speech): string {
  const { t, language } = speech;
  const values = Object.entries(args).filter(([, value]) => isReadable(value));
  const main = subjects.map((name) => values.find(([key]) => name.test(key))).find((found) => found !== undefined);
  const more = values.flatMap(([key, value]) => {
    if (key === main?.[0]) return [];
    if (/assignee|owner|recipient|^to$/.test(key)) return [t("step.for", { name: String(value) })];
    if (/due|deadline/.test(key)) return [t("step.due", { date: dayOf(String(value), language) })];
    if (/stage|status/.test(key)) return [t("step.becomes", { value: String(value) })];
    return [];
  });
  const head = [toolTitle(tool), ...(main === undefined ? [] : [subjectOf(main, speech)])].join(" ");
  return [head, ...more].join(", ");
}

/** `team_id` is "Team id", `values.stage` is "Stage". */
export function fieldTitle(name: string): string {
  return toolTitle(name);
}

/** Arguments that name what a call is about, the most telling first. */
const subjects = [
  /title|subject|summary/,
  /name$/,
  /query|^q$|search/,
  /^(?:text|content|body|message)$/,
  /(?:^|_)id$|number$/,
];

function subjectOf([key, value]: [string, unknown], speech: Speech): string {
  return /(?:^|_)id$|number$/.test(key) ? String(value) : quoted(value, speech);
}

function quoted(value: unknown, { language }: Speech): string {
  const text = String(value).trim();
  const short = text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text;
  return language === "ru" ? `«${short}»` : `“${short}”`;
}

/** Short plain values; a reference to another step's result is not known yet. */
function isReadable(value: unknown): boolean {
  if (typeof value === "number") return true;
  return typeof value === "string" && value !== "" && value.length <= 2000 && !/\{\{|^\$/.test(value);
}

function dayOf(value: string, language: Language): string {
  return /^\d{4}-\d\d-\d\d/.test(value) ? formatDate(value, language) : value;
}
