import { z } from "zod";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool } from "../../tools/tool.ts";
import { CrmTask, Note, ObjectType } from "../workspace.ts";
import { hasFields, type WorkspaceDemo, workspaceTool } from "../workspace-tool.ts";
import { findRecord } from "./record-tools.ts";

const Moment = z.iso.datetime({ offset: true }).or(z.iso.date());
const ExternalId = z.string().min(1).optional().describe("a key of yours, to find this write by");

const NewNote = z.strictObject({
  parent_object: ObjectType,
  parent_record_id: z.string().min(1).describe("the record the note is about"),
  title: z.string().min(1),
  content: z.string().default(""),
  external_id: ExternalId,
});

const NewTask = z.strictObject({
  content: z.string().min(1).describe("what is to be done"),
  deadline_at: Moment.optional(),
  assignee_id: z.string().optional(),
  linked_record_id: z.string().optional(),
  external_id: ExternalId,
});

/** Notes on records, and the CRM's own small tasks. */
export function noteTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "ATTIO_CREATE_NOTE",
      description: "Create a note on a record.",
      input: NewNote,
      output: z.strictObject({ note: Note }),
      writes: true,
      answer(args, { workspace, now, id }) {
        findRecord(workspace, args.parent_object, args.parent_record_id);
        const note = { id: id("note"), ...args, created_at: now };
        workspace.notes.push(note);
        return { note };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_LIST_NOTES",
      description: "List the notes on a record, newest first.",
      input: z.strictObject({ parent_record_id: z.string().optional(), external_id: z.string().optional() }),
      output: z.strictObject({ notes: z.array(Note), count: z.int() }),
      answer(query, { workspace }) {
        const notes = workspace.notes.filter((note) => hasFields(note, query));
        return { notes: notes.toReversed(), count: notes.length };
      },
    }),
    ...taskTools(demo),
  ];
}

function taskTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "ATTIO_CREATE_TASK",
      description: "Create a task in the CRM, on a record or alone.",
      input: NewTask,
      output: z.strictObject({ task: CrmTask }),
      writes: true,
      answer(args, { workspace, now, id }) {
        const task = { id: id("task"), ...args, is_completed: false, created_at: now, updated_at: now };
        workspace.tasks.push(task);
        return { task };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_LIST_TASKS",
      description: "List tasks of the CRM.",
      input: z.strictObject({
        is_completed: z.boolean().optional(),
        linked_record_id: z.string().optional(),
        deadline_before: Moment.optional(),
        external_id: z.string().optional(),
      }),
      output: z.strictObject({ tasks: z.array(CrmTask), count: z.int() }),
      answer({ deadline_before: end, ...query }, { workspace }) {
        const tasks = workspace.tasks.filter(
          (task) => hasFields(task, query) && (end === undefined || (task.deadline_at ?? "9999") < end),
        );
        return { tasks, count: tasks.length };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_UPDATE_TASK",
      description: "Complete a task of the CRM, or move its deadline.",
      input: z.strictObject({
        task_id: z.string().min(1),
        is_completed: z.boolean().optional(),
        deadline_at: Moment.optional(),
      }),
      output: z.strictObject({ task: CrmTask }),
      writes: true,
      answer({ task_id, ...changes }, { workspace, now }) {
        const task = workspace.tasks.find(({ id }) => id === task_id);
        if (task === undefined) throw new ToolError("task_not_found", `There is no task ${task_id}.`);
        Object.assign(task, changes, { updated_at: now });
        return { task };
      },
    }),
  ];
}
