import { z } from "zod";
import { TeachRequest } from "../../contracts/api/lessons.ts";
import { actionTool, type McpTool, readTool } from "./mcp-tool.ts";

const lessonId = z.strictObject({ lesson_id: z.string().min(1).max(200) });

/** MCP tools for lessons. */
export const lessonTools: Readonly<Record<string, McpTool>> = {
  teach_lesson: actionTool("teachLesson", "Teach a request", {
    behavior: "asks",
    description:
      "Teaches a request by the plan that is right for it: a rule is derived, checked and kept, so that requests of this kind are planned the same way without a model. With dry_run it only shows the rule. Call it only when the person has agreed that the plan is right.",
    input: TeachRequest,
    toCall: (body) => ({ body }),
  }),
  list_lessons: readTool("listLessons", "List lessons", {
    description: "Lists or searches the lessons that were taught, newest first.",
    input: z.strictObject({
      q: z.string().min(1).max(200).optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    toCall: (query) => ({ query }),
  }),
  get_lesson: readTool("getLesson", "Get a lesson", {
    description: "Shows a lesson: its plan, its rule, and how each argument follows from the request.",
    input: lessonId,
    toCall: ({ lesson_id: id }) => ({ params: { id } }),
  }),
  revoke_lesson: actionTool("revokeLesson", "Revoke a lesson", {
    behavior: "ends",
    description: "Revokes a lesson. Its rule no longer plans; an earlier version can be restored.",
    input: lessonId,
    toCall: ({ lesson_id: id }) => ({ params: { id } }),
  }),
};
