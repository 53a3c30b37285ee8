import { z } from "zod";
import { routesOf } from "./define.ts";

const { get } = routesOf({ tag: "system", role: "api", scope: "runs" });

/** The change feed for pages that show lists, instead of polling. */
export const changesRoutes = {
  watchChanges: get(
    "/changes",
    "Stream changes, made by any process on the same store, as server-sent events: kinds and ids that the caller's scopes allow",
    {
      query: z.strictObject({
        follow: z.enum(["true", "false"]).default("true").describe("false: ends after the missed changes"),
      }),
      answer: "events",
    },
  ),
} as const;
