import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Step, ToolStep } from "../../plan/step.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { Help } from "../grammar/goal.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { shorten } from "../shorten.ts";
import { type Speech, speechOf } from "../speech.ts";
import { toolboxOf } from "../toolbox-of.ts";
import type { ActionSummary } from "./action-summary.ts";
import { describeOperations, transformTool } from "./describe-operations.ts";
import type { ResultFact } from "./result-facts.ts";

/** The content of the closing message: what was done, in English, and facts from the results as references. */
export type CompletedWork = {
  /** Undefined where it would be parsed as references. */
  goal: string | undefined;
  calls: readonly CompletedCall[];
  facts: readonly ResultFact[];
};
type CompletedCall = { description: string; action: ActionSummary | undefined };

/** Why a plan is as it is: its tools, and the words that led to them. */
type PlanReasons = { tools: readonly string[]; words: readonly string[]; kind: Step["kind"] };

type Words = {
  rationale: (why: PlanReasons) => string;
  tellStep: string;
  lookupStep: string;
  askStep: string;
  refuseStep: string;
  /** The closing message of a plan that only reads, and of one that writes. */
  found: (told: CompletedWork) => string;
  done: (told: CompletedWork) => string;
  /** No passage of the knowledge base answers; what can be said instead. */
  noArticle: (examples: readonly string[]) => string;
  rephrase: string;
  refuse: (help: Help) => string;
  foundSummary: string;
  doneSummary: (told: CompletedWork) => string;
  askSummary: string;
  refuseSummary: string;
};

const words: Record<Speech, Words> = {
  en: {
    rationale: ({ tools, words, kind }) => {
      if (kind === "lookup") return "The request asks how something is done, so the knowledge base is searched.";
      if (tools.length === 0) return "No step is certain enough, so the person is answered or asked.";
      const led = words.length === 0 ? "the whole request" : quotedList(words, "en");
      return `Planned with ${tools.join(", ")} because of ${led}.`;
    },
    tellStep: "Report the result",
    lookupStep: "Search the knowledge base",
    askStep: "Ask for what is missing",
    refuseStep: "Report that no tool matches",
    found: ({ calls: deeds, facts }) =>
      facts.length === 0 ? `Here is what I found. ${listOf(deeds)}.` : `Here is what I found: ${factsIn("en", facts)}.`,
    done: ({ calls: deeds, facts }) => {
      const verbs = deeds.flatMap(({ action: told }) => told?.done ?? []);
      const what = verbs.length === deeds.length ? `I've ${verbs.join("; ")}` : `Done: ${listOf(deeds)}`;
      return facts.length === 0 ? `${what}.` : `${what}: ${factsIn("en", facts)}.`;
    },
    noArticle: (examples) => `The knowledge base has no answer to that.${sayable(examples, "en")}`,
    rephrase: "I did not understand what to do. Could you put it another way?",
    refuse: ({ talk, unknown, examples, data, absent }) => {
      const said = sayable(examples, "en");
      if (absent !== undefined)
        return `There are no such records here: “${absent}”. What can be looked up: ${data ?? ""}.`;
      if (talk === "thanks") return "You are welcome.";
      if (talk === "overlong") return "That is more than I can plan at once. Please send it in parts.";
      if (talk === "greeting") return `Hello.${said}`;
      if (talk === "abilities") return said.trim() || "I can use no tool here yet.";
      const words = unknown.length === 0 ? "" : `: I do not understand ${quotedList(unknown, "en")}`;
      const known = data === undefined ? "" : ` The data here: ${data}.`;
      return `I have no tool for that${words}.${known}${said}`;
    },
    foundSummary: "Answer ready",
    doneSummary: ({ calls: deeds }) => (deeds.length === 1 ? deeds[0]?.action?.summary : undefined) ?? "Done",
    askSummary: "A question first",
    refuseSummary: "No suitable tool",
  },
  ru: {
    rationale: ({ tools, words, kind }) => {
      if (kind === "lookup") return "Спрашивают, как что-то сделать, поэтому ищем в базе знаний.";
      if (tools.length === 0) return "Ни один шаг не ясен достаточно, поэтому нужен ответ или вопрос человеку.";
      const led = words.length === 0 ? "запрос целиком" : quotedList(words, "ru");
      return `План с ${tools.join(", ")}, потому что в запросе есть ${led}.`;
    },
    tellStep: "Сообщить, что получилось",
    lookupStep: "Поискать в базе знаний",
    askStep: "Спросить недостающее",
    refuseStep: "Сказать, что подходящего инструмента нет",
    found: ({ goal, calls: deeds, facts }) =>
      facts.length === 0
        ? `Вот что нашлось: ${quoted(goal) ?? listOf(deeds)}.`
        : `Вот что нашлось: ${factsIn("ru", facts)}.`,
    // Tools are described in English, so the message quotes the request instead.
    done: ({ goal, calls: deeds, facts }) => {
      const what = `Сделано: ${quoted(goal) ?? listOf(deeds)}.`;
      return facts.length === 0 ? what : `${what} ${capital(factsIn("ru", facts))}.`;
    },
    noArticle: (examples) => `В базе знаний нет ответа на это.${sayable(examples, "ru")}`,
    rephrase: "Не удалось понять, что сделать. Скажите, пожалуйста, иначе.",
    refuse: ({ talk, unknown, examples, data, absent }) => {
      const said = sayable(examples, "ru");
      if (absent !== undefined) return `Таких записей здесь нет: «${absent}». Посмотреть можно: ${data ?? ""}.`;
      if (talk === "thanks") return "Пожалуйста.";
      if (talk === "overlong") return "Это больше, чем я могу спланировать за раз. Пришлите, пожалуйста, по частям.";
      if (talk === "greeting") return `Здравствуйте.${said}`;
      if (talk === "abilities") return said.trim() || "Инструментов здесь пока нет.";
      const words = unknown.length === 0 ? "" : `: не понимаю ${quotedList(unknown, "ru")}`;
      const known = data === undefined ? "" : ` Здесь есть данные: ${data}.`;
      return `Для этого у меня нет инструмента${words}.${known}${said}`;
    },
    foundSummary: "Ответ готов",
    doneSummary: () => "Готово",
    askSummary: "Сначала вопрос",
    refuseSummary: "Нет подходящего инструмента",
  },
};

