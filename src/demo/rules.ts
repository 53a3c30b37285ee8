import type { McpRules } from "../tools/mcp/read-back.ts";

const read: McpRules = { effect: "read" };

/** A write that stores the effect key, by which it is read back. */
function keyed(tool: string, found: string, as: string): McpRules {
  const readBack = { tool, args: { external_id: "{key}" }, found, as };
  return { effect: "additive", keyArgument: "/external_id", readBack };
}

/** A change of one object, which is read back by the object's values. */
function change(tool: string, args: readonly string[], holds: readonly string[]): McpRules {
  const as = tool.endsWith("_RECORD") ? "record" : "issue";
  return {
    effect: "destructive",
    readBack: { tool, args: fields(args), found: `/${as}`, holds: fields(holds), as },
  };
}

function fields(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `{${name}}`]));
}

/** Our configuration of the workspace's tools. The server's own claims are ignored. */
export const workspaceRules: Readonly<Record<string, McpRules>> = {
  ATTIO_FIND_RECORD: read,
  ATTIO_LIST_RECORDS: read,
  ATTIO_GET_RECORD: read,
  ATTIO_LIST_NOTES: read,
  ATTIO_LIST_TASKS: read,
  ATTIO_LIST_MEETINGS: read,
  ATTIO_LIST_WORKSPACE_MEMBERS: read,
  LINEAR_LIST_LINEAR_ISSUES: read,
  LINEAR_GET_LINEAR_ISSUE: read,
  LINEAR_LIST_LINEAR_TEAMS: read,
  LINEAR_LIST_LINEAR_PROJECTS: read,
  LINEAR_LIST_LINEAR_STATES: read,
  LINEAR_LIST_LINEAR_USERS: read,
  ATTIO_CREATE_RECORD: {
    effect: "additive",
    keyArgument: "/values/external_id",
    readBack: {
      tool: "ATTIO_FIND_RECORD",
      args: { object_id: "{object_type}", attributes: { external_id: "{key}" } },
      found: "/records/0",
      as: "record",
    },
  },
  ATTIO_CREATE_NOTE: keyed("ATTIO_LIST_NOTES", "/notes/0", "note"),
  ATTIO_CREATE_TASK: keyed("ATTIO_LIST_TASKS", "/tasks/0", "task"),
  ATTIO_CREATE_MEETING: keyed("ATTIO_LIST_MEETINGS", "/meetings/0", "meeting"),
  LINEAR_CREATE_LINEAR_ISSUE: keyed("LINEAR_LIST_LINEAR_ISSUES", "/issues/0", "issue"),
  LINEAR_CREATE_LINEAR_COMMENT: {
    effect: "additive",
    keyArgument: "/external_id",
    readBack: {
      tool: "LINEAR_GET_LINEAR_ISSUE",
      args: { issue_id: "{issue_id}" },
      found: "/issue",
      holds: { comments: [{ external_id: "{key}" }] },
    },
  },
  ATTIO_UPDATE_RECORD: change("ATTIO_GET_RECORD", ["object_type", "record_id"], ["values"]),
  LINEAR_UPDATE_ISSUE: change(
    "LINEAR_GET_LINEAR_ISSUE",
    ["issue_id"],
    ["title", "description", "project_id", "state", "priority", "due_date", "assignee_id"],
  ),
  ATTIO_UPDATE_TASK: { effect: "destructive" },
  ATTIO_DELETE_RECORD: { effect: "destructive" },
  LINEAR_DELETE_LINEAR_ISSUE: { effect: "destructive" },
};
