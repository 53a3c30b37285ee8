import { plain } from "../grammar/profile/plain.ts";
import type { Speech } from "../speech.ts";
import type { Kind } from "./kinds.ts";

type Figures = { name: string; needed: string; there: string; more?: string };

type AnswerWords = {
  /** Nothing was found, and what was searched for. */
  nothing: (search: string) => string;
  /** What was asked for is no part of the data, and which data there is. */
  unknown: (search: string, data: string) => string;
  /** Words that say nothing here, and what the records that were asked for tell. */
  unclear: (search: string, known: string) => string;
  /** Several records fit what was said. */
  which: (records: string) => string;
  /** Records that are looked up by their number only. */
  byNumber: (kinds: string) => string;
  /** Asks for a change of a figure that was told as news. */
  setTo: (change: { name: string; id: string; field: string; is: string; becomes: string }) => string;
  /** The condition of an order, and the record that does not fit it. */
  notSo: (condition: string, record: string) => string;
  more: string;
  /** Before what is closest to what was searched for, with the words that it lacks. */
  closest: (words: string) => string;
  /** A line of an order that the stock covers, and one that it does not. */
  covered: (figures: Figures) => string;
  uncovered: (figures: Figures) => string;
  /** What is left of a thing when a line of an order is taken from it. */
  leaves: (figures: Figures) => string;
  /** What a field is called. */
  label: (words: string) => string;
};

const inRussian: Readonly<Record<string, string>> = {
  status: "статус",
  state: "состояние",
  total: "сумма",
  amount: "сумма",
  price: "цена",
  "unit price": "цена",
  "unit cost": "себестоимость",
  cost: "стоимость",
  quantity: "количество",
  "on hand": "на складе",
  reserved: "в резерве",
  "reorder point": "точка заказа",
  location: "место",
  city: "город",
  email: "почта",
  phone: "телефон",
  "valid until": "действует до",
  "due date": "срок",
  "sales rep": "менеджер",
  owner: "ответственный",
  currency: "валюта",
  count: "всего",
  name: "название",
  free: "свободно",
  difference: "разница",
  left: "останется",
  margin: "маржа",
  value: "стоимость",
  average: "в среднем",
  "customer name": "клиент",
  "vendor name": "поставщик",
  quotes: "коммерческие предложения",
  customers: "клиенты",
  vendors: "поставщики",
  items: "товары",
  orders: "заказы",
  "sales orders": "заказы клиентов",
  "purchase orders": "заказы поставщикам",
  tasks: "задачи",
  issues: "задачи",
  projects: "проекты",
  meetings: "встречи",
  notes: "заметки",
  members: "участники",
  users: "пользователи",
  teams: "команды",
};

export const answerWords: Readonly<Record<Speech, AnswerWords>> = {
  en: {
    nothing: (search) => (search === "" ? "Nothing found." : `Nothing found for “${search}”.`),
    unknown: (search, data) => `Nothing found for “${search}”: that is not in the data here (${data}).`,
    unclear: (search, known) => `I do not know what “${search}” means here. Known are ${known}. What do you mean?`,
    which: (records) => `Which one do you mean: ${records}?`,
    byNumber: (kinds) => `${kinds} by number`,
    setTo: ({ name, id, field, is, becomes }) =>
      `${name} (${id}): ${field} ${is} now. Should it be ${becomes}? Then say “set ${id} stock to ${becomes}”.`,
    notSo: (condition, record) => `${record}. So it is not as you said (“${condition}”), and nothing is done.`,
    more: "… and {count} more",
    closest: (words) => `Nothing about “${words}”; closest:`,
    covered: ({ name, needed, there, more = "" }) => `Enough ${name}: ${needed} needed, ${there} there${more}`,
    uncovered: ({ name, needed, there, more = "" }) => `Not enough ${name}: ${needed} needed, ${there} there${more}`,
    leaves: ({ name, needed, there }) => `${name}: {left} left of ${there} after ${needed}`,
    label: (words) => words,
  },
  ru: {
    nothing: (search) => (search === "" ? "Ничего не найдено." : `По запросу «${search}» ничего не найдено.`),
    unknown: (search, data) => `По запросу «${search}» ничего не найдено: таких данных здесь нет (есть ${data}).`,
    unclear: (search, known) => `Не знаю, что здесь значит «${search}». Известно: ${known}. Что имеется в виду?`,
    which: (records) => `Что из этого имеется в виду: ${records}?`,
    byNumber: (kinds) => `${kinds} по номеру`,
    setTo: ({ name, id, field, is, becomes }) =>
      `${name} (${id}): ${field} сейчас ${is}. Записать ${becomes}? Тогда скажите «поставь остаток ${id} ${becomes}».`,
    notSo: (condition, record) => `${record}. Условие не выполнено («${condition}»), поэтому ничего не сделано.`,
    more: "… и ещё {count}",
    closest: (words) => `Про «${words}» сведений нет; ближайшее:`,
    covered: ({ name, needed, there, more = "" }) => `Хватает: ${name}, нужно ${needed}, есть ${there}${more}`,
    uncovered: ({ name, needed, there, more = "" }) => `Не хватает: ${name}, нужно ${needed}, есть ${there}${more}`,
    leaves: ({ name, needed, there }) => `${name}: останется {left} из ${there}, уйдёт ${needed}`,
    label: (words) => inRussian[words] ?? words,
  },
};

const mostKinds = 8;

/** Which records there are, for a person who asked for something else. */
export function dataOf(kinds: readonly Kind[], speech: Speech): string {
  const { label, byNumber } = answerWords[speech];
  const listed = kinds.flatMap(({ rows }) => (rows === undefined ? [] : [rows.replaceAll("_", " ")]));
  const single = kinds
    .filter(
      ({ rows, nouns }) => rows === undefined && !kinds.some((one) => one.rows !== undefined && sharesNoun(one, nouns)),
    )
    .map(({ words }) => `${words}s`);
  const names = [...new Set(listed.map(label))].slice(0, mostKinds);
  return [...names, ...new Set(single.map((words) => byNumber(label(words))))].join(", ");
}

/** What the records of a kind tell: their fields, with the few values that one may have. */
export function knownOf({ fields, rows, words }: Kind, speech: Speech): string {
  const { label } = answerWords[speech];
  const told = fields.filter(({ sense }) => sense !== "id" && sense !== "list" && sense !== "currency");
  const names = told.map((field) => {
    const values = field.values.length === 0 ? "" : ` (${field.values.map(plain).join(", ")})`;
    return `${label(field.words)}${values}`;
  });
  return `${label((rows ?? words).replaceAll("_", " "))}: ${names.join(", ")}`;
}

function sharesNoun(kind: Kind, nouns: ReadonlySet<string>): boolean {
  return [...kind.nouns].some((noun) => nouns.has(noun));
}
