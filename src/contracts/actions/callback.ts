import { z } from "zod";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import { createIssue } from "../../plan/create-issue.ts";
import { keysOf } from "../../plan/keys.ts";

/** Telegram's limit for the data of a button. */
export const maxCallbackBytes = 64;

/** The two letters of each button. `indexed` buttons carry a number as well: a row, a page, a choice. */
const buttons = {
  "draft.apply": { letters: "D:A", indexed: false },
  /** The second confirmation of a bulk write. */
  "draft.confirm": { letters: "D:B", indexed: false },
  "draft.edit": { letters: "D:E", indexed: false },
  "draft.cancel": { letters: "D:C", indexed: false },
  "draft.rebuild": { letters: "D:R", indexed: false },
  /** Proposes the values there were before an applied Draft. */
  "draft.undo": { letters: "D:U", indexed: false },
  /** Shows what a corrected Draft would teach, and keeps it; 1: values that the request does not say are constants. */
  "draft.teach": { letters: "D:T", indexed: true },
  "draft.learn": { letters: "D:L", indexed: true },
  /** Settles a write with an unknown outcome: it happened, or it must be sent again. */
  "write.done": { letters: "W:D", indexed: false },
  "write.resend": { letters: "W:R", indexed: false },
  "pick.select": { letters: "P:S", indexed: true },
  "pick.page": { letters: "P:N", indexed: true },
  "question.answer": { letters: "Q:A", indexed: true },
  "voice.confirm": { letters: "V:C", indexed: false },
  "voice.correct": { letters: "V:E", indexed: false },
} as const;

export const CallbackVerb = z.enum(keysOf(buttons));
export type CallbackVerb = keyof typeof buttons;

/** The data of a button. `id` names a revision, not a Draft: after an edit the old buttons are invalid. */
export const Callback = z.strictObject({
  verb: CallbackVerb,
  id: z.uuid(),
  index: z.int().min(0).max(9999).optional(),
});
export type Callback = z.infer<typeof Callback>;

/** The wire form, `v1:D:A:<uuid>`; at most 50 bytes. */
export function writeCallback({ verb, id, index }: Callback): string {
  const { letters, indexed } = buttons[verb];
  return `v1:${letters}:${id}${indexed ? `:${index ?? 0}` : ""}`;
}

const form = /^v1:([A-Z]:[A-Z]):([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?::(0|[1-9][0-9]{0,3}))?$/;

/** Parses a button's data. Rejects an unknown version, letter or length: the button may be years old. */
export function parseCallback(text: unknown): CheckResult<Callback> {
  if (typeof text !== "string") return refused(createIssue("WRONG_TYPE", "", { message: "must be a string" }));
  if (text.length > maxCallbackBytes) return refused(createIssue("TOO_LONG", ""));
  if (!text.startsWith("v1:"))
    return refused(createIssue("INVALID_VALUE", "", { message: "unknown callback version" }));
  const [, letters, id, index] = form.exec(text) ?? [];
  const verb = CallbackVerb.options.find((name) => buttons[name].letters === letters);
  if (verb === undefined || id === undefined || buttons[verb].indexed !== (index !== undefined))
    return refused(createIssue("INVALID_FORMAT", "", { message: "not valid callback data" }));
  return { ok: true, value: index === undefined ? { verb, id } : { verb, id, index: Number(index) } };
}
