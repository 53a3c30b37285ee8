import type { Json } from "../../plan/json.ts";
import type { DateReading } from "../language.ts";

export type CandidateKind =
  | "number"
  | "date"
  | "time"
  | "duration"
  | "quoted"
  | "name"
  | "phrase"
  | "identifier"
  | "email"
  | "url"
  | "expression"
  | "json"
  | "list";

/** A piece of the text that may become a value. Candidates overlap on purpose; filling decides. */
export type Candidate = {
  kind: CandidateKind;
  /** First token and the one after the last. */
  start: number;
  end: number;
  text: string;
  /** Number, parsed JSON, or the text. */
  value: Json;
  /** Standard name of the unit beside a number, and how it was written. */
  unit?: string;
  unitText?: string;
  /** Third, 3rd. */
  ordinal?: boolean;
  /** Not said as a number: "next week" is one week. */
  implied?: boolean;
  /** A sign or word of money beside a number. */
  currency?: string;
  percent?: boolean;
  /** About so much. */
  approximate?: boolean;
  /** The value if the letter behind it is a scale: 1,200,000 for "1.2m". */
  scaled?: number;
  date?: DateReading;
  /** Members of a coordination, in order. */
  items?: readonly Candidate[];
  /** The two items bound a range instead of standing side by side. */
  range?: boolean;
};
