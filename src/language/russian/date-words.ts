/** Words of the calendar in the forms they are said in. */

export const relativeDays: ReadonlyMap<string, number> = new Map(
  Object.entries({
    сегодня: 0,
    завтра: 1,
    послезавтра: 2,
    вчера: -1,
    позавчера: -2,
    сегодняшний: 0,
    завтрашний: 1,
    завтрашнего: 1,
    завтрашнему: 1,
    вчерашний: -1,
  }),
);

const months = [
  "январь января январе январю янв",
  "февраль февраля феврале февралю фев",
  "март марта марте марту мар",
  "апрель апреля апреле апрелю апр",
  "май мая мае маю",
  "июнь июня июне июню",
  "июль июля июле июлю",
  "август августа августе августу авг",
  "сентябрь сентября сентябре сентябрю сен сент",
  "октябрь октября октябре октябрю окт",
  "ноябрь ноября ноябре ноябрю ноя нояб",
  "декабрь декабря декабре декабрю дек",
];

const weekdays = [
  "понедельник понедельника понедельнику понедельником пн",
  "вторник вторника вторнику вторником вт",
  "среда среды среде среду средой ср",
  "четверг четверга четвергу четвергом чт",
  "пятница пятницы пятнице пятницу пятницей пт",
  "суббота субботы субботе субботу субботой сб",
  "воскресенье воскресенья воскресенью воскресеньем вс",
];

/** Form to 1–12. */
export const monthOf: ReadonlyMap<string, number> = numbered(months);
/** Form to 1–7, Monday first. */
export const weekdayNumber: ReadonlyMap<string, number> = numbered(weekdays);

export type Period = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

export const periodOf: ReadonlyMap<string, Period> = new Map<string, Period>(
  (
    [
      ["minute", "минута минуты минуту минут минуте минутку мин"],
      ["hour", "час часа часов часу часик ч"],
      ["day", "день дня дней дню сутки суток дн"],
      ["week", "неделя недели неделю недель неделе неделю-другую нед"],
      ["month", "месяц месяца месяцев месяцу месяце мес"],
      ["quarter", "квартал квартала кварталов кварталу квартале"],
      ["year", "год года лет году"],
    ] as const
  ).flatMap(([period, forms]) => forms.split(" ").map((form) => [form, period] as const)),
);

/** This, next, last, by the form that agrees with the noun. */
export function shiftOf(word: string): -1 | 0 | 1 | undefined {
  if (/^(?:эт(?:от|а|о|у|ой|ом|ого|ому)|текущ[а-я]+|нынешн[а-я]+|сей)$/.test(word)) return 0;
  if (/^(?:следующ[а-я]+|будущ[а-я]+)$/.test(word)) return 1;
  if (/^(?:прошл[а-я]+|предыдущ[а-я]+|минувш[а-я]+)$/.test(word)) return -1;
  return undefined;
}

/** The hour a part of the day stands for, where the text gives no clock time. */
export const partsOfDay: ReadonlyMap<string, number> = new Map(
  Object.entries({
    утром: 9,
    утра: 9,
    днем: 14,
    вечером: 19,
    вечера: 19,
    вечеру: 19,
    ночью: 23,
    полдень: 12,
    полудню: 12,
    обеду: 13,
    обеда: 13,
    полночь: 0,
    полуночи: 0,
  }),
);

/** "В половине шестого" names the hour that is running, in the genitive. */
export const hourInGenitive: ReadonlyMap<string, number> = numbered([
  "первого",
  "второго",
  "третьего",
  "четвертого",
  "пятого",
  "шестого",
  "седьмого",
  "восьмого",
  "девятого",
  "десятого",
  "одиннадцатого",
  "двенадцатого",
]);

function numbered(rows: readonly string[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap((row, at) => row.split(" ").map((form) => [form, at + 1] as const)));
}
