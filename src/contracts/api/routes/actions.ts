import { ActionPlan, EntityKind, Language, Voice } from "../../actions/plan.ts";
import { routesOf } from "./define.ts";
import { z } from "zod";
import { Timestamp } from "../../timestamp.ts";
import { Zone } from "../../zone.ts";

const { post } = routesOf({ tag: "planning", role: "planner", scope: "plan" });

/** `POST /plan/actions`: text to an action plan (contract 3). Reads records while planning, writes nothing. */
const ActionsRequest = z.strictObject({
  /** The typed text, or the transcript. */
  text: z.string().min(1).max(10_000),
  voice: Voice.optional(),
  /** The time of the request; relative dates are resolved against it. */
  timestamp: Timestamp.optional(),
  /** IANA time zone; UTC by default. */
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
type ActionsRequest = z.infer<typeof ActionsRequest>;

/** Text to action plans. Plans go to `/drafts`: nothing here writes. */
export const actionsRoutes = {
  planActions: post("/plan/actions", "Turn text into an action plan (contract 3). Reads records, writes nothing", {
    pure: true,
    body: ActionsRequest,
    answer: ActionPlan,
  }),
} as const;
