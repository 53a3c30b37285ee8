import type { ToolStep } from "../../plan/step.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { shorten } from "../shorten.ts";
import { type Speech, speechOf } from "../speech.ts";
import { toolboxOf } from "../toolbox-of.ts";
import type { ToldDeed } from "./told-deed.ts";
import type { ToldFact } from "./told-facts.ts";

/** What there is to tell at the end: the deeds, in English, and the facts of their results, each with its reference. */
export type Told = {
  /** Undefined where its words would be taken for references. */ goal: string | undefined;
  deeds: readonly Deed[];
  facts: readonly ToldFact[];
};
type Deed = { description: string; told: ToldDeed | undefined };

type Words = {
  tellStep: string;
  lookupStep: string;
  askStep: string;
  refuseStep: string;
  /** The last word of a plan that only reads, and of one that changes something. */
  found: (told: Told) => string;
  done: (told: Told) => string;
  articles: string;
  rephrase: string;
  refuse: (nearest: readonly string[]) => string;
  foundSummary: string;
  doneSummary: (told: Told) => string;
  askSummary: string;
  refuseSummary: string;
};

const words: Record<Speech, Words> = {
  en: {
    tellStep: "Tell the person what came of it",
    lookupStep: "Search the knowledge base",
    askStep: "Ask for what is missing",
    refuseStep: "Say that no tool fits",
    found: ({ deeds, facts }) =>
      facts.length === 0 ? `Here is what I found. ${listOf(deeds)}.` : `Here is what I found: ${factsIn("en", facts)}.`,
    done: ({ deeds, facts }) => {
      const verbs = deeds.flatMap(({ told }) => told?.done ?? []);
      const what = verbs.length === deeds.length ? `I've ${verbs.join("; ")}` : `Done: ${listOf(deeds)}`;
      return facts.length === 0 ? `${what}.` : `${what}: ${factsIn("en", facts)}.`;
    },
    articles: "Here is what the knowledge base says about it.",
    rephrase: "I did not understand what to do. Could you put it another way?",
    refuse: (nearest) =>
      nearest.length === 0
        ? "I have no tool for that."
        : `I have no tool for that. The nearest I have: ${nearest.join(", ")}.`,
    foundSummary: "Answer ready",
    doneSummary: ({ deeds }) => (deeds.length === 1 ? deeds[0]?.told?.summary : undefined) ?? "Done",
    askSummary: "A question first",
    refuseSummary: "No suitable tool",
  },
  ru: {
    tellStep: "Сообщить, что получилось",
    lookupStep: "Поискать в базе знаний",
    askStep: "Спросить недостающее",
    refuseStep: "Сказать, что подходящего инструмента нет",
    found: ({ goal, deeds, facts }) =>
      facts.length === 0
        ? `Вот что нашлось: ${quoted(goal) ?? listOf(deeds)}.`
        : `Вот что нашлось: ${factsIn("ru", facts)}.`,
    // Tools are described in English; what was asked for is best said in the person's own words.
    done: ({ goal, deeds, facts }) => {
      const what = `Сделано: ${quoted(goal) ?? listOf(deeds)}.`;
      return facts.length === 0 ? what : `${what} ${capital(factsIn("ru", facts))}.`;
    },
    articles: "Вот что об этом говорит база знаний.",
    rephrase: "Не удалось понять, что сделать. Скажите, пожалуйста, иначе.",
    refuse: (nearest) =>
      nearest.length === 0
        ? "Для этого у меня нет инструмента."
        : `Для этого у меня нет инструмента. Ближайшие: ${nearest.join(", ")}.`,
    foundSummary: "Ответ готов",
    doneSummary: () => "Готово",
    askSummary: "Сначала вопрос",
    refuseSummary: "Нет подходящего инструмента",
  },
};

const inRussian: Readonly<Record<string, string>> = {
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

function factsIn(speech: Speech, facts: readonly ToldFact[]): string {
  const said = facts.map(({ label, reference }) => {
    // "po id" and "order id" are the number of what was made.
    if (speech === "ru") return `${inRussian[label.split(" ").at(-1) ?? ""] ?? label} ${reference}`;
    return label === "count" ? `${reference} in all` : `${label} ${reference}`;
  });
  return said.join(", ");
}

function quoted(goal: string | undefined): string | undefined {
  return goal && `«${goal}»`;
}

function listOf(deeds: readonly Deed[]): string {
  return deeds.map(({ description }) => description).join("; ");
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function wordsOf(request: Pick<PlannerRequest, "goal" | "locale">): Words {
  return words[speechOf(request)];
}

/** The tool's own first sentence, with the plain values it is called with. */
export function describeCall(step: ToolStep, { toolbox }: PlannerRequest): string {
  const { tool, args } = step;
  const sentence = sentenceOf(toolboxOf(toolbox).get(tool)) ?? tool;
  const values = Object.values(args)
    .map((value) => (typeof value === "number" ? String(value) : value))
    .flatMap((value) => (typeof value === "string" && !value.includes("{{") ? [shorten(value, 60)] : []));
  return values.length === 0 ? sentence : `${sentence} (${values.join(", ")})`;
}

/** The first sentence of a tool's description. */
export function sentenceOf(spec: ToolSpec | undefined): string | undefined {
  return /^[^.\n]+/u.exec(spec?.description.trim() ?? "")?.[0].trim();
}
