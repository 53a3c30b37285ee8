import type { Clause } from "../../../language/clauses/clause.ts";
import type { Operation } from "../../../language/words/operation.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { SpokenMeasures } from "./read-measures.ts";
import type { Doubt, Person, RecordSet, Request } from "./request.ts";
import type { Part } from "../sets/roles.ts";

/** What a whole text comes to. `withheld` are clauses that say what is not to be done, or not surely. */
export type TextReading = {
  requests: Request[];
  doubts: Doubt[];
  withheld: Clause[];
  parts: Part[];
  /** It was carried out: what follows may be about it, and does not ask for it again. */
  isDone?: true;
};

/** How far a text is read, and what was spoken of until then. */
export type TextState = TextReading & {
  /** Whether the condition before holds; undefined where there is none. */
  holds?: boolean | undefined;
  context: ReadingContext;
  op?: Operation;
  inElse?: boolean;
  /** A statement of this text said who is spoken of; whoever gets something later does not take that place. */
  told?: boolean;
  /** What a question or a supposition before was about: records, or whether something is so of figures. */
  asked?: OpenQuestion;
  measures?: SpokenMeasures;
  statements: Statement[];
  until: number;
};

export type OpenQuestion = { set?: RecordSet; holds?: boolean };

export type Statement = {
  set?: RecordSet;
  person?: string;
  /** What it names, by kind. */
  named: readonly RecordSet[];
  /** Values in it that a request behind it may lack. */
  values: readonly Item[];
  text: string;
  narrows: boolean;
  used: boolean;
};

/** The one person of a clause is whom "them" and "her" refer to later. */
export function notePerson(items: readonly Item[], state: TextState): void {
  const people = items.flatMap((item): readonly Person[] =>
    isItem(item, "person") && item.people.length === 1 ? item.people : [],
  );
  const [person] = people;
  if (person !== undefined && people.length === 1 && state.told !== true)
    state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, person } };
}

export function hasMeaning({ is }: Item): boolean {
  return !/^(?:filler|sign|joint|prep)$/.test(is);
}
