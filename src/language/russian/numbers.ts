import type { NumberReading } from "../language.ts";
import type { Token } from "../token.ts";
import { foldLetters } from "./stem.ts";

/** What reading a number needs of a token. */
export type NumberToken = Pick<Token, "text" | "lower" | "glued">;

type Piece = { value: number; ordinal: boolean };

/**
 * Reads a number at a token: digits ("1 500", "2,5", "3 тысячи", "20 тыс"), words in any case ("двадцати пяти",
 * "полтора", "два с половиной") and ordinals ("третий", "двадцать первого").
 */
export function russianNumberAt(tokens: readonly NumberToken[], at: number): NumberReading | undefined {
  const head = digitsAt(tokens, at) ?? fractionAt(tokens, at) ?? wordsAt(tokens, at);
  if (head === undefined || head.ordinal === true) return head;
  const half = halfAfter(tokens, head);
  const scale = scaleOf(tokens[half.end]);
  return scale === undefined ? half : { value: clean(half.value * scale), end: afterDot(tokens, half.end + 1) };
}

function digitsAt(tokens: readonly NumberToken[], at: number): NumberReading | undefined {
  const first = tokens[at];
  if (first === undefined || !/^\d+([.,]\d+)?$/.test(first.text)) return groupedAt(first, at);
  let digits = first.text.replace(",", ".");
  let end = at + 1;
  while (/^\d{1,3}$/.test(digits) || (end > at + 1 && /^\d+$/.test(digits))) {
    const group = tokens[end];
    if (group === undefined || !/^\d{3}([.,]\d+)?$/.test(group.text) || group.glued) break;
    digits += group.text.replace(",", ".");
    end += 1;
  }
  const comma = tokens[end];
  const part = tokens[end + 1];
  if (
    comma?.text === "," &&
    comma.glued &&
    part?.glued === true &&
    /^\d{1,2}$/.test(part.text) &&
    !digits.includes(".")
  ) {
    digits += `.${part.text}`;
    end += 2;
  }
  return ordinalSuffix(tokens, { value: Number(digits), end });
}

/** "1 500 000" may come as one token. */
function groupedAt(token: NumberToken | undefined, at: number): NumberReading | undefined {
  if (token === undefined || !/^\d{1,3}(?:[ \u00a0]\d{3})+$/.test(token.text)) return undefined;
  return { value: Number(token.text.replaceAll(/\D/g, "")), end: at + 1 };
}

/** "5-й", "3-го": a glued ending makes the number a place in an order. */
function ordinalSuffix(tokens: readonly NumberToken[], read: NumberReading): NumberReading {
  const [dash, ending] = [tokens[read.end], tokens[read.end + 1]];
  const marked = dash?.text === "-" && dash.glued && /^(?:й|я|е|го|ое|ая|ый|му|ом|ю|х|м)$/.test(ending?.lower ?? "");
  return marked ? { value: read.value, end: read.end + 2, ordinal: true } : read;
}

/** Полтора, полторы, половина, четверть, треть. */
function fractionAt(tokens: readonly NumberToken[], at: number): NumberReading | undefined {
  const value = fractions.get(foldLetters(tokens[at]?.text ?? ""));
  return value === undefined ? undefined : { value, end: at + 1 };
}

function wordsAt(tokens: readonly NumberToken[], at: number): NumberReading | undefined {
  let total = 0;
  let group = 0;
  let size = Number.POSITIVE_INFINITY;
  let end = at;
  for (; end < tokens.length; end += 1) {
    const word = foldLetters(tokens[end]?.text ?? "");
    const scale = scales.get(word);
    if (scale !== undefined && end > at && group > 0) {
      [total, group, size] = [total + group * scale, 0, scale];
      continue;
    }
    const piece = pieces.get(word);
    if (piece === undefined || piece.value >= size || (group > 0 && !fitsBelow(group, piece.value))) break;
    group += piece.value;
    if (piece.ordinal) return { value: total + group, end: end + 1, ordinal: true };
  }
  return end === at ? undefined : { value: total + group, end };
}

/** "двадцать" takes "пять" but not "тридцать". */
function fitsBelow(group: number, value: number): boolean {
  if (value < 10) return group % 10 === 0 && group % 100 !== 10;
  if (value < 100) return group % 100 === 0;
  return false;
}

function halfAfter(tokens: readonly NumberToken[], read: NumberReading): NumberReading {
  const half = tokens[read.end]?.lower === "с" && /^половиной$/.test(tokens[read.end + 1]?.lower ?? "");
  return half ? { value: read.value + 0.5, end: read.end + 2 } : read;
}

