import type { JsonObject } from "../../plan/json.ts";
import { urlOf } from "../crm/record-tools.ts";
import type { CrmRecord, CrmTask, Meeting, Note, ObjectType } from "../workspace.ts";
import { people } from "./people.ts";
import type { Calendar } from "./calendar.ts";

type Company = readonly [id: string, name: string, domain: string, city: string, industry: string];

const companies: readonly Company[] = [
  ["comp_romashka", "ООО «Ромашка»", "romashka.example", "Москва", "Цветы и подарки"],
  ["comp_sever", "Кофейни «Север»", "sever-coffee.example", "Санкт-Петербург", "Общепит"],
  ["comp_alfastroy", "Альфа Строй", "alfastroy.example", "Казань", "Строительство"],
  ["comp_alfamed", "Альфа Мед", "alfamed.example", "Москва", "Клиники"],
  ["comp_vektor", "Вектор Логистика", "vektor.example", "Екатеринбург", "Логистика"],
  ["comp_luch", "Завод «Луч»", "luch.example", "Тула", "Производство"],
  ["comp_mirta", "Мирта Косметика", "mirta.example", "Москва", "Косметика"],
  ["comp_acme", "Acme Fabrication", "acme.example", "Seattle", "Manufacturing"],
  ["comp_lakeside", "Lakeside Bakery", "lakeside.example", "Madison", "Food"],
  ["comp_northwind", "Northwind Traders", "northwind.example", "Portland", "Wholesale"],
];

type Deal = readonly [name: string, stage: string, value: number, company: string, owner: number, closeInDays: number];

/** "Ромашка" is one deal, "Альфа" two, "Север" more than a page of a pick list holds. */
const deals: readonly Deal[] = [
  ["Ромашка", "negotiation", 1_450_000, "comp_romashka", 0, 12],
  ["Альфа Строй: корпоративный сайт", "proposal_sent", 980_000, "comp_alfastroy", 1, 20],
  ["Альфа Мед: личный кабинет", "briefing", 2_300_000, "comp_alfamed", 0, 45],
  ["Север: фирменный стиль", "won", 640_000, "comp_sever", 2, -10],
  ["Север: меню", "won", 180_000, "comp_sever", 2, -4],
  ["Север: сайт", "contract_approval", 870_000, "comp_sever", 2, 9],
  ["Север: приложение", "qualification", 3_200_000, "comp_sever", 0, 80],
  ["Север: упаковка", "negotiation", 410_000, "comp_sever", 2, 15],
  ["Север: фотосессия", "new_lead", 120_000, "comp_sever", 4, 30],
  ["Север: вывески Арбат", "proposal_sent", 260_000, "comp_sever", 4, 18],
  ["Север: вывески Таганка", "proposal_sent", 260_000, "comp_sever", 4, 18],
  ["Север: вывески Пулково", "paused", 310_000, "comp_sever", 4, 60],
  ["Север: рассылка", "lost", 90_000, "comp_sever", 4, -30],
  ["Вектор: редизайн кабинета", "qualification", 1_900_000, "comp_vektor", 1, 50],
  ["Луч: каталог продукции", "paused", 720_000, "comp_luch", 1, 40],
  ["Мирта: промо-сайт", "new_lead", 550_000, "comp_mirta", 0, 35],
  ["Acme website", "negotiation", 1_200_000, "comp_acme", 3, 14],
  ["Acme product catalogue", "briefing", 600_000, "comp_acme", 3, 40],
  ["Lakeside brand refresh", "proposal_sent", 480_000, "comp_lakeside", 3, 22],
  ["Northwind storefront", "lost", 1_100_000, "comp_northwind", 3, -20],
];

type Contact = readonly [name: string, email: string, title: string, company: string];

