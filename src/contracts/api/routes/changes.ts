import { z } from "zod";
import { get } from "./define.ts";

/** What pages that show lists follow, so that they need not ask again and again. */
export const changesRoutes = {
  watchChanges: get("/changes", {
    tag: "system",
    summary:
      "What changed, in this process or another on the same store, as server-sent events: kinds and ids that the caller's scopes may see",
    role: "api",
    scope: "runs",
    status: 200,
    answer: "events",
    query: z.strictObject({
      follow: z.enum(["true", "false"]).default("true").describe("false: ends once what was missed is told"),
    }),
  }),
} as const;