function sayable(examples: readonly string[], speech: Speech): string {
  const opening = { en: "You can say, for example:", ru: "Можно сказать, например:" }[speech];
  return examples.length === 0 ? "" : ` ${opening} ${quotedList(examples, speech)}.`;
}

const russianVerbs: Readonly<Record<string, string>> = {
  id: "номер",
  number: "номер",
  status: "статус",
  state: "состояние",
  total: "сумма",
  amount: "сумма",
  count: "всего",
  name: "название",
  title: "название",
  url: "ссылка",
  link: "ссылка",
  quantity: "количество",
  before: "было",
  after: "стало",
};

function factsIn(speech: Speech, facts: readonly ResultFact[]): string {
  const said = facts.map(({ label, reference }) => {
    // "po id" and "order id" are the id of the created record.
    if (speech === "ru") return `${russianVerbs[label.split(" ").at(-1) ?? ""] ?? label} ${reference}`;
    return label === "count" ? `${reference} in all` : `${label} ${reference}`;
  });
  return said.join(", ");
}

/** At most a few words are repeated to the person. */
const mostQuoted = 4;

function quotedList(words: readonly string[], speech: Speech): string {
  const [open, close] = speech === "ru" ? ["«", "»"] : ["“", "”"];
  return words
    .slice(0, mostQuoted)
    .filter((word) => !word.includes("{{"))
    .map((word) => `${open}${shorten(word, 60)}${close}`)
    .join(", ");
}

function quoted(goal: string | undefined): string | undefined {
  return goal && `«${goal}»`;
}

function listOf(deeds: readonly CompletedCall[]): string {
  return deeds.map(({ description }) => description).join("; ");
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function wordsOf(request: Pick<PlannerRequest, "goal" | "locale">): Words {
  return words[speechOf(request)];
}

/** The first sentence of the tool's description with the literal arguments, or the operations of a transformation. */
export function describeCall(step: ToolStep, request: PlannerRequest): string {
  const { tool, args } = step;
  const { toolbox } = request;
  const operations = tool === transformTool ? describeOperations(args["operations"], speechOf(request)) : undefined;
  if (operations !== undefined) return operations;
  const spec = toolboxOf(toolbox).get(tool);
  const sentence = (spec === undefined ? undefined : sentenceOf(spec)) || tool;
  const values = Object.values(args)
    .map((value) => (typeof value === "number" ? String(value) : value))
    .flatMap((value) => (typeof value === "string" && !value.includes("{{") ? [shorten(value, 60)] : []));
  return values.length === 0 ? sentence : `${sentence} (${values.join(", ")})`;
}

/** The first sentence of a tool's description. */
export const sentenceOf = memoizeByIdentity(
  ({ description }: ToolSpec): string => /^[^.\n]+/u.exec(description.trim())?.[0].trim() ?? "",
);