const contacts: readonly Contact[] = [
  ["Ольга Лебедева", "o.lebedeva@romashka.example", "Директор по маркетингу", "comp_romashka"],
  ["Сергей Иванов", "ivanov@romashka.example", "Закупки", "comp_romashka"],
  ["Сергей Иванцов", "ivantsov@sever-coffee.example", "Управляющий сетью", "comp_sever"],
  ["Алина Гараева", "garaeva@alfastroy.example", "Руководитель отдела рекламы", "comp_alfastroy"],
  ["Пётр Соловьёв", "soloviev@alfamed.example", "Технический директор", "comp_alfamed"],
  ["Наталья Орлова", "orlova@vektor.example", "Директор по продукту", "comp_vektor"],
  ["Виктор Кузнецов", "kuznetsov@luch.example", "Коммерческий директор", "comp_luch"],
  ["Jane Cooper", "jane.cooper@acme.example", "Head of Marketing", "comp_acme"],
  ["Mark Ellis", "mark@lakeside.example", "Owner", "comp_lakeside"],
];

const notes: readonly (readonly [deal: number, title: string, content: string])[] = [
  [0, "Созвон", "Бюджет согласован, ждут договор. Старт хотят в этом месяце."],
  [5, "Юристы", "Правки в пункт о передаче прав, вернутся на неделе."],
  [16, "Call", "They want the catalogue linked from the new site."],
];

type SeedActivity = readonly [what: string, inDays: number, deal: number];

const tasks: readonly SeedActivity[] = [
  ["Отправить договор Ромашке", -2, 0],
  ["Позвонить в Альфа Строй по КП", -5, 1],
  ["Send the revised estimate to Acme", 3, 16],
];

const meetings: readonly SeedActivity[] = [
  ["Ромашка: обсуждение договора", 2, 0],
  ["Север: макеты меню", -3, 4],
  ["Acme weekly", 5, 16],
];

type CrmSeed = { records: CrmRecord[]; notes: Note[]; tasks: CrmTask[]; meetings: Meeting[] };

export function seedCrm(calendar: Calendar): CrmSeed {
  const record = (object: ObjectType, id: string, values: JsonObject): CrmRecord => {
    const [created_at, updated_at] = [calendar.time(-60), calendar.time(-2)];
    return { id, object, values, web_url: urlOf(object, id), created_at, updated_at };
  };
  const names = new Map(companies.map(([id, name]) => [id, name]));
  const company = (id: string): JsonObject => ({ company_id: id, company: names.get(id) ?? "" });
  const records = [
    ...deals.map(([name, stage, value, client, owner, days], at) => {
      const [by, close_date] = [people[owner] ?? people[0], calendar.day(days)];
      const who = { owner: by.name, owner_id: by.id };
      const currency = client === "comp_acme" || client === "comp_lakeside" ? "USD" : "RUB";
      return record("deals", numbered("deal", at), {
        name,
        stage,
        value,
        currency,
        ...company(client),
        ...who,
        close_date,
      });
    }),
    ...companies.map(([id, name, domain, city, industry]) => record("companies", id, { name, domain, city, industry })),
    ...contacts.map(([name, email, job_title, client], at) =>
      record("people", numbered("pers", at), { name, email, job_title, ...company(client) }),
    ),
  ];
  return { records, ...seedTalk(calendar) };
}

/** What was said and promised to clients. */
function seedTalk(calendar: Calendar): Omit<CrmSeed, "records"> {
  const note = ([deal, title, content]: readonly [number, string, string], at: number): Note => ({
    id: numbered("note", at),
    parent_object: "deals",
    parent_record_id: numbered("deal", deal),
    title,
    content,
    created_at: calendar.time(-7 + at),
  });
  const task = ([content, days, deal]: SeedActivity, at: number): CrmTask => ({
    id: numbered("task", at),
    content,
    deadline_at: calendar.day(days),
    is_completed: false,
    assignee_id: people[at % people.length]?.id ?? people[0].id,
    linked_record_id: numbered("deal", deal),
    created_at: calendar.time(-14),
    updated_at: calendar.time(-14),
  });
  const meeting = ([title, days, deal]: SeedActivity, at: number): Meeting => ({
    id: numbered("meet", at),
    title,
    starts_at: calendar.time(days, 11),
    ends_at: calendar.time(days, 12),
    participants: [people[0].email],
    linked_record_id: numbered("deal", deal),
    created_at: calendar.time(-5),
  });
  return {
    notes: notes.map(note),
    tasks: tasks.map(task),
    meetings: meetings.map(meeting),
  };
}

function numbered(prefix: string, at: number): string {
  return `${prefix}_${String(at + 1).padStart(4, "0")}`;
}
