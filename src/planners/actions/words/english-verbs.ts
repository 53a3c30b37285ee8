import { languages } from "../../../language/languages.ts";
import type { Mark } from "./mark.ts";

/** What a person asks to be done, apart from what it is done to. */
export type Op =
  | "create"
  | "remove"
  | "set"
  | "rename"
  | "assign"
  | "delay"
  | "advance"
  | "extend"
  | "shorten"
  | "plot"
  | "find"
  | "check"
  | "operate"
  | "deed";

const said: Readonly<Record<Exclude<Op, "operate" | "deed">, string>> = {
  remove: "delete,cancel,remove,get rid of,clear,erase,scrap,call off,discard,trash,bin,wipe,drop,take off",
  create:
    "create,add,make,schedule,book,set up,arrange,organise,organize,open,log,generate,register,send,email,mail,message,write,shoot,put in,plan,produce,prepare,set aside",
  set: "change,update,set,move,mark,switch,edit,modify,put,shift,transition,promote,reschedule,swap,bump",
  rename: "rename,retitle,call,relabel",
  assign: "reassign,assign,give,transfer,hand,hand over,pass,delegate,allocate,take over,reallocate,re assign",
  delay: "delay,push back,postpone,put back,push,put off,move back,defer",
  advance: "bring forward,move up,pull forward,advance,bring,move forward",
  extend: "extend,lengthen,prolong",
  shorten: "shorten,cut",
  plot: "plot,chart,graph,draw,visualise,visualize,show,display,need,want",
  find: "find,look up,locate,search for,look for,pull up,open up",
  check: "check,see,verify,confirm,find out,look,make sure,ensure,check whether",
};

type Verb = { op: Op; words: readonly string[]; stems: readonly string[] };

const verbs: readonly Verb[] = Object.entries(said)
  .flatMap(([op, list]) =>
    list.split(",").map((phrase): Verb => {
      const words = phrase.split(" ");
      return { op: op as Op, words, stems: words.map((word) => languages.en.stem(word)) }; // a key of the table above
    }),
  )
  .toSorted((a, b) => b.words.length - a.words.length);

type VerbRead = { op: Op; word: string; end: number; base: boolean };

/** The verb at a place; `base` where it stands as one asks with it, not as "moving" or "deleted". */
export function verbAt(marks: readonly Mark[], at: number): VerbRead | undefined {
  const first = marks[at];
  if (first === undefined || first.is === "quote" || first.is === "person" || first.is === "sign") return undefined;
  const sense = first.is === "senses" ? first.senses.find(({ is }) => is === "operation" || is === "deed") : undefined;
  if (sense !== undefined)
    return {
      op: sense.is === "deed" ? "deed" : "operate",
      word: first.lower,
      end: at + 1,
      base: !/(?:ed|ing)$/.test(first.lower),
    };
  for (const { op, words, stems } of verbs) {
    const fits = stems.every((stem, k) => {
      const lower = marks[at + k]?.lower ?? "";
      return k === 0 ? languages.en.stem(lower) === stem : lower === words[k];
    });
    if (fits) return { op, word: words.join(" "), end: at + words.length, base: first.lower === words[0] };
  }
  return undefined;
}

const firstWords = new Set(verbs.map(({ words }) => words[0] ?? ""));

/** Whether a word is how one begins to ask. */
export function isVerb(lower: string): boolean {
  return firstWords.has(lower);
}
