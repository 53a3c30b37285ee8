import type { Domain, Intent } from "../../contracts/actions/plan.ts";
import { languages } from "../../language/languages.ts";
import { tokenize } from "../../language/tokenize.ts";
import type { Token } from "../../language/token.ts";
import { stems } from "../packs/compiled-pack.ts";
import type { Pack } from "../packs/pack.ts";

/**
 * What a text is about and whether it asks or orders, by its words alone. Used where no plan says it better; in doubt it
 * is an order, for taking an order for a question is the worse mistake.
 */
export function routeOf(text: string, packs: readonly Pack[]): { intent: Intent; domain: Domain } {
  const domain = domainIn(tokenize(text), packs);
  return { intent: intentOf(text, domain), domain };
}

const asking = new Set(
  `что кто где когда какой какая какие какое сколько почему зачем как каков чей есть покажи показать покажите найди найти дай дайте список выведи
  открой посмотри посмотреть глянь скажи расскажи статус инфо новости отчёт отчет сводка итоги воронка пайплайн pipeline сравни подскажи
  what who where when which how why is are do does did has have can show list find get give tell status report summary search open display view
  overview compare whats what's who's how's any update updates news`.split(/\s+/),
);

const ordering = new Set(
  `создай создать создавай создайте сделай сделать заведи завести заводи добавь добавить поставь поставить ставь запиши записать закинь кинь накинь внеси
  переведи перевести переводи перемести перенеси перенести сдвинь двинь двигай перекинь перетащи тащи отметь отметить поменяй измени изменить смени
  обнови обновить верни закрой закрыть закрывай заверши удали удалить убери отмени отменить назначь назначить переназначь передай отдай запусти запускай
  стартуй начни оформи выставь напиши написать прокомментируй ответь отправь продли установи пометь возьми беру заморозь разморозь приостанови переименуй
  выиграна выиграли выиграно выиграл проиграна проиграли проиграно проиграл подписали слили напомни нужно надо пора давай
  create add make move set put change update mark switch push close finish complete resolve delete remove cancel assign reassign log file raise comment
  reply write rename pause freeze start launch kick draft register schedule book note drop bump return reopen archive won lost win lose signed
  postpone extend reschedule need let's lets remind`.split(/\s+/),
);

/** An order where one is given; a question where something is asked and nothing ordered. */
function intentOf(text: string, domain: Domain): Intent {
  const words = tokenize(text).filter(({ kind }) => kind === "word");
  const [first] = words;
  if (first === undefined) return "query";
  const isQuestion = /\?\s*$/.test(text.trim());
  if (orders(text)) return "mutate";
  // Small talk changes nothing; a deal or a task that is only named may be news of it.
  if (domain === "unknown") return "query";
  return isQuestion || words.some(({ lower }) => asking.has(lower)) ? "query" : "mutate";
}

/** Whether a word of the text asks for something to be changed. */
export function orders(text: string): boolean {
  const words = tokenize(text).filter(({ kind }) => kind === "word");
  const isQuestion = /\?\s*$/.test(text.trim());
  return words.some((word, at) => ordering.has(word.lower) && !isAboutPast(words, at, isQuestion));
}

/** A question, by its sign or by a first word that does nothing but ask, in which nothing is ordered: "STU-4 закрыта?" */
export function onlyAsks(text: string): boolean {
  const [first] = tokenize(text).filter(({ kind }) => kind === "word");
  return (/\?\s*$/.test(text.trim()) || interrogative.has(first?.lower ?? "")) && !orders(text);
}

/** On a phone nobody types a question mark. */
const interrogative = new Set(
  `что кто где когда какой какая какие какое какую сколько почему зачем чей чья чьи чем кому кого
  what who where when which how why whose whats whos`.split(/\s+/),
);

/** "Какие сделки выиграны?" asks about what was done; "сколько нужно" about what would be. */
function isAboutPast(words: readonly Token[], at: number, isQuestion: boolean): boolean {
  const word = words[at]?.lower ?? "";
  const asks = asking.has(words[0]?.lower ?? "") || isQuestion;
  if (/^(?:open|update|updates|need|нужно|надо|пора|won|lost|signed|win|lose)$/.test(word)) return asks;
  return asks && /(?:л|ла|ло|ли|на|но|ны|ed)$/.test(word);
}

function domainIn(tokens: readonly Token[], packs: readonly Pack[]): Domain {
  const said = new Set(tokens.flatMap(({ stem, lower, lang }) => [stem, lower, ...languages[lang].meanings(stem)]));
  const hit = (toolkit: string): boolean =>
    packs.some(({ routes }) => (routes[toolkit] ?? []).some((words) => stems(words).every((stem) => said.has(stem))));
  const [attio, linear] = [hit("attio"), hit("linear")];
  return attio && linear ? "mixed" : attio ? "attio" : linear ? "linear" : "unknown";
}
