import type { Speech } from "../speech.ts";

type AnswerWords = {
  /** Nothing was found, and what was searched for. */
  nothing: (search: string) => string;
  more: string;
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
};

export const answerWords: Readonly<Record<Speech, AnswerWords>> = {
  en: {
    nothing: (search) => (search === "" ? "Nothing found." : `Nothing found for “${search}”.`),
    more: "… and {count} more",
    label: (words) => words,
  },
  ru: {
    nothing: (search) => (search === "" ? "Ничего не найдено." : `По запросу «${search}» ничего не найдено.`),
    more: "… и ещё {count}",
    label: (words) => inRussian[words] ?? words,
  },
};
