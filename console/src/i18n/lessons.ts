import { table } from "./table.ts";

export const lessonsWords = table({
  "nav.lessons": ["Lessons", "Уроки"],
  "lessons.text": [
    "Requests that people taught by their right plan. Requests of the same kind are planned by these rules.",
    "Запросы, которым люди научили на примере. Похожие запросы планируются по этим правилам.",
  ],
  "lessons.search": ["Search lessons", "Поиск уроков"],
  "lessons.empty": ["No lessons yet", "Уроков пока нет"],
  "lessons.empty.hint": [
    "Correct a plan on the page Ask, then choose Teach this.",
    "Исправьте план на странице «Запрос» и выберите «Научить».",
  ],
  "lessons.revoked": ["revoked", "отозван"],
  "lessons.revoke": ["Revoke", "Отозвать"],
  "lessons.by": ["Taught by {who}", "Научил: {who}"],
  "lessons.words": ["The operation is named by", "Действие называют слова"],
  "lessons.rule": ["Rule (YAML)", "Правило (YAML)"],
  "lessons.used": ["Lesson", "Урок"],
  "lessons.offers": ["Plans of a model that could be lessons", "Планы модели, которым можно научить"],
  "lessons.offer": [
    "asked {n} time, {cost}|asked {n} times, {cost}",
    "{n} запрос, {cost}|{n} запроса, {cost}|{n} запросов, {cost}",
  ],
  "teach.button": ["Teach this", "Научить"],
  "teach.title": ["Teach this request", "Научить этому запросу"],
  "teach.text": [
    "Requests of this kind will be planned this way from now on. Check what the rule makes of the words.",
    "Такие запросы будут планироваться так же. Проверьте, как правило понимает слова.",
  ],
  "teach.open": [
    "The request does not say these values. Select those that are always the same.",
    "В запросе нет этих значений. Отметьте те, что всегда одинаковы.",
  ],
  "teach.again": ["Check again", "Проверить снова"],
  "teach.different": [
    "{n} known request is planned differently|{n} known requests are planned differently",
    "{n} известный запрос планируется иначе|{n} известных запроса планируются иначе|{n} известных запросов планируются иначе",
  ],
  "teach.same": ["No known request is planned differently.", "Известные запросы планируются как прежде."],
  "teach.keep": ["Keep the lesson", "Сохранить урок"],
  "teach.kept": ["Lesson kept", "Урок сохранён"],
  "teach.cancel": ["Cancel", "Отмена"],
});
