import { z } from "zod";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool } from "../../tools/tool.ts";
import { Meeting, Person } from "../workspace.ts";
import { hasFields, type WorkspaceDemo, workspaceTool } from "../workspace-tool.ts";

const Moment = z.iso.datetime({ offset: true });

/** Meetings with clients, and who works here. */
export function meetingTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "ATTIO_LIST_MEETINGS",
      description: "List meetings, of a record or of a time, by when they start.",
      input: z.strictObject({
        linked_record_id: z.string().optional(),
        starts_after: Moment.optional(),
        starts_before: Moment.optional(),
        external_id: z.string().optional(),
      }),
      output: z.strictObject({ meetings: z.array(Meeting), count: z.int() }),
      answer({ starts_after, starts_before, ...query }, { workspace }) {
        const [from, to] = [Date.parse(starts_after ?? ""), Date.parse(starts_before ?? "")];
        const meetings = workspace.meetings.filter(
          (meeting) =>
            hasFields(meeting, query) &&
            !(Date.parse(meeting.starts_at) < from) &&
            !(Date.parse(meeting.starts_at) >= to),
        );
        return { meetings: meetings.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1)), count: meetings.length };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_CREATE_MEETING",
      description: "Put a meeting into the calendar.",
      input: z.strictObject({
        title: z.string().min(1),
        starts_at: Moment,
        ends_at: Moment,
        participants: z.array(z.string()).default([]).describe("names or e-mail addresses"),
        linked_record_id: z.string().optional(),
        external_id: z.string().min(1).optional().describe("a key of yours, to find this write by"),
      }),
      output: z.strictObject({ meeting: Meeting }),
      writes: true,
      answer(args, { workspace, now, id }) {
        if (Date.parse(args.ends_at) <= Date.parse(args.starts_at))
          throw new ToolError("invalid_value", "A meeting ends after it starts.");
        const meeting = { id: id("meet"), ...args, created_at: now };
        workspace.meetings.push(meeting);
        return { meeting };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_LIST_WORKSPACE_MEMBERS",
      description: "List the people who work in this workspace.",
      input: z.strictObject({}),
      output: z.strictObject({ members: z.array(Person), count: z.int() }),
      answer: (_, { workspace }) => ({ members: workspace.people, count: workspace.people.length }),
    }),
  ];
}
