import { createNumberReader, numberForms } from "../spans/number-reader.ts";
import { wordSet } from "./words.ts";

/** Digits or words: "2.5 million", "twenty-five", "two and a half", "a dozen", "third", "1.2bn". */
export const numberAt = createNumberReader({
  small: numberForms(
    "0: zero nil; 1: one; 2: two; 3: three; 4: four; 5: five; 6: six; 7: seven; 8: eight; 9: nine; 10: ten; 11: eleven; 12: twelve; 13: thirteen; 14: fourteen; 15: fifteen; 16: sixteen; 17: seventeen; 18: eighteen; 19: nineteen; 20: twenty; 30: thirty; 40: forty fourty; 50: fifty; 60: sixty; 70: seventy; 80: eighty; 90: ninety",
  ),
  ordinals: numberForms(
    "1: first; 2: second; 3: third; 4: fourth; 5: fifth; 6: sixth; 7: seventh; 8: eighth; 9: ninth; 10: tenth; 11: eleventh; 12: twelfth; 13: thirteenth; 14: fourteenth; 15: fifteenth; 16: sixteenth; 17: seventeenth; 18: eighteenth; 19: nineteenth; 20: twentieth; 30: thirtieth; 40: fortieth; 50: fiftieth; 100: hundredth",
  ),
  scales: numberForms(
    "12: dozen dozens; 100: hundred hundreds; 1000: thousand thousands grand; 1000000: million millions; 1000000000: billion billions; 1000000000000: trillion trillions",
  ),
  short: numberForms("1000000: mn mln mio; 1000000000: bn bln"),
  glued: numberForms("1000: k; 1000000: kk mil; 1000000000: bil"),
  letters: numberForms("1000: K; 1000000: m M; 1000000000: b B"),
  fractions: numberForms("0.5: half; 0.25: quarter"),
  denominators: numberForms(
    "0.5: halves; 0.3333333333333333: thirds; 0.25: quarters fourths; 0.2: fifths; 0.1: tenths",
  ),
  halves: [
    ["and", "a", "half"],
    ["and", "one", "half"],
  ],
  joiners: new Set(["and"]),
  articles: new Set(["a", "an"]),
  inverted: new Set(),
  beforeOne: wordSet(
    "first second third fourth fifth last next other another the this that which each every any no good new old same right wrong big small only",
  ),
  bareScale: false,
  hundredsAreThousands: false,
  decimal: ".",
  ordinalEnding: /^(?:st|nd|rd|th)$/,
  fold: (word) => word,
});
