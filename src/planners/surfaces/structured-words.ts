import type { Speech } from "../speech.ts";

/** Texts of structured steps. The contract forbids stylistic variance: one sentence per situation. */
export type StructuredWords = {
  call: (tool: string, asked: string) => string;
  callDeliverable: (tool: string) => string;
  downgrade: (asked: string, from: string) => string;
  downgradeDeliverable: (from: string) => string;
  note: (asked: string) => string;
  noteDeliverable: string;
  acceptance: (tool: string) => string;
  assumeDowngrade: (from: string) => string;
  riskDowngrade: (from: string) => string;
  prepare: (asked: string) => string;
  gather: (asked: string) => string;
  check: (asked: string) => string;
  record: (asked: string) => string;
  review: (asked: string, round: number) => string;
};

export const structuredWords: Record<Speech, StructuredWords> = {
  en: {
    call: (tool, asked) => `Call ${tool} for: ${asked}.`,
    callDeliverable: (tool) => `The output of ${tool}.`,
    downgrade: (asked, from) => `${from} is not available, so this step is downgraded to echo_tool: ${asked}.`,
    downgradeDeliverable: (from) => `The request as text from echo_tool, downgraded from ${from}.`,
    note: (asked) => `Needs no tool; echo_tool states it: ${asked}.`,
    noteDeliverable: "The statement as text from echo_tool.",
    acceptance: (tool) => `${tool} returns without an error.`,
    assumeDowngrade: (from) => `${from} is not in the tool whitelist.`,
    riskDowngrade: (from) => `The effect of ${from} does not happen.`,
    prepare: (asked) => `Prepare: ${asked}`,
    gather: (asked) => `Gather what is needed for: ${asked}`,
    check: (asked) => `Check the result of: ${asked}`,
    record: (asked) => `Record the outcome of: ${asked}`,
    review: (asked, round) => `Review ${round} of: ${asked}`,
  },
  ru: {
    call: (tool, asked) => `Вызвать ${tool}: ${asked}.`,
    callDeliverable: (tool) => `Ответ ${tool}.`,
    downgrade: (asked, from) => `${from} недоступен, поэтому шаг заменён на echo_tool: ${asked}.`,
    downgradeDeliverable: (from) => `Текст запроса от echo_tool вместо ${from}.`,
    note: (asked) => `Инструмент не нужен, echo_tool записывает: ${asked}.`,
    noteDeliverable: "Запись в виде текста от echo_tool.",
    acceptance: (tool) => `${tool} отвечает без ошибки.`,
    assumeDowngrade: (from) => `${from} нет в списке разрешённых инструментов.`,
    riskDowngrade: (from) => `То, что делает ${from}, не произойдёт.`,
    prepare: (asked) => `Подготовить: ${asked}`,
    gather: (asked) => `Собрать нужное для: ${asked}`,
    check: (asked) => `Проверить результат: ${asked}`,
    record: (asked) => `Записать итог: ${asked}`,
    review: (asked, round) => `Пересмотр ${round}: ${asked}`,
  },
};
