import type { Language, RiskKind } from "../../contracts/actions/plan.ts";
import type { LessonAlignment } from "../../contracts/api/lessons.ts";
import { english } from "./en.ts";
import { russian } from "./ru.ts";

/** The errors a person meets in a chat; any other is told as `INTERNAL`. */
export type ErrorTextCode =
  | "FORBIDDEN"
  | "CONFIG_MISSING"
  | "INVALID_INPUT"
  | "DEPENDENCY_DOWN"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "NOT_FOUND"
  | "CONFLICT"
  | "DRAFT_EXPIRED"
  | "DRAFT_SUPERSEDED"
  | "DRAFT_CLOSED"
  | "CONFIRMATION_REQUIRED";

/** What failed, and what to do next. */
export type ErrorText = { title: string; next: string };

/** Everything the chat says of its own, in one language. */
export type Texts = {
  buttons: Readonly<Record<ButtonName, string>>;
  risks: Readonly<Record<RiskKind, string>>;
  errors: Readonly<Record<ErrorTextCode, ErrorText>>;
  retrySafe: string;
  retryUnsafe: string;
  does: Readonly<Record<"create" | "change" | "remove", string>>;
  yes: string;
  no: string;
  manyChanges: (count: number) => string;
  checkFields: (fields: readonly string[]) => string;
  draft: string;
  applied: (who: string, when: string) => string;
  cancelled: (who: string, when: string) => string;
  expired: string;
  changedSince: string;
  superseded: string;
  applying: string;
  partly: (done: number, all: number) => string;
  unsure: string;
  expires: (when: string, minutes: number) => string;
  handedOver: string;
  assignedTo: (name: string) => string;
  reminder: (summary: string, minutes: number) => string;
  approvals: (there: number, wanted: number) => string;
  confirmBulk: (writes: number) => string;
  moreActions: (count: number) => string;
  reused: string;
  pick: (query: string, total: number) => string;
  page: (page: number, pages: number) => string;
  refine: (query: string) => string;
  answerHint: string;
  menu: string;
  editPrompt: string;
  heard: (transcript: string) => string;
  heardBadly: (transcript: string) => string;
  correctPrompt: string;
  voiceTooLong: (seconds: number, megabytes: number) => string;
  voiceUnavailable: string;
  nothingHeard: string;
  onlyWords: string;
  editedMessage: string;
  nothingToDo: string;
  nothingFound: string;
  notAllowed: (id: string) => string;
  notYours: string;
  oldButton: string;
  greeting: string;
  help: (commands: string) => string;
  welcome: string;
  noDrafts: string;
  forwardedTask: (text: string) => string;
  putAside: (summary: string) => string;
  nothingOpen: string;
  nothingToUndo: string;
  cannotUndo: (what: readonly string[]) => string;
  undone: (what: string) => string;
  undoWhich: (open: string, done: string) => string;
  waiting: (summary: string, until: string) => string;
  ready: string;
  noSuchRow: (total: number) => string;
  noneFits: (said: string) => string;
  changedMeanwhile: string;
  unknownCommand: (name: string) => string;
  lesson: LessonTexts;
};

/** What the chat says when a correction is taught. */
export type LessonTexts = {
  nothing: string;
  title: (request: string) => string;
  named: (words: readonly string[]) => string;
  /** How an argument follows from the request. */
  parts: Readonly<Record<LessonAlignment["how"], (field: string, words: string, value: string) => string>>;
  differences: (count: number) => string;
  keep: string;
  kept: (request: string) => string;
  dropped: string;
  open: string;
  isConstant: string;
  /** By the code of the issue. */
  refused: Readonly<
    Record<
      "LESSON_KNOWN" | "LESSON_CONTRADICTS" | "LESSON_WORDLESS" | "LESSON_CONDITIONAL" | "LESSON_UNSAFE" | "OTHER",
      string
    >
  >;
};

export type ButtonName =
  | "apply"
  | "confirm"
  | "edit"
  | "cancel"
  | "retry"
  | "rebuild"
  | "rephrase"
  | "right"
  | "correct"
  | "happened"
  | "resend"
  | "cancelDraft"
  | "undo"
  | "teach"
  | "learn"
  | "always"
  | "previous"
  | "next";

export const texts: Readonly<Record<Language, Texts>> = { ru: russian, en: english };
