import { languages } from "../../../language/languages.ts";
import { toCyrillic } from "../../../language/russian/transliterate.ts";

/** What people are called among themselves, and the names it stands for. */
const short = new Map(
  `аня анна, нюра анна, анюта анна, даша дарья, маша мария, маруся мария, саша александр александра, шура александр александра, сеня арсений семен,
  женя евгений евгения, катя екатерина, лена елена, алёна елена, леша алексей, алеша алексей, дима дмитрий, митя дмитрий, миша михаил, коля николай,
  паша павел, петя петр, сережа сергей, вова владимир, володя владимир, ваня иван, витя виктор, вика виктория, таня татьяна, оля ольга, наташа наталья,
  настя анастасия, ася анастасия, ира ирина, света светлана, юля юлия, юра юрий, гриша григорий, толя анатолий, костя константин, макс максим,
  рома роман, рита маргарита, лиза елизавета, соня софия софья, ксюша ксения, лида лидия, люда людмила, мила людмила, надя надежда, галя галина,
  валя валентин валентина, вера вероника, слава вячеслав ярослав, стас станислав, федя федор, боря борис, гоша георгий, жора георгий, илюша илья, степа степан,
  тёма артем, артём артем, даня даниил данила, лёва лев, саня александр, илюха илья, андрюха андрей, серега сергей, ванек иван, колян николай, толик анатолий, антоха антон, пашка павел, машка мария, дашка дарья, анька анна, лёха алексей, димон дмитрий,
  tom thomas, bob robert, rob robert, bill william, will william, liz elizabeth, beth elizabeth, kate katherine catherine, katie katherine, mike michael,
  dan daniel, dave david, sam samuel samantha, alex alexander alexandra, ben benjamin, matt matthew, nick nicholas, tony anthony, jim james, joe joseph,
  steve steven stephen, chris christopher christine, andy andrew, ed edward, greg gregory, jen jennifer, jenny jennifer, meg margaret, sue susan, vicky victoria`
    .split(",")
    .map((row) => row.trim().split(/\s+/).map(plain))
    .map(([said = "", ...names]) => [stemOf(said), names] as const),
);

/** Whether a word is this part of a name: in another case, short, in the other alphabet, or as a possessive without its sign. */
export function sameName(part: string, word: string): boolean {
  const [name, said] = [plain(part), plain(word)];
  if (name === said) return true;
  if (name.length < 3 || said.length < 3) return false;
  if (isCyrillic(said) && isCyrillic(name)) return isForm(name, said);
  const owned = said.endsWith("s") ? said.slice(0, -1) : said;
  if (isCyrillic(said) !== isCyrillic(name))
    return (
      [said, owned, stemOf(said)].some((word) => inLatin(word) === inLatin(name)) ||
      (isCyrillic(name) && isForm(name, plain(toCyrillic(said))))
    );
  return isForm(name, said) || isForm(name, owned);
}

function isForm(name: string, said: string): boolean {
  const stem = stemOf(said);
  return name === said || (isCyrillic(name) && stemOf(name) === stem) || short.get(stem)?.includes(name) === true;
}

function stemOf(word: string): string {
  return isCyrillic(word) ? languages.ru.stem(word) : word;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll("ё", "е");
}

function isCyrillic(word: string): boolean {
  return /\p{Script=Cyrillic}/u.test(word);
}

const letters = new Map(
  Array.from("абвгдезийклмнопрстуфыэ", (letter, at) => [letter, "abvgdeziiklmnoprstufie".charAt(at)] as const).concat([
    ["ж", "zh"],
    ["х", "kh"],
    ["ц", "ts"],
    ["ч", "ch"],
    ["ш", "sh"],
    ["щ", "shch"],
    ["ю", "iu"],
    ["я", "ia"],
    ["ь", ""],
    ["ъ", ""],
  ]),
);

/** A name as it may be spelt in Latin letters, the ways to spell it folded: "Дарья" and "Daria", "Илья" and "Ilya". */
export function inLatin(name: string): string {
  return Array.from(name, (letter) => letters.get(letter) ?? letter)
    .join("")
    .replaceAll(/[yj]/g, "i")
    .replaceAll("x", "ks")
    .replaceAll("ck", "k")
    .replaceAll(/c(?!h)|q/g, "k")
    .replaceAll("w", "v")
    .replaceAll(/i+/g, "i");
}
