import type { Speech } from "../speech.ts";

type Words = {
  notFound(said: string): string;
  several(said: string, count: number): string;
  already(what: string): string;
  unavailable(details: string): string;
  impossible(what: string): string;
  notUnderstood(words: string): string;
  nothingToDo(): string;
  missing(field: string): string;
  which(said: string): string;
  bulk(count: number): string;
  destructive(count: number): string;
  rate(count: number): string;
  nothingFound(said: string): string;
  /** What is done to a record, before its noun. */
  deeds: Readonly<Record<string, string>>;
};

/** What a plan says of itself, in the person's language. */
export const say: Readonly<Record<Speech, Words>> = {
  en: {
    notFound: (said) => `Nothing is called "${said}". Please say it another way.`,
    several: (said, count) => `"${said}" may be any of ${count}.`,
    already: (what) => `Already so: ${what}`,
    unavailable: (details) => `I could not look it up (${details}). Please try again.`,
    impossible: (what) => `There is no tool for that (${what}).`,
    notUnderstood: (words) => `I do not understand "${words}". Please say what is to be done.`,
    nothingToDo: () => "There is nothing to do.",
    missing: (field) => `What should ${field} be?`,
    which: (said) => `Which one is "${said}"?`,
    bulk: (count) => `${count} changes at once`,
    destructive: (count) => (count === 1 ? "one action deletes something" : `${count} actions delete something`),
    rate: (count) => `${count} calls in a row may be slowed down`,
    nothingFound: (said) => `Nothing found: ${said}`,
    deeds: { remove: "delete", create: "new" },
  },
  ru: {
    notFound: (said) => `Ничего не нашлось: «${said}». Уточните название.`,
    several: (said, count) => `«${said}»: подходит ${count}.`,
    already: (what) => `Уже так: ${what}`,
    unavailable: (details) => `Не удалось проверить (${details}). Попробуйте ещё раз.`,
    impossible: (what) => `Для этого нет инструмента (${what}).`,
    notUnderstood: (words) => `Не понял: «${words}». Скажите, что нужно сделать.`,
    nothingToDo: () => "Делать нечего.",
    missing: (field) => `Что указать: ${field}?`,
    which: (said) => `Что имеется в виду: «${said}»?`,
    bulk: (count) => `Изменений сразу: ${count}`,
    destructive: (count) => `Из них удалений: ${count}`,
    rate: (count) => `${count} вызовов подряд: сервис может притормозить`,
    nothingFound: (said) => `Не нашлось: ${said}`,
    deeds: { remove: "удалить:", create: "создать:" },
  },
};
