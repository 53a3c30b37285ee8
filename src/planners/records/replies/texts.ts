import type { Speech } from "../../speech.ts";

type Texts = {
  which(said: string): string;
  name(said: string): string;
  near(names: readonly string[]): string;
  none(read: string): string;
  speaker: string;
  person(said: string): string;
  field(label: string): string;
  scope(said: string): string;
  time(said: string): string;
  meant: Readonly<Record<"order" | "group" | "signature" | "text" | "needless" | "scale", TwoMeanings>>;
  exists(noun: string, name: string): string;
  another: string;
  impossible(said: string): string;
  unsent(to: string): string;
  unrecorded: string;
  unavailable(details: string): string;
  many(noun: string): string;
  words(words: string, understood: readonly string[]): string;
  hints(examples: readonly string[]): string;
  held: string;
  heldBeside(said: string): string;
  leap(name: string, before: string, after: string): string;
  already(name: string): string;
  spelling(said: string, meant: string): string;
  reason(said: string): string;
  done: Readonly<Record<"remove" | "create" | "operate", string>>;
  count(count: number, noun: string): string;
  several(noun: string): string;
  except(said: string): string;
  between(low: string | undefined, high: string | undefined): string;
  open: string;
  more(than: string): string;
  less(than: string): string;
  /** Which ones of an order: `ends` has the words for them. */
  pick(count: number, by: { end: keyof Texts["ends"]; field: string }): string;
  ends: Readonly<Record<"smallest" | "largest" | "earliest" | "latest", string>>;
  sum(total: string): string;
  average(total: string): string;
  nothing(read: string): string;
  yes: string;
  no: string;
  empty: string;
  all: string;
};

/** A question with its answers by their values. */
type TwoMeanings = { asks: (said: string) => string; choices: Readonly<Record<string, string>> };

