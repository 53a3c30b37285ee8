import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool } from "../../tools/tool.ts";
import { CrmRecord, ObjectType, type Workspace } from "../workspace.ts";
import { type WorkspaceDemo, workspaceTool } from "../workspace-tool.ts";
import { assertValues } from "./attributes.ts";
import { matchesFilter } from "./filter.ts";

const Limit = z.int().min(1).max(500).default(50);
const Offset = z.int().min(0).default(0);
const Found = z.strictObject({ records: z.array(CrmRecord), count: z.int().describe("how many there are in all") });
const OneRecord = z.strictObject({ record: CrmRecord });

/** Tools to find and change deals, companies and people. */
export function recordTools(demo: WorkspaceDemo): Tool[] {
  return [...readingTools(demo), ...writingTools(demo)];
}

function readingTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "ATTIO_FIND_RECORD",
      description: "Find records of an object by the values of their attributes.",
      input: z.strictObject({
        object_id: ObjectType.describe("the object to search"),
        attributes: JsonObject.default({}).describe('values to match: {"name": {"$contains": "Acme"}}'),
        record_id: z.string().optional(),
        limit: Limit,
        offset: Offset,
      }),
      output: Found,
      answer: ({ object_id, attributes, record_id, ...page }, { workspace }) =>
        foundPage(workspace.records, page, (record) => {
          if (record_id !== undefined && record.id !== record_id) return false;
          return record.object === object_id && matchesFilter(record.values, attributes);
        }),
    }),
    workspaceTool(demo, {
      name: "ATTIO_LIST_RECORDS",
      description: "List the records of an object.",
      input: z.strictObject({
        object_type: ObjectType.describe("the object to list"),
        filter: JsonObject.default({}).describe('attribute values to keep: {"stage": "won"}'),
        limit: Limit,
        offset: Offset,
      }),
      output: Found,
      answer: ({ object_type, filter, ...page }, { workspace }) =>
        foundPage(
          workspace.records,
          page,
          (record) => record.object === object_type && matchesFilter(record.values, filter),
        ),
    }),
    workspaceTool(demo, {
      name: "ATTIO_GET_RECORD",
      description: "Get one record by its id.",
      input: z.strictObject({ object_type: ObjectType, record_id: z.string().min(1) }),
      output: OneRecord,
      answer: ({ object_type, record_id }, { workspace }) => ({
        record: findRecord(workspace, object_type, record_id),
      }),
    }),
  ];
}

function writingTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "ATTIO_CREATE_RECORD",
      description: "Create a record of an object.",
      input: z.strictObject({ object_type: ObjectType, values: JsonObject.describe("attribute values of the record") }),
      output: OneRecord,
      writes: true,
      answer({ object_type: object, values }, { workspace, now, id }) {
        assertValues(object, values);
        if (typeof values["name"] !== "string" || values["name"].trim() === "")
          throw new ToolError("missing_required", `name is required for ${object}.`);
        const fresh = id(prefixes[object]);
        const first: JsonObject = object === "deals" ? { stage: "new_lead" } : {};
        const stamps = { created_at: now, updated_at: now };
        const record = { id: fresh, object, values: { ...first, ...values }, web_url: urlOf(object, fresh), ...stamps };
        workspace.records.push(record);
        return { record };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_UPDATE_RECORD",
      description: "Update attribute values of a record.",
      input: z.strictObject({
        object_type: ObjectType,
        record_id: z.string().min(1),
        values: JsonObject.describe("new attribute values; null empties an attribute"),
      }),
      output: OneRecord,
      writes: true,
      answer({ object_type, record_id, values }, { workspace, now }) {
        const record = findRecord(workspace, object_type, record_id);
        assertValues(object_type, values);
        Object.assign(record.values, values);
        record.updated_at = now;
        return { record };
      },
    }),
    workspaceTool(demo, {
      name: "ATTIO_DELETE_RECORD",
      description: "Delete a record for good.",
      input: z.strictObject({ object_type: ObjectType, record_id: z.string().min(1) }),
      output: z.strictObject({ deleted: z.boolean(), record_id: z.string() }),
      writes: true,
      answer({ object_type, record_id }, { workspace }) {
        const record = findRecord(workspace, object_type, record_id);
        workspace.records = workspace.records.filter((one) => one !== record);
        return { deleted: true, record_id: record.id };
      },
    }),
  ];
}

const prefixes: Readonly<Record<ObjectType, string>> = { deals: "deal", companies: "comp", people: "pers" };

function urlOf(object: ObjectType, id: string): string {
  return `https://app.attio.example/studio/${object}/${id}`;
}

type Page = { limit: number; offset: number };

function foundPage(
  records: readonly CrmRecord[],
  page: Page,
  keep: (record: CrmRecord) => boolean,
): z.infer<typeof Found> {
  const kept = records.filter(keep);
  return { records: kept.slice(page.offset, page.offset + page.limit), count: kept.length };
}

export function findRecord(workspace: Workspace, object: ObjectType, id: string): CrmRecord {
  const record = workspace.records.find((one) => one.object === object && one.id === id);
  if (record === undefined) throw new ToolError("record_not_found", `There is no record ${id} of ${object}.`);
  return record;
}
