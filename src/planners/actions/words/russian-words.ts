import { languages } from "../../../language/languages.ts";

/** Requests are read in one set of words: Russian ones that shape a request are heard as the English ones they stand for. */
const forms: Readonly<Record<string, string>> = {
  и: "and",
  или: "or",
  а: "and",
  но: "but",
  потом: "then",
  затем: "then",
  также: "also",
  если: "if",
  когда: "if",
  иначе: "otherwise",
  то: "then",
  не: "not",
  нет: "no",
  есть: "have",
  без: "without",
  на: "to",
  в: "in",
  во: "in",
  к: "to",
  с: "with",
  со: "with",
  у: "with",
  от: "from",
  из: "from",
  для: "for",
  по: "about",
  про: "about",
  о: "about",
  об: "about",
  до: "by",
  после: "after",
  перед: "before",
  как: "as",
  это: "it",
  этот: "it",
  их: "them",
  него: "them",
  ему: "them",
  ей: "them",
  нас: "us",
  мне: "me",
  пожалуйста: "please",
  плиз: "please",
  утром: "morning",
  днем: "afternoon",
  днём: "afternoon",
  вечером: "evening",
  больше: "more than",
  меньше: "less than",
};

/** By stem: these change their endings. */
const inflected: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    all: "все всех всю всё весь",
    each: "каждый каждая каждую каждое",
    my: "мой моя мои мою моих наш наша наши наших",
    last: "последний последняя последнюю последние",
    first: "первый первая первую",
    next: "следующий следующая следующую ближайший ближайшую",
    that: "который которая которые которую которых",
    reassign: "переназначь переназначить переназначьте",
    assign: "назначь назначить назначьте",
    give: "передай передать отдай отдать",
    delete: "удали удалить удалите убери убрать",
    cancel: "отмени отменить",
    move: "переведи перевести перенеси перенести перемести переместить переставь поставь двинь",
    delay: "сдвинь сдвинуть отложи отложить подвинь продли продлить",
    change: "измени изменить поменяй смени обнови",
    rename: "переименуй переименовать",
    mark: "отметь отметить пометь",
    create: "создай создать заведи добавь",
    called: "названием названный",
  }).flatMap(([english, words]) => words.split(" ").map((word) => [languages.ru.stem(word), english])),
);

export function heardAs(word: { lower: string; stem: string }): string | undefined {
  return Object.hasOwn(forms, word.lower)
    ? forms[word.lower]
    : Object.hasOwn(inflected, word.stem)
      ? inflected[word.stem]
      : undefined;
}