/** What plans over records say, in the person's language. */
export const texts: Readonly<Record<Speech, Texts>> = {
  en: {
    which: (said) => (said === "" ? "Which one do you mean?" : `Which one do you mean by "${said}"?`),
    name: (said) => `Nothing is called "${said}".`,
    near: (names) => `Did you mean ${names.join(", ")}?`,
    none: (read) => `Nothing fits: ${read}. What should I look for instead?`,
    speaker: "Whose? I do not know who you are here.",
    person: (said) => `Who is "${said}"?`,
    field: (label) => `What should ${label} be?`,
    scope: (said) => `You also said "${said}". Should I keep to that, or take all of them?`,
    time: (said) => `There is only a day here, no time of day. What should I do with "${said}"?`,
    meant: {
      order: { asks: (said) => `Should I do it: ${said}?`, choices: { yes: "Yes" } },
      group: {
        asks: (said) => `"${said}": everybody's, or only yours?`,
        choices: { all: "Everybody's", mine: "Only mine" },
      },
      signature: {
        asks: (said) => `Is "${said}" your name, or who gets it?`,
        choices: { signature: "My name", receiver: "Who gets it" },
      },
      text: {
        asks: (said) => `Is "${said}" part of the text, or should I do it?`,
        choices: { text: "Part of the text", order: "Do it" },
      },
      needless: {
        asks: (said) => `"${said}" is no longer needed: should I cancel or delete it?`,
        choices: { cancel: "Cancel it", delete: "Delete it" },
      },
      scale: {
        asks: (said) => `Is ${said} meant in thousands?`,
        choices: { thousands: `Yes, thousands`, plain: "No, as it stands" },
      },
    },
    exists: (noun, name) => `There is already a ${noun} "${name}". Create another?`,
    another: "Create another",
    unsent: (to) =>
      `I cannot send messages from here. I can keep it as a note ("note on ${to}: …") or as a task ("task: …").`,
    unrecorded: "Who changed it is not recorded here.",
    impossible: (said) => `There is no way to do this here: ${said}.`,
    many: (noun) => `There are more than I can look through (${noun}). Please say more precisely which.`,
    unavailable: (details) => `I could not look it up (${details}). Please try again.`,
    words: (words, understood) =>
      `I do not understand "${words}"${understood.length > 0 ? `; I understood: ${understood.join(", ")}` : ""}.`,
    hints: (examples) => `You can say, for example: ${examples.map((one) => `"${one}"`).join(", ")}.`,
    held: "All right, I change nothing.",
    heldBeside: (said) => `You also said "${said}". Should I do the rest?`,
    leap: (name, before, after) => `${name}: the amount changes more than tenfold, from ${before} to ${after}`,
    already: (name) => `Already so: ${name}`,
    spelling: (said, meant) => `"${said}" is read as "${meant}"`,
    reason: (said) => `Taken as the reason: "${said}"`,
    done: { remove: "delete", create: "new", operate: "" },
    count: (count, noun) => `${count} ${noun}`,
    several: (noun) => noun.replace(/y$/, "ie") + "s",
    except: (said) => `not ${said}`,
    between: (low, high) =>
      low === high ? `${low}` : [low && `from ${low}`, high && `to ${high}`].filter(Boolean).join(" "),
    open: "open",
    more: (than) => `more than ${than}`,
    less: (than) => `less than ${than}`,
    pick: (count, { end, field }) => `${count === 1 ? "" : `${count} `}${texts.en.ends[end]} by ${field}`,
    ends: { smallest: "smallest", largest: "largest", earliest: "earliest", latest: "latest" },
    sum: (total) => `total ${total}`,
    average: (total) => `average ${total}`,
    nothing: (read) => `Nothing found: ${read}`,
    yes: "Yes",
    no: "No",
    empty: "not set",
    all: "all",
  },
  ru: {
    which: (said) => (said === "" ? "Что именно имеется в виду?" : `Что имеется в виду: «${said}»?`),
    name: (said) => `Ничего с названием «${said}» не нашлось.`,
    near: (names) => `Возможно, это ${names.map((one) => `«${one}»`).join(", ")}?`,
    none: (read) => `Ничего не подходит: ${read}. Что искать вместо этого?`,
    speaker: "Чьи? Я не знаю, кто вы здесь.",
    person: (said) => `Кто имеется в виду: «${said}»?`,
    field: (label) => `Что указать: ${label}?`,
    scope: (said) => `Вы также сказали: «${said}». Взять только это или всё?`,
    time: (said) => `Здесь есть только день, без времени. Как быть с «${said}»?`,
    meant: {
      order: { asks: (said) => `Сделать это: ${said}?`, choices: { yes: "Да" } },
      group: { asks: (said) => `«${said}» — это все или только ваши?`, choices: { all: "Все", mine: "Только мои" } },
      signature: {
        asks: (said) => `«${said}» — это подпись или кому это отдать?`,
        choices: { signature: "Подпись", receiver: "Кому отдать" },
      },
      text: {
        asks: (said) => `«${said}» — это часть текста или отдельное поручение?`,
        choices: { text: "Часть текста", order: "Отдельное поручение" },
      },
      needless: {
        asks: (said) => `«${said}» больше не нужно: отменить или удалить?`,
        choices: { cancel: "Отменить", delete: "Удалить" },
      },
      scale: {
        asks: (said) => `${said} — это тысячи?`,
        choices: { thousands: "Да, тысячи", plain: "Нет, как есть" },
      },
    },
    exists: (noun, name) => `Уже есть: ${noun} «${name}». Создать ещё?`,
    another: "Создать ещё",
    unsent: (to) =>
      `Отправлять сообщения отсюда нельзя (${to}). Могу записать это заметкой («заметка к …: …») или задачей («задача: …»).`,
    unrecorded: "Кто это изменил, здесь не записано.",
    impossible: (said) => `Здесь этого сделать нельзя: ${said}.`,
    many: (noun) => `Слишком много записей (${noun}). Уточните, какие именно.`,
    unavailable: (details) => `Не удалось проверить (${details}). Попробуйте ещё раз.`,
    words: (words, understood) =>
      `Не понял: «${words}»${understood.length > 0 ? `; понял: ${understood.join(", ")}` : ""}.`,
    hints: (examples) => `Можно сказать, например: ${examples.map((one) => `«${one}»`).join(", ")}.`,
    held: "Хорошо, ничего не меняю.",
    heldBeside: (said) => `Вы также сказали: «${said}». Сделать остальное?`,
    leap: (name, before, after) => `${name}: сумма меняется более чем в десять раз, с ${before} на ${after}`,
    already: (name) => `Уже так: ${name}`,
    spelling: (said, meant) => `«${said}» понято как «${meant}»`,
    reason: (said) => `Понято как причина: «${said}»`,
    done: { remove: "удалить:", create: "создать:", operate: "" },
    count: (count, noun) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${count}`,
    several: (noun) => noun,
    except: (said) => `кроме: ${said}`,
    between: (low, high) =>
      low === high ? `${low}` : [low && `с ${low}`, high && `по ${high}`].filter(Boolean).join(" "),
    open: "незакрытые",
    more: (than) => `больше ${than}`,
    less: (than) => `меньше ${than}`,
    pick: (count, { end, field }) => `${texts.ru.ends[end]}${count === 1 ? "" : ` ${count}`} по полю «${field}»`,
    ends: { smallest: "минимум", largest: "максимум", earliest: "начало", latest: "конец" },
    sum: (total) => `всего ${total}`,
    average: (total) => `в среднем ${total}`,
    nothing: (read) => `Ничего не нашлось: ${read}`,
    yes: "Да",
    no: "Нет",
    empty: "не указано",
    all: "все",
  },
};
