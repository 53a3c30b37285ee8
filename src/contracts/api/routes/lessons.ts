import { z } from "zod";
import {
  LessonList,
  LessonOffers,
  LessonRow,
  LessonView,
  RevertRequest,
  TaughtDiff,
  TaughtLesson,
  TaughtVersions,
  TeachRequest,
} from "../lessons.ts";
import { cursor, id, limit, routesOf } from "./define.ts";

const { get, post, remove } = routesOf({ tag: "lessons", role: "api", scope: "plan" });

/** Lessons, and the rules derived from them. */
export const lessonsRoutes = {
  teachLesson: post("/lessons", "Teach a request by its right plan; derives a rule, checks it and keeps it", {
    scope: "teach",
    body: TeachRequest,
    status: 201,
    answer: TaughtLesson,
  }),
  listLessons: get("/lessons", "List or search lessons, newest first", {
    query: z.strictObject({
      q: z.string().min(1).max(200).optional(),
      status: z.enum(["active", "revoked"]).optional(),
      cursor,
      limit,
    }),
    answer: LessonList,
  }),
  getLesson: get("/lessons/{id}", "Get a lesson with its rule and how it was derived", {
    params: id,
    answer: LessonView,
  }),
  revokeLesson: remove("/lessons/{id}", "Revoke a lesson: its rule no longer plans", {
    scope: "teach",
    params: id,
    answer: LessonRow,
  }),
  exportTaught: get("/taught", "Export the taught rules as a pack in YAML", { answer: "text" }),
  listTaughtVersions: get("/taught/versions", "List the versions of the taught rules, newest first", {
    query: z.strictObject({ limit }),
    answer: TaughtVersions,
  }),
  diffTaught: get("/taught/diff", "Compare two versions of the taught rules", {
    query: z.strictObject({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0).optional() }),
    answer: TaughtDiff,
  }),
  listOffers: get(
    "/taught/offers",
    "List plans of a model that ran to their end and could be taught, the dearest first",
    { answer: LessonOffers },
  ),
  revertTaught: post("/taught/revert", "Return to the rules of an earlier version, as a new version", {
    scope: "teach",
    body: RevertRequest,
    answer: TaughtDiff,
  }),
} as const;
