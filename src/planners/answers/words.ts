import type { Speech } from "../speech.ts";

type Figures = { name: string; needed: string; there: string; more?: string };

type AnswerWords = {
  /** Nothing was found, and what was searched for. */
  nothing: (search: string) => string;
  more: string;
  /** Before what is closest to what was searched for, with the words that it lacks. */
  closest: (words: string) => string;
  /** A line of an order that the stock covers, and one that it does not. */
  covered: (figures: Figures) => string;
  uncovered: (figures: Figures) => string;
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
  value: "стоимость",
  average: "в среднем",
  "customer name": "клиент",
  "vendor name": "поставщик",
};

export const answerWords: Readonly<Record<Speech, AnswerWords>> = {
  en: {
    nothing: (search) => (search === "" ? "Nothing found." : `Nothing found for “${search}”.`),
    more: "… and {count} more",
    closest: (words) => `Nothing about “${words}”; closest:`,
    covered: ({ name, needed, there, more = "" }) => `Enough ${name}: ${needed} needed, ${there} there${more}`,
    uncovered: ({ name, needed, there, more = "" }) => `Not enough ${name}: ${needed} needed, ${there} there${more}`,
    label: (words) => words,
  },
  ru: {
    nothing: (search) => (search === "" ? "Ничего не найдено." : `По запросу «${search}» ничего не найдено.`),
    more: "… и ещё {count}",
    closest: (words) => `Про «${words}» сведений нет; ближайшее:`,
    covered: ({ name, needed, there, more = "" }) => `Хватает: ${name}, нужно ${needed}, есть ${there}${more}`,
    uncovered: ({ name, needed, there, more = "" }) => `Не хватает: ${name}, нужно ${needed}, есть ${there}${more}`,
    label: (words) => inRussian[words] ?? words,
  },
};
