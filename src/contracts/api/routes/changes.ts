import { z } from "zod";
import { get } from "./define.ts";

/** The change feed for pages that show lists, instead of polling. */
export const changesRoutes = {
  watchChanges: get("/changes", {
    tag: "system",
    summary:
      "Stream changes, made by any process on the same store, as server-sent events: kinds and ids that the caller's scopes allow",
    role: "api",
    scope: "runs",
    status: 200,
    answer: "events",
    query: z.strictObject({
      follow: z.enum(["true", "false"]).default("true").describe("false: ends after the missed changes"),
    }),
  }),
} as const;
