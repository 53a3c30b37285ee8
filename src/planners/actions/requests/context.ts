import type { Period } from "../words/when.ts";
import type { Action, Choice, Whom } from "./request.ts";

/** What has been spoken of so far: what "it", "them" and "that period" stand for. */
export type Context = {
  measure?: string;
  /** Two that were held against each other. */
  both?: readonly string[];
  period?: Period;
  choice?: Choice | undefined;
  whom?: Whom;
  /** A fact that was told of a record, and that the record may be made to hold: "Ann is interested in training". */
  told?: Action;
  /** The last thing asked for, which "assign it to …" may still complete. */
  last?: Action;
};
