import type { ToolStep } from "../../plan/step.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import { shorten } from "../shorten.ts";
import { type Speech, speechOf } from "../speech.ts";

type Words = {
  tellStep: string;
  lookupStep: string;
  askStep: string;
  refuseStep: string;
  found: (what: string) => string;
  done: (what: string) => string;
  articles: string;
  rephrase: string;
  refuse: (nearest: readonly string[]) => string;
  foundSummary: string;
  doneSummary: string;
  askSummary: string;
  refuseSummary: string;
};

const words: Record<Speech, Words> = {
  en: {
    tellStep: "Tell the person what came of it",
    lookupStep: "Search the knowledge base",
    askStep: "Ask for what is missing",
    refuseStep: "Say that no tool fits",
    found: (what) => `Here is what I found. ${what}.`,
    done: (what) => `Done: ${what}.`,
    articles: "Here is what the knowledge base says about it.",
    rephrase: "I did not understand what to do. Could you put it another way?",
    refuse: (nearest) =>
      nearest.length === 0
        ? "I have no tool for that."
        : `I have no tool for that. The nearest I have: ${nearest.join(", ")}.`,
    foundSummary: "Answer ready",
    doneSummary: "Done",
    askSummary: "A question first",
    refuseSummary: "No suitable tool",
  },
  ru: {
    tellStep: "Сообщить, что получилось",
    lookupStep: "Поискать в базе знаний",
    askStep: "Спросить недостающее",
    refuseStep: "Сказать, что подходящего инструмента нет",
    found: (what) => `Вот что нашлось. ${what}.`,
    done: (what) => `Готово: ${what}.`,
    articles: "Вот что об этом говорит база знаний.",
    rephrase: "Не удалось понять, что сделать. Скажите, пожалуйста, иначе.",
    refuse: (nearest) =>
      nearest.length === 0
        ? "Для этого у меня нет инструмента."
        : `Для этого у меня нет инструмента. Ближайшие: ${nearest.join(", ")}.`,
    foundSummary: "Ответ готов",
    doneSummary: "Готово",
    askSummary: "Сначала вопрос",
    refuseSummary: "Нет подходящего инструмента",
  },
};

export function wordsOf(request: PlannerRequest): Words {
  return words[speechOf(request)];
}

/** The tool's own first sentence, with the plain values it is called with. */
export function describeCall({ tool, args }: ToolStep, { toolbox }: PlannerRequest): string {
  const description = toolbox.find(({ name }) => name === tool)?.description ?? "";
  const sentence = /^[^.\n]+/u.exec(description.trim())?.[0].trim() ?? tool;
  const values = Object.values(args)
    .map((value) => (typeof value === "number" ? String(value) : value))
    .flatMap((value) => (typeof value === "string" && !value.includes("{{") ? [shorten(value, 60)] : []));
  return values.length === 0 ? sentence : `${sentence} (${values.join(", ")})`;
}
