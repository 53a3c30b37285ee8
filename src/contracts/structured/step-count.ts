/**
 * The number of steps a request asks for, in English or Russian, in digits or words ("3-step", "in five steps", "план из
 * трёх шагов"). Undefined where it asks for no exact number: "at least 3 steps", "3 to 5 steps", "the first two steps".
 */
export function requestedStepCount(request: string): number | undefined {
  const words =
    request
      .toLowerCase()
      .replaceAll("ё", "е")
      .match(/\p{L}+|[0-9]+|[-–—.,;:!?]/gu) ?? [];
  const chinese = chineseStep.exec(request)?.[1];
  if (chinese !== undefined) return chinese === "两" ? 2 : chineseDigits.indexOf(chinese) + 1;
  for (let at = 0; at < words.length; at += 1) {
    const form = stepForm(words[at] ?? "");
    const count = form === undefined ? undefined : countBefore(words, at, form);
    if (count !== undefined) return count;
  }
  return undefined;
}

type StepWord = { plural: boolean; own?: number };

const russianStep = /^шаг(?:а|у|ом|е|и|ов|ам|ами|ах)?$/;
const russianAdjective = /^(\p{L}*)шагов(?:ый|ая|ое|ые|ого|ой|ую|ому|ым|ом|ых|ыми)$/u;

/** Steps in other languages, after a number in digits. */
const otherSteps =
  /^(?:步|ステップ|手順|단계|schritten?|étapes?|etapes?|pasos?|passos?|etapas?|passi|passaggi|stappen|kroki|kroków|krokach|adım\p{L}*|крок(?:и|ів|ами|ах))/u;
const chineseStep = /([一二两三四五六七八九十])个?步/u;
const chineseDigits = "一二三四五六七八九十";

/** A word for steps: "step", "шагов", and adjectives that may include the number ("трехшаговый"). */
function stepForm(word: string): StepWord | undefined {
  if (word === "step" || word === "шаг") return { plural: false };
  if (word === "steps" || russianStep.test(word) || otherSteps.test(word)) return { plural: true };
  const prefix = russianAdjective.exec(word)?.[1];
  if (prefix === undefined) return undefined;
  const own = numberWords.get(prefix);
  return own === undefined ? { plural: false } : { plural: false, own };
}

/** Words before a number that make it a bound, a range or a part. */
const inexact = new Set(
  (
    "least most to than under over about around approximately roughly maximum minimum max min first last next or within " +
    "до более менее меньше больше около примерно максимум минимум бы первые первых последние последних следующие или"
  ).split(" "),
);
/** The same, after the steps. */
const inexactAfter =
  /^(?:or (?:more|less|fewer|so)|at (?:most|least)|max|min|или (?:больше|меньше|более|менее)|максимум|минимум)/;
const dashes = new Set(["-", "–", "—"]);
/** Words that cannot be the one adjective between a number and its steps. */
const notAdjective =
  /^(?:[^\p{L}]|of|the|in|by|with|and|or|to|for|from|my|our|these|those|at|on|is|are|из|в|на|по|за|и|или|с|для)/u;
const otherThing = /^(?:verif|auth|login|sign|аутентиф|верифик|авториза|проверк)/;

function countBefore(words: readonly string[], at: number, { plural, own }: StepWord): number | undefined {
  if (isOtherMeaning(words, at)) return undefined;
  if (own !== undefined) return own;
  let end = at;
  if (dashes.has(words[end - 1] ?? "")) end -= 1;
  else if (plural && isAdjective(words[end - 1])) end -= 1;
  const start = numberStart(words, end);
  if (start === end) return undefined;
  const before = words[start - 1] ?? "";
  if (inexact.has(before) || dashes.has(before)) return undefined;
  // "2.5 steps" is not a number of steps.
  if (/^[.,]$/.test(before) && /^[0-9]+$/.test(words[start - 2] ?? "")) return undefined;
  return valueOf(words.slice(start, end).filter((word) => !dashes.has(word)));
}

/** "two-step verification" is not about a plan; "5 steps or fewer" is not an exact number. */
function isOtherMeaning(words: readonly string[], at: number): boolean {
  const after = words.slice(at + 1, at + 3).join(" ");
  return otherThing.test(after) || inexactAfter.test(after);
}

function isAdjective(word: string | undefined): boolean {
  return word !== undefined && !isNumber(word) && !notAdjective.test(word);
}

function isNumber(word: string): boolean {
  return numberWords.has(word) || /^[0-9]+$/.test(word);
}

/** The start of the number that ends before `end`: digits, or words such as "twenty-one". */
function numberStart(words: readonly string[], end: number): number {
  let start = end;
  for (;;) {
    const word = words[start - 1] ?? "";
    const linked = dashes.has(word) && start < end && numberWords.has(words[start - 2] ?? "");
    if (/^[0-9]+$/.test(word)) return start === end ? start - 1 : start;
    if (numberWords.has(word)) start -= 1;
    else if (linked) start -= 2;
    else return start;
  }
}

function valueOf(words: readonly string[]): number {
  const [first = ""] = words;
  if (/^[0-9]/.test(first)) return Number(first);
  return words.reduce((sum, word) => add(sum, numberWords.get(word) ?? 0), 0);
}

/** "two hundred" multiplies, "twenty one" adds. */
function add(sum: number, next: number): number {
  return next === 100 && sum > 0 && sum < 10 ? sum * next : sum + next;
}

/** Number words in the forms used before "steps" and "шагов". Keys are lower case with е for ё. */
const numberWords: ReadonlyMap<string, number> = new Map([
  ...numbered(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  ...tens("twenty thirty forty fifty sixty seventy eighty ninety"),
  ...forms(100, "hundred сто ста"),
  ...forms(12, "dozen дюжина дюжины дюжину"),
  ...forms(1, "один одного одному одним одном одна одну одно"),
  ...forms(2, "два двух двум двумя две дву"),
  ...forms(3, "три трех трем тремя"),
  ...forms(4, "четыре четырех четырем четырьмя"),
  ...declined(5, "пят"),
  ...declined(6, "шест"),
  ...declined(7, "сем"),
  ...forms(8, "восемь восьми восемью восьмью"),
  ...declined(9, "девят"),
  ...declined(10, "десят"),
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19].flatMap((value, at) =>
    declined(
      value,
      "одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат".split(" ")[
        at
      ] ?? "",
    ),
  ),
  ...declined(20, "двадцат"),
  ...declined(30, "тридцат"),
  ...forms(40, "сорок сорока"),
  ...forms(50, "пятьдесят пятидесяти"),
  ...forms(60, "шестьдесят шестидесяти"),
  ...forms(70, "семьдесят семидесяти"),
  ...forms(80, "восемьдесят восьмидесяти"),
  ...forms(90, "девяносто девяноста"),
  ...forms(200, "двести двухсот"),
  ...forms(300, "триста трехсот"),
]);

type Entry = readonly [string, number];

function forms(value: number, words: string): Entry[] {
  return words.split(" ").map((word): Entry => [word, value]);
}

function numbered(words: string): Entry[] {
  return words.split(" ").map((word, at): Entry => [word, at + 1]);
}

function tens(words: string): Entry[] {
  return words.split(" ").map((word, at): Entry => [word, (at + 2) * 10]);
}

/** пять, пяти, пятью. */
function declined(value: number, stem: string): Entry[] {
  return forms(value, `${stem}ь ${stem}и ${stem}ью`);
}
