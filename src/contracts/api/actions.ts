import { z } from "zod";
import { EntityKind, Language, Voice } from "../actions/plan.ts";
import { Timestamp } from "../timestamp.ts";
import { Zone } from "../zone.ts";

/** `POST /plan/actions`: words to an action plan (contract 3). Reads while it plans, writes nothing. */
export const ActionsRequest = z.strictObject({
  /** What was typed, or the transcript of what was said. */
  text: z.string().min(1).max(10_000),
  voice: Voice.optional(),
  /** When it was said; relative dates count from here. */
  timestamp: Timestamp.optional(),
  /** IANA zone; UTC where it is not given. */
  zone: Zone.optional(),
  locale: Language.optional(),
  /** Records chosen from an earlier plan's candidates. */
  picks: z
    .array(z.strictObject({ kind: EntityKind, query: z.string(), id: z.string().min(1) }))
    .max(100)
    .default([]),
  /** Answers to an earlier plan's questions, by their ids. */
  answers: z.record(z.string(), z.string()).default({}),
});
export type ActionsRequest = z.infer<typeof ActionsRequest>;
