import type { PhraseRole } from "../../../language/language.ts";
import type { Operation } from "../../../language/words/operation.ts";
import type { NameForm } from "../../../language/russian/name-form.ts";
import type {
  ComparatorSpan,
  DateSpan,
  DurationSpan,
  NumberSpan,
  PolaritySpan,
  PossessiveSpan,
  PronounSpan,
  QuantifierSpan,
  QuestionSpan,
  TimeSpan,
  VerbForm,
} from "../../../language/spans/span.ts";
import type { NameMatch } from "../world/names.ts";
import type { Person } from "../requests/request.ts";
import type { SenseOf } from "../world/senses.ts";

/** One typed piece of a request: tokens `start` to `end`, what they may mean, and how much that is worth a token. */
export type Item = { start: number; end: number; text: string } & Meaning;

export type Meaning =
  | { is: "kind"; senses: readonly SenseOf<"kind">[]; many: boolean }
  | { is: "place"; senses: readonly SenseOf<"place">[] }
  | { is: "name"; refs: NameMatch["refs"] }
  | { is: "person"; people: readonly Person[]; form: NameForm | "possessive" }
  /** `marks` are what the same word describes of other kinds. */
  | { is: "option"; senses: readonly SenseOf<"option">[]; marks: readonly SenseOf<"mark">[]; within?: string }
  | { is: "field"; senses: readonly SenseOf<"field">[] }
  /** A field in which nothing stands: "without a due date". */
  | { is: "lacks"; senses: readonly SenseOf<"field">[] }
  | { is: "mark"; senses: readonly SenseOf<"mark">[] }
  | { is: "rank"; senses: readonly SenseOf<"rank">[] }
  | { is: "operation"; senses: readonly SenseOf<"operation">[] }
  | { is: "deed"; senses: readonly SenseOf<"deed">[] }
  /** Something that renews a date, with how long ago at most, or at least with `not`. */
  | { is: "done"; senses: readonly SenseOf<"done">[]; since?: DateSpan | DurationSpan; not?: boolean }
  | { is: "measure"; senses: readonly SenseOf<"measure">[] }
  | { is: "group"; senses: readonly SenseOf<"group">[] }
  | { is: "form"; senses: readonly SenseOf<"form">[] }
  | { is: "verb"; op: Operation; form: VerbForm }
  | { is: "quantifier"; span: QuantifierSpan }
  | { is: "whose"; span: PossessiveSpan }
  | { is: "pronoun"; span: PronounSpan }
  | { is: "date"; span: DateSpan }
  | { is: "time"; span: TimeSpan }
  | { is: "duration"; span: DurationSpan }
  | { is: "number"; span: NumberSpan }
  | { is: "compare"; span: ComparatorSpan }
  | { is: "polarity"; span: PolaritySpan }
  | { is: "question"; span: QuestionSpan }
  | { is: "quoted"; value: string }
  | { is: "contact"; value: string }
  | { is: "key"; value: string }
  | { is: "prep"; word: string; role: PhraseRole }
  | { is: "joint" }
  /** `leadsIn` announces a text: "saying". `manner` is "please" or "ok?", no part of a text at its end; false: "for good", which is. */
  | { is: "filler"; leadsIn?: boolean; manner?: boolean }
  | { is: "word" }
  | { is: "unknown" }
  | { is: "sign" };

export type ItemOf<K extends Meaning["is"]> = Extract<Item, { is: K }>;

export function isItem<K extends Meaning["is"]>(item: Item | undefined, kind: K): item is ItemOf<K> {
  return item?.is === kind;
}
