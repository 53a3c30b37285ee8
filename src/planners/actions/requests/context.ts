import type { Period } from "../words/when.ts";
import type { Action, Choice, Whom } from "./request.ts";

/** What has been spoken of so far: what "it", "them" and "that period" stand for. */
export type Context = {
  measure?: string;
  period?: Period;
  choice?: Choice;
  whom?: Whom;
  /** The last thing asked for, which "assign it to …" may still complete. */
  last?: Action;
};
