import { memoize } from "../../plan/bounded-cache.ts";
// The Russian Snowball algorithm, written from its published description, and one step of our own after it.

/** Longest first, so that the first that fits is the longest. Group one must follow а or я, which stays. */
type Endings = { afterA: readonly string[]; free: readonly string[] };

const gerund = endings("в вши вшись", "ив ивши ившись ыв ывши ывшись");
const adjective = endings("", "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею");
const participle = endings("ем нн вш ющ щ", "ивш ывш ующ");
const reflexive = endings("", "ся сь");
const verb = endings(
  "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно",
  "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю",
);
const noun = endings(
  "",
  "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я",
);
const derivational = endings("", "ост ость");
const superlative = endings("", "ейш ейше");

/** "Включена" tells a state and "включи" asks for one: the passive participle keeps a stem of its own. */
const passive = /^(.{3,}(?:[чжшщлвртднс]ен|ован))(?:а|о|ы|ный|ная|ное|ные|ного|ной|ному|ным|ную|ных|ными|ном)?$/;

/** "Обновление" is not "обновлено": the noun of a verb keeps its mark. */
const deed = /^(.{2,}[ае]ни)(?:е|я|ю|ем|и|й|ям|ями|ях)$/;

/** «Объём» is no instrumental: nouns of taking and lifting end as one. */
const taking = /^(.*ъем|(?:при|на|за|про|водо)ем)(?:а|у|ом|е|ы|ов|ам|ами|ах)?$/;

/**
 * What inflected forms of one word have in common. After Snowball the fleeting vowel goes ("список", "списка" both give
 * "списк"), which the algorithm leaves and which parts many everyday nouns.
 */
export const stemRussian: (word: string) => string = memoize(20_000, (word) => stemOf(foldLetters(word)));

function stemOf(lower: string): string {
  const known = irregular.get(lower);
  if (known !== undefined) return known;
  const kept = deed.exec(lower)?.[1] ?? passive.exec(lower)?.[1];
  if (kept !== undefined) return kept;
  const cut = taking.exec(lower)?.[1];
  if (cut !== undefined) return cut;
  return rootOf(withoutFleetingVowel(snowball(lower.replace(/([йьи])те$/, "$1"))));
}

/** ё is written е as often as not; for words in lower case. */
export function foldYo(lower: string): string {
  return lower.includes("ё") ? lower.replaceAll("ё", "е") : lower;
}

export function foldLetters(word: string): string {
  return foldYo(word.toLowerCase());
}

/** The algorithm alone. */
export function snowball(word: string): string {
  const regionStart = word.search(/[аеиоуыэюя]/) + 1;
  if (regionStart === 0) return word;
  const head = word.slice(0, regionStart);
  const second = secondRegion(word) - regionStart;
  let rest = inflection(word.slice(regionStart));
  if (rest.endsWith("и")) rest = rest.slice(0, -1);
  const shorter = strip(rest, derivational);
  if (shorter !== undefined && shorter.length >= second) rest = shorter;
  return head + tidied(rest);
}

function inflection(rest: string): string {
  const bare = strip(rest, gerund);
  if (bare !== undefined) return bare;
  const plain = strip(rest, reflexive) ?? rest;
  const described = strip(plain, adjective);
  if (described !== undefined) return strip(described, participle) ?? described;
  return strip(plain, verb) ?? strip(plain, noun) ?? plain;
}

function tidied(rest: string): string {
  const plain = strip(rest, superlative) ?? rest;
  if (plain.endsWith("нн")) return plain.slice(0, -1);
  return plain.endsWith("ь") ? plain.slice(0, -1) : plain;
}

function strip(word: string, { afterA, free }: Endings): string | undefined {
  const long = free.find((ending) => word.endsWith(ending));
  const guarded = afterA.find((ending) => word.endsWith(`а${ending}`) || word.endsWith(`я${ending}`));
  const ending = (guarded?.length ?? 0) > (long?.length ?? 0) ? guarded : long;
  return ending === undefined ? undefined : word.slice(0, -ending.length);
}

