import type { Language } from "../contracts/actions/plan.ts";
import type { Card, ChatInput, ChatReply } from "../contracts/api/chat.ts";
import type { TaughtLesson, TeachRequest } from "../contracts/api/lessons.ts";
import type { Actor, DraftResult, DraftNotification, Drafts } from "../drafts/drafts.ts";
import type { Clock } from "../ports/clock.ts";
import type { DomainWords } from "./domain-words.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";

/** A slash command and the request it sends. */
export type ChatCommand = {
  name: string;
  says: Readonly<Record<Language, string>>;
  about: Readonly<Record<Language, string>>;
};

/** A person's decision about a write of unknown outcome. */
type Settlement = { tenant: string; escalationId: string; choice: "done" | "resend"; by: string };

/** How a short message answers what was shown: `doubt` is a yes with a question mark, `ask` another question. */
export type ChatAct = "confirm" | "cancel" | "undo" | "doubt" | "ask";

export type ChatDeps = {
  drafts: Pick<
    Drafts,
    | "create"
    | "apply"
    | "confirm"
    | "cancel"
    | "edit"
    | "pick"
    | "answer"
    | "rebuild"
    | "get"
    | "list"
    | "waitUntilSettled"
  >;
  settle: (settlement: Settlement) => Promise<DraftResult<unknown>>;
  /** Derives, checks and keeps a lesson. A refusal is thrown as `PlanwrightError`. */
  teach?: (owner: { tenant: string; by: string }, request: TeachRequest) => Promise<TaughtLesson>;
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  commands: readonly ChatCommand[];
  actOf: (text: string) => ChatAct | undefined;
  /** The place in a list that a whole message names: "2", "the last one". */
  placeOf: (text: string) => number | "last" | undefined;
  domain: DomainWords;
  /** The default time zone. */
  zone: string;
  /** How long a tap waits for the outcome before the card says that it is in progress. */
  settleWaitMs: number;
};

/** A message of a person in a conversation. The conversation's id carries its surface: `tg:77`, `web:abc`. */
export type ChatMessage = {
  tenant: string;
  conversation: string;
  actor: Actor;
  input: ChatInput;
  language?: Language;
  /** The language to use if nothing else determines it. */
  hint?: Language;
  zone?: string;
  /** The person may teach lessons. */
  mayTeach?: boolean;
  /** Written in a group and not addressed to the bot: it may request something, and decides nothing. */
  overheard?: true;
};

/**
 * A card to send without a message from a person. `stateKey` identifies the Draft's current state, `shown` the state that
 * was shown last.
 */
export type ChatPush = {
  tenant: string;
  conversation: string;
  card: Card;
  stateKey: string;
  shown: string | undefined;
};

/** A conversation on any surface. Never rejects because of what a person writes or taps. */
export interface Chat {
  handle(message: ChatMessage): Promise<ChatReply>;
  /** The latest cards in their current state, oldest first. */
  history(place: { tenant: string; conversation: string }): Promise<Card[]>;
  /** The card to push for an outcome, an expiry or a reminder; undefined if no conversation shows the Draft. */
  pushFor(notification: DraftNotification): Promise<ChatPush | undefined>;
  commands: readonly ChatCommand[];
}