function scaleOf(token: NumberToken | undefined): number | undefined {
  return token === undefined ? undefined : scales.get(foldLetters(token.text));
}

/** The full stop of "тыс." belongs to the number. */
function afterDot(tokens: readonly NumberToken[], end: number): number {
  const abbreviated = /^(?:тыс|млн|млрд)$/.test(tokens[end - 1]?.lower ?? "");
  return abbreviated && tokens[end]?.text === "." && tokens[end].glued ? end + 1 : end;
}

/** 1.1 × 1000 is 1100, not 1100.0000000000002. */
function clean(value: number): number {
  return Number(value.toPrecision(15));
}

const fractions = new Map(
  Object.entries({
    полтора: 1.5,
    полторы: 1.5,
    полутора: 1.5,
    половина: 0.5,
    половину: 0.5,
    пол: 0.5,
    четверть: 0.25,
    треть: 1 / 3,
  }),
);

const scales = forms(
  [1e3, "тысяча тысячи тысячу тысяч тысяче тысячей тысячам тыс т.р к"],
  [1e6, "миллион миллиона миллионов миллиону миллионом миллионам млн"],
  [1e9, "миллиард миллиарда миллиардов миллиарду млрд"],
);

const cardinals = forms(
  [0, "ноль нуль ноля нуля нулю"],
  [1, "один одна одно одного одной одному одну одним"],
  [2, "два две двух двум двумя двое двоих"],
  [3, "три трех трем тремя трое троих"],
  [4, "четыре четырех четырем четырьмя четверо четверых"],
  [5, "пять пяти пятью пятеро"],
  [6, "шесть шести шестью шестеро"],
  [7, "семь семи семью"],
  [8, "восемь восьми восемью"],
  [9, "девять девяти девятью"],
  [10, "десять десяти десятью"],
  [11, "одиннадцать одиннадцати"],
  [12, "двенадцать двенадцати"],
  [13, "тринадцать тринадцати"],
  [14, "четырнадцать четырнадцати"],
  [15, "пятнадцать пятнадцати"],
  [16, "шестнадцать шестнадцати"],
  [17, "семнадцать семнадцати"],
  [18, "восемнадцать восемнадцати"],
  [19, "девятнадцать девятнадцати"],
  [20, "двадцать двадцати двадцатью"],
  [30, "тридцать тридцати тридцатью"],
  [40, "сорок сорока"],
  [50, "пятьдесят пятидесяти"],
  [60, "шестьдесят шестидесяти"],
  [70, "семьдесят семидесяти"],
  [80, "восемьдесят восьмидесяти"],
  [90, "девяносто девяноста"],
  [100, "сто ста сотня сотню сотни"],
  [200, "двести двухсот двумстам"],
  [300, "триста трехсот"],
  [400, "четыреста четырехсот"],
  [500, "пятьсот пятисот"],
  [600, "шестьсот шестисот"],
  [700, "семьсот семисот"],
  [800, "восемьсот восьмисот"],
  [900, "девятьсот девятисот"],
);

const adjectiveEndings = ["ый", "ого", "ому", "ым", "ом", "ая", "ой", "ую", "ое", "ые", "ых", "ыми"];

const ordinalStems: readonly (readonly [number, string])[] = [
  [1, "перв"],
  [2, "втор"],
  [4, "четверт"],
  [5, "пят"],
  [6, "шест"],
  [7, "седьм"],
  [8, "восьм"],
  [9, "девят"],
  [10, "десят"],
  [11, "одиннадцат"],
  [12, "двенадцат"],
  [13, "тринадцат"],
  [14, "четырнадцат"],
  [15, "пятнадцат"],
  [16, "шестнадцат"],
  [17, "семнадцат"],
  [18, "восемнадцат"],
  [19, "девятнадцат"],
  [20, "двадцат"],
  [30, "тридцат"],
  [40, "сороков"],
  [50, "пятидесят"],
  [100, "сот"],
];

/** Every form of every number word. */
export const numberWords = (): Iterable<string> => pieces.keys();

const pieces: ReadonlyMap<string, Piece> = new Map<string, Piece>([
  ...ordinalStems.flatMap(([value, stem]) =>
    adjectiveEndings.map((ending) => [stem + ending, { value, ordinal: true }] as const),
  ),
  ...["третий", "третьего", "третьему", "третьим", "третьем", "третья", "третьей", "третью", "третье"].map(
    (form) => [form, { value: 3, ordinal: true }] as const,
  ),
  ...[...cardinals].map(([form, value]) => [form, { value, ordinal: false }] as const),
]);

function forms(...rows: readonly (readonly [number, string])[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap(([value, words]) => words.split(" ").map((word) => [word, value] as const)));
}
