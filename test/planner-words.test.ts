import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languages } from "../src/language/languages.ts";

const folder = "src/planners";
const isSource = (file: string): boolean => file.endsWith(".ts") && !file.endsWith(".test.ts");

/** Words of English that shape requests; names of operations and kinds are ours, and so are the names in manifests. */
function countEnglish(text: string): number {
  const { functionWords, lexicon } = languages.en;
  const words = text.match(/(?<![A-Za-z_.])[a-z']{2,}(?![A-Za-z_(])/g) ?? [];
  const shapes = (word: string): boolean =>
    functionWords.has(word) || lexicon.concepts(word).some((concept) => !concept.startsWith("op."));
  return words.filter((word) => shapes(word) && !ours.has(word)).length;
}

function isWord(word: string): boolean {
  return Object.values(languages).some(
    ({ functionWords, lexicon }) => functionWords.has(word) || lexicon.concepts(word).length > 0,
  );
}

/** Names of the types of a reading. */
const ours = new Set(
  "do be own confirm cancel correct other all each any both rest except only first last some none default optional required by from until before after within at not instead more less least most question filler name number time date word person first given".split(
    " ",
  ),
);

const cyrillic = /(?<!\[[^\]]*)\p{Script=Cyrillic}{2,}/u;
/** Regular expressions where a value may stand; lists that are split into words; sets of words. */
const patterns: readonly (readonly [RegExp, number])[] = [
  [/(?<=[(=,:[?!&|>]\s*|return\s+)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/[a-z]*/g, 2],
  [/(?:"[^"\n]*"|`[^`]*`)(?=\s*\.(?:trim\(\)\s*\.)?split\()/g, 4],
  [/new (?:Set|Map)(?:<[^>]*>)?\(\[[^\]]*\]/g, 4],
];
/** Tables by words of another alphabet, and words that are compared one by one. */
const keys = /(?<=^\s*|\{\s*)\p{Script=Cyrillic}+(?=:)/gmu;
const comparisons = /(?:lower|text)\s*[!=]==\s*"([\p{L}']{2,})"/gu;

function wordsIn(file: string): string[] {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  );
  const places = (found: readonly RegExpExecArray[]): string[] =>
    found.map(
      ({ index, 0: said }) =>
        `${file}:${text.slice(0, index).split("\n").length} ${said.replaceAll(/\s+/g, " ").slice(0, 80)}`,
    );
  return [
    ...patterns.flatMap(([pattern, least]) =>
      places(
        [...text.matchAll(pattern)].filter(
          ([said]) => cyrillic.test(said) || (/[|\s]/.test(said) && countEnglish(said) >= least),
        ),
      ),
    ),
    ...places([...text.matchAll(keys)]),
    ...places([...text.matchAll(comparisons)].filter(([, word = ""]) => isWord(word))),
  ];
}

it("no planner holds words of a language: they live in src/language", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isSource);
  expect(files.flatMap((file) => wordsIn(join(folder, file)))).toEqual([]);
});

it.each([
  "const isOne = (word) => /^(?:without|every)$/.test(word);",
  "const counts = { два: 2 };",
  'if (token.lower === "without") return true;',
])("finds them in %s", (line) => {
  const folderOfOne = mkdtempSync(join(tmpdir(), "words-"));
  const file = join(folderOfOne, "a.ts");
  writeFileSync(file, line);
  expect(wordsIn(file)).toHaveLength(1);
  rmSync(folderOfOne, { recursive: true });
});