/** R2: behind the second place where a consonant follows a vowel. */
function secondRegion(word: string): number {
  return [...word.matchAll(/[аеиоуыэюя][^аеиоуыэюя]/g)].map((match) => match.index + 2)[1] ?? word.length;
}

function withoutFleetingVowel(stem: string): string {
  return /^.{2,}[бвгджзклмнпрстфхцчшщ][оеё][кц]$/.test(stem) ? `${stem.slice(0, -2)}${stem.slice(-1)}` : stem;
}

/** Roots whose consonant or vowel changes within one verb, and the mark of the repeated action ("записывать"). */
const alternations: readonly (readonly [RegExp, string])[] = [
  [/([а-я]{3,}?)[ыи]ва$/, "$1"],
  [/кро?ы?$/, "кр"],
  [/каж$|каза$/, "каз"],
  [/пиш$|писа$/, "пис"],
  [/([аео])й[дт]$/, "$1й"],
  [/вед$|вест$|вожд$/, "вод"],
  [/([а-я]{2})нес(?:т|л)?$/, "$1нос"],
  [/([вбпмф])л$/, "$1"],
  [/([а-я]{4,}[чжшщ])а$/, "$1"],
  [/([вбпмф])ля$/, "$1"],
  [/пуска$/, "пуст"],
  [/удаля$/, "удал"],
  [/вержд(?:а)?$/, "верд"],
  [/пуща?$/, "пуст"],
  [/двин(?:ут?|ул)?$|двига$/, "двиг"],
  [/([а-я]{3,})ова$/, "$1"],
  [/(мен|вер|став|бав|прав|нов|лож|руз|каз|дел|да)я$/, "$1"],
  [/созда[ев]а?$/, "созда"],
  [/^уда$/, "удал"],
];

function rootOf(stem: string): string {
  if (stem.length < 3) return stem;
  for (const [ending, root] of alternations) if (ending.test(stem)) return stem.replace(ending, root);
  return stem;
}

function endings(afterA: string, free: string): Endings {
  const sorted = (list: string) =>
    list
      .split(" ")
      .filter(Boolean)
      .toSorted((a, b) => b.length - a.length);
  return { afterA: sorted(afterA), free: sorted(free) };
}

// Everyday words whose forms share no stem. The first word of a row gives the stem of all.
const irregular = new Map<string, string>(
  [
    "день дня дню днем дне дни дней дням днями днях",
    "человек люди людей людям людьми людях человека человеку человеком человеке",
    "ребенок дети детей детям детьми детях ребенка",
    "прислать пришли пришлите присылай пришлю",
    "послать пошли пошлите посылай пошлю",
    "выслать вышли вышлите высылай вышлю",
    "батарея батареи батарее батарею батареей батарей батареям батареями батареях",
    "песня песни песне песню песней песен песням песнями песнях",
    "год лет года году годом годы годов",
    "идти иди идем шел шла шли пойти пойди пойдем пошел",
    "ехать едем поехать поехали поедем еду",
    "свет света свету светом свете",
    "час часа часу часом часы часов часам часами часах часе",
    "счет счета счету счетом счете счетов счетам счетами счетах",
    "окно окна окну окном окне окон окнам окнами окнах",
    "письмо письма письму письмом письме писем письмам письмами письмах",
    "имя имени именем имена имен",
    "время времени временем времена",
    "дочь дочери дочерью",
    "мать матери матерью",
    "рубль рубля рублю рублем рубле рубли рублей рублям рублями рублях",
    "лоток лотка лотков",
    "цена цены цене цену ценой цен ценам ценами ценах",
    "дом дома дому домом доме домов домам домами домах",
    "пес пса псу псом псе псы псов",
    "сон сна сну сном сне",
    "ветер ветра ветру ветром ветре ветры ветров",
    "лед льда льду льдом льде льды льдов",
    "огонь огня огню огнем огне огни огней огням огнями огнях",
    "камень камня камню камнем камне камни камней камням камнями камнях",
    "корень корня корню корнем корне корни корней корням корнями корнях",
    "уголь угля углю углем угле угли углей",
  ].flatMap((row) => {
    const forms = row.split(" ");
    return forms.map((form) => [form, forms[0] ?? form] as const);
  }),
);
