import { z } from "zod";
import type { Tool } from "../../tools/tool.ts";
import { folded } from "../crm/filter.ts";
import { Issue, IssueState, Person, Project, Team } from "../workspace.ts";
import { hasFields, type WorkspaceDemo, workspaceTool } from "../workspace-tool.ts";
import { findIssue } from "./issue-tools.ts";

const Query = z.strictObject({
  query: z.string().optional().describe("words of the title or the description"),
  team_id: z.string().optional(),
  project_id: z.string().optional(),
  assignee_id: z.string().optional().describe("the person the issues are assigned to"),
  state: IssueState.optional().describe("workflow state of the issues"),
  due_before: z.iso.date().optional().describe("only open issues due before this date"),
  external_id: z.string().optional(),
  limit: z.int().min(1).max(250).default(50),
  offset: z.int().min(0).default(0),
});

const closed: readonly IssueState[] = ["Done", "Canceled"];
const nothing = z.strictObject({});

/** What there is in the tracker. */
export function listTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "LINEAR_LIST_LINEAR_ISSUES",
      description: "List issues of the workspace.",
      input: Query,
      output: z.strictObject({ issues: z.array(Issue), count: z.int().describe("how many there are in all") }),
      answer({ limit, offset, ...query }, { workspace }) {
        const issues = workspace.issues.filter((issue) => fitsQuery(issue, query));
        return { issues: issues.slice(offset, offset + limit), count: issues.length };
      },
    }),
    workspaceTool(demo, {
      name: "LINEAR_GET_LINEAR_ISSUE",
      description: "Get one issue.",
      input: z.strictObject({ issue_id: z.string().min(1).describe("id, or what people say: STU-12") }),
      output: z.strictObject({ issue: Issue }),
      answer: ({ issue_id }, { workspace }) => ({ issue: findIssue(workspace, issue_id) }),
    }),
    workspaceTool(demo, {
      name: "LINEAR_LIST_LINEAR_TEAMS",
      description: "List the teams.",
      input: nothing,
      output: z.strictObject({ teams: z.array(Team) }),
      answer: (_, { workspace }) => ({ teams: workspace.teams }),
    }),
    workspaceTool(demo, {
      name: "LINEAR_LIST_LINEAR_PROJECTS",
      description: "List the projects.",
      input: z.strictObject({ query: z.string().optional().describe("words of the name") }),
      output: z.strictObject({ projects: z.array(Project) }),
      answer: ({ query = "" }, { workspace }) => ({
        projects: workspace.projects.filter(({ name }) => folded(name).includes(folded(query))),
      }),
    }),
    workspaceTool(demo, {
      name: "LINEAR_LIST_LINEAR_STATES",
      description: "List the workflow states an issue may be in.",
      input: nothing,
      output: z.strictObject({ states: z.array(IssueState) }),
      answer: () => ({ states: [...IssueState.options] }),
    }),
    workspaceTool(demo, {
      name: "LINEAR_LIST_LINEAR_USERS",
      description: "List the people issues can be assigned to.",
      input: nothing,
      output: z.strictObject({ users: z.array(Person) }),
      answer: (_, { workspace }) => ({ users: workspace.people }),
    }),
  ];
}

function fitsQuery(issue: Issue, query: Omit<z.output<typeof Query>, "limit" | "offset">): boolean {
  const { query: words = "", due_before: before, ...exact } = query;
  if (!hasFields(issue, exact)) return false;
  if (before !== undefined && ((issue.due_date ?? "9999") >= before || closed.includes(issue.state))) return false;
  return folded(`${issue.title} ${issue.description}`).includes(folded(words));
}
