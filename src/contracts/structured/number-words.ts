/** Number words in the forms used before "steps" and "шагов". Keys are lower case with е for ё. */
export const numberWords: ReadonlyMap<string, number> = new Map([
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
