import type { PhraseRole } from "../language.ts";
import { actions } from "./concepts/actions.ts";
import { once } from "../../plan/once.ts";
import { foldLetters, stemRussian } from "./stem.ts";

/** Closed classes of words. Words with ё are stored both ways; stems where the name says so. */

export const pronouns = list(
  "он она оно они его её ему ей им их ней нём него неё нему них ними это этот эта эти этого этой этому этим этими тот та то те того той тому тем ту эту такой такая такие такое туда оттуда",
);

export const functionWords = new Set([
  ...pronouns,
  ...list(
    "я ты мы вы мне меня мной тебе тебя нам нас вам вас мой моя моё мои моего моей мою моих наш наша наше наши нашего нашей нашу наших ваш ваша ваши свой свою своего своей свои себя себе",
  ),
  ...list(
    "и а но или либо нибудь да же ли бы б не ни нет то как что чтобы чтоб если когда пока хотя потому поэтому так тоже также ещё уже только лишь даже вот вон ведь разве неужели",
  ),
  ...list(
    "в во на с со из изо от ото до к ко по о об обо у за под над при про для без через между перед после кроме вместо около против среди вокруг мимо насчёт согласно ради сквозь из-за",
  ),
  ...list(
    "кто кого кому кем ком что чего чему чем чём какой какая какое какие какого какому каким каком каких какими какую каков какова каково каковы который которая которые которого чей чья чьё где куда откуда когда сколько почему зачем",
  ),
  ...list("есть был была было были будет будут быть является являются"),
  ...list(
    "сейчас теперь там тут здесь просто вообще чё че типа короче слушай слушайте кстати опять снова ещё пожалуйста плиз плз можно можешь можете мог могли бы надо нужно нужен нужна нужны хочу хотел хотела хотим давай давайте прошу просьба ну ка привет здравствуй здравствуйте спасибо спс пасиб пасибо сенкс мерси благодарю благодарствую заранее признателен признательна признательны благодарен благодарна благодарны срочненько",
  ),
  ...list("все всё всех всем весь вся всю всего каждый каждая каждое каждую каждого каждому любой любая любое"),
]);

export const tellingWords = list("без кроме до после не ни нет только лишь все всё всех каждый больше меньше");

/** The role a preposition most often gives; case decides between goal and place, so both read as place here. */
export const prepositions: ReadonlyMap<string, PhraseRole> = roles([
  ["source", "из изо от ото с со"],
  ["goal", "в во до к ко"],
  ["place", "на при под над около возле рядом"],
  ["time", "через после перед"],
  ["topic", "о об обо про насчёт по"],
  ["means", "через посредством"],
  ["person", "для с со к"],
  ["price", "за"],
  ["owner", "у"],
]);

const nounsLikeVerbs = list("бронь связь запись подпись роль");

/** Infinitives and imperatives of the bilingual list. */
const listedVerbs = [...actions.matchAll(/[а-яё]+/g)]
  .map(([word]) => word)
  .filter((word) => /(?:ть|ти|чь|[йиь])$/.test(word) && !nounsLikeVerbs.has(word))
  .join(" ");

export const requestVerbStems = once(() =>
  stems(
    `сделай делай создай заведи добавь внеси поставь установи задай настрой включи выключи отключи запусти останови открой закрой покажи выведи дай найди отыщи поищи проверь узнай посмотри глянь скажи расскажи объясни посчитай рассчитай вычисли определи сравни переведи перемести перенеси передвинь сдвинь измени поменяй смени замени обнови исправь отредактируй удали убери сотри отмени отправь пошли вышли пришли скинь напиши ответь перешли сообщи уведоми напомни запланируй назначь забронируй закажи купи продай оплати оформи выстави сформируй сгенерируй подготовь составь построй нарисуй загрузи скачай выгрузи сохрани закрепи прикрепи приложи подпиши утверди согласуй подтверди отклони архивируй заархивируй восстанови верни продли увеличь уменьши прибавь подними опусти сложи умножь раздели вычти преобразуй конвертируй собери разбей выбери отсортируй отфильтруй сгруппируй позвони вызови свяжись пригласи подпишись переименуй скопируй дублируй распредели спиши начисли посоветуй порекомендуй организуй ${listedVerbs}`,
  ),
);

export const questionWords = list(
  "кто что чего чему какой какая какое какие какую каков какова каково каковы где куда откуда когда сколько почему зачем как чей который которая",
);
/** English stems of what is asked for. */
export const asked: ReadonlyMap<string, readonly string[]> = new Map([
  ["когда", ["date", "time"]],
  ["где", ["locat", "place"]],
  ["сколько", ["number", "amount", "count"]],
  ["как долго", ["durat", "time"]],
  ["как далеко", ["distanc"]],
]);
export const conjunctions = list("и или либо да");
export const connectors = list("затем потом далее дальше также ещё плюс после заодно следом наконец сперва сначала");
export const negations = list("не ни нет без кроме никогда нельзя");
export const quantifiers = list(
  "каждый каждая каждое каждую каждого каждой каждому все всё всех всем весь вся всю любой любую оба обе обоих",
);
export const conditionals = list("если когда пока");

export const switchWords = once(
  (): ReadonlyMap<string, boolean> =>
    new Map([
      ...stems("включи включить включён вкл запусти активируй активен зажги разреши разрешить подключи да истина")
        .keys()
        .map((stem) => [stem, true] as const),
      ...stems(
        "выключи выключить выключен выкл отключи отключить деактивируй погаси потуши запрети запретить останови нет ложь",
      )
        .keys()
        .map((stem) => [stem, false] as const),
    ]),
);

/** Nouns and adjectives that name nothing by themselves. */
export const hollowStems = once(() =>
  stems(
    "тип вид род сорт значение величина количество число сумма размер параметр данные информация сведения деталь подробность список вариант пример случай вещь штука способ вопрос запрос просьба новый старый последний текущий следующий нужный данный указанный определенный конкретный различный разный другой какой-то некоторый общий полный весь доступный актуальный свежий",
  ),
);

export const codeNames = {
  currency:
    "USD доллар; GBP фунт британский-фунт; JPY иена; CHF франк; CNY юань; INR рупия; RUB рубль; KRW вона; PLN злотый; TRY лира; BTC биткойн",
  language: "",
  region: "US сша америка; GB англия великобритания; NL голландия",
};

export const frequencies: ReadonlyMap<string, string> = new Map([
  ...rows("day", "ежедневно ежедневный ежедневная каждодневно"),
  ...rows("week", "еженедельно еженедельный еженедельная"),
  ...rows("month", "ежемесячно ежемесячный ежемесячная помесячно"),
  ...rows("quarter", "ежеквартально ежеквартальный поквартально"),
  ...rows("year", "ежегодно ежегодный ежегодная"),
  ...rows("hour", "ежечасно ежечасный почасово"),
]);

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").flatMap((word) => [word, foldLetters(word)]));
}

function stems(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(stemRussian));
}

function rows(value: string, words: string): (readonly [string, string])[] {
  return [...list(words)].map((word) => [word, value] as const);
}

function roles(table: readonly (readonly [PhraseRole, string])[]): ReadonlyMap<string, PhraseRole> {
  const found = new Map<string, PhraseRole>();
  for (const [role, words] of table) for (const word of list(words)) if (!found.has(word)) found.set(word, role);
  return found;
}
