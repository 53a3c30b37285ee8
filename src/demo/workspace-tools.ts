import type { Tool } from "../tools/tool.ts";
import { meetingTools } from "./crm/meeting-tools.ts";
import { noteTools } from "./crm/note-tools.ts";
import { recordTools } from "./crm/record-tools.ts";
import { issueTools } from "./tracker/issue-tools.ts";
import { listTools } from "./tracker/list-tools.ts";
import type { WorkspaceDemo } from "./workspace-tool.ts";

/** A CRM like Attio and a tracker like Linear, with the names of their tools. */
export function createWorkspaceTools(demo: WorkspaceDemo): Tool[] {
  return [...recordTools(demo), ...noteTools(demo), ...meetingTools(demo), ...issueTools(demo), ...listTools(demo)];
}
