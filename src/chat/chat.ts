import type { Language } from "../contracts/actions/plan.ts";
import type { Card, ChatInput, ChatReply } from "../contracts/api/chat.ts";
import type { Actor, DraftResult, DraftNotification, Drafts } from "../drafts/drafts.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";

/** A word after a slash, and the request it stands for. */
export type ChatCommand = {
  name: string;
  says: Readonly<Record<Language, string>>;
  about: Readonly<Record<Language, string>>;
};

/** A person's word about a write whose outcome nobody could read. */
export type Settlement = { tenant: string; escalationId: string; choice: "done" | "resend"; by: string };

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
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  commands: readonly ChatCommand[];
  /** What the domain calls a value. */
  labelOf: (value: string, language: Language) => string | undefined;
  /** Where nobody said another. */
  zone: string;
  /** How long a tap waits for the outcome before the card says that it is under way. */
  settleWaitMs: number;
};

/** Something said by somebody in a conversation, whose name carries its surface: `tg:77`, `web:abc`. */
export type ChatMessage = {
  tenant: string;
  conversation: string;
  actor: Actor;
  input: ChatInput;
  language?: Language;
  /** The language where nothing else tells. */
  hint?: Language;
  zone?: string;
};

/**
 * A card that changed, or came, without anything being said. `stand` is how its Draft stands; `shown`, how it stood when somebody was
 * answered.
 */
export type ChatPush = { tenant: string; conversation: string; card: Card; stand: string; shown: string | undefined };

/** The conversation, whatever surface it is held on. Never rejects for what a person says or taps. */
export interface Chat {
  handle(said: ChatMessage): Promise<ChatReply>;
  /** The latest cards as they stand now, the oldest first. */
  history(place: { tenant: string; conversation: string }): Promise<Card[]>;
  /** What is shown for an outcome, an expiry or a reminder, and where; undefined where nobody is shown it. */
  news(news: DraftNotification): Promise<ChatPush | undefined>;
  commands: readonly ChatCommand[];
}
