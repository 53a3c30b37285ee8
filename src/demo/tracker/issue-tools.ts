import { z } from "zod";
import type { Tool } from "../../tools/tool.ts";
import { notFound } from "../business/find.ts";
import { Comment, Issue, IssueState, type Workspace } from "../workspace.ts";
import { type WorkspaceDemo, type Moment, workspaceTool } from "../workspace-tool.ts";

const Priority = z.int().min(0).max(4).describe("0 none, 1 urgent, 2 high, 3 medium, 4 low");
const Due = z.iso.date().describe("YYYY-MM-DD");
const OneIssue = z.strictObject({ issue: Issue });
const ExternalId = z.string().min(1).optional().describe("a key of yours, to find this write by");

const NewIssue = z.strictObject({
  team_id: z.string().min(1).describe("the team the issue belongs to"),
  title: z.string().min(1).describe("title of the issue"),
  description: z.string().default(""),
  project_id: z.string().optional(),
  state: IssueState.default("Todo"),
  priority: Priority.default(0),
  due_date: Due.optional(),
  assignee_id: z.string().optional().describe("the person the issue is assigned to"),
  external_id: ExternalId,
});

const Changes = z.strictObject({
  issue_id: z.string().min(1).describe("id, or what people say: STU-12"),
  title: z.string().min(1).optional(),
  description: z.string().optional(),
  project_id: z.string().optional(),
  state: IssueState.optional(),
  priority: Priority.optional(),
  due_date: Due.optional(),
  assignee_id: z.string().optional(),
});

/** Tools to create, change, delete and comment on issues. `list-tools.ts` has those that find them. */
export function issueTools(demo: WorkspaceDemo): Tool[] {
  return [
    workspaceTool(demo, {
      name: "LINEAR_CREATE_LINEAR_ISSUE",
      description: "Create an issue in a team.",
      input: NewIssue,
      output: OneIssue,
      writes: true,
      answer: (args, moment) => ({ issue: createIssue(args, moment) }),
    }),
    workspaceTool(demo, {
      name: "LINEAR_UPDATE_ISSUE",
      description: "Update fields of an issue.",
      input: Changes,
      output: OneIssue,
      writes: true,
      answer({ issue_id, ...changes }, { workspace, now }) {
        const issue = findIssue(workspace, issue_id);
        assertKnown(workspace, changes);
        Object.assign(issue, changes, { updated_at: now });
        return { issue };
      },
    }),
    workspaceTool(demo, {
      name: "LINEAR_DELETE_LINEAR_ISSUE",
      description: "Delete an issue for good.",
      input: z.strictObject({ issue_id: z.string().min(1) }),
      output: z.strictObject({ deleted: z.boolean(), issue_id: z.string() }),
      writes: true,
      answer({ issue_id }, { workspace }) {
        const issue = findIssue(workspace, issue_id);
        workspace.issues = workspace.issues.filter((one) => one !== issue);
        return { deleted: true, issue_id: issue.id };
      },
    }),
    workspaceTool(demo, {
      name: "LINEAR_CREATE_LINEAR_COMMENT",
      description: "Comment on an issue.",
      input: z.strictObject({ issue_id: z.string().min(1), body: z.string().min(1), external_id: ExternalId }),
      output: z.strictObject({ comment: Comment, issue_id: z.string() }),
      writes: true,
      answer({ issue_id, ...said }, { workspace, now, id }) {
        const issue = findIssue(workspace, issue_id);
        const comment = { id: id("cmt"), ...said, created_at: now };
        issue.comments.push(comment);
        return { comment, issue_id: issue.id };
      },
    }),
  ];
}

function createIssue(args: z.output<typeof NewIssue>, { workspace, now, id }: Moment): Issue {
  assertKnown(workspace, args);
  const team = workspace.teams.find((one) => one.id === args.team_id);
  if (team === undefined) throw notFound("team", args.team_id, idsOf(workspace.teams));
  const taken = workspace.issues
    .filter((one) => one.team_id === team.id)
    .map((one) => Number(one.identifier.split("-").at(-1)));
  const identifier = `${team.key}-${Math.max(0, ...taken) + 1}`;
  const url = `https://linear.example/studio/issue/${identifier}`;
  const issue: Issue = { id: id("iss"), identifier, ...args, comments: [], url, created_at: now, updated_at: now };
  workspace.issues.push(issue);
  return issue;
}

/** Refuses an unknown project or person. */
function assertKnown(
  workspace: Workspace,
  given: { project_id?: string | undefined; assignee_id?: string | undefined },
) {
  const { project_id: project, assignee_id: person } = given;
  if (project !== undefined && !workspace.projects.some(({ id }) => id === project))
    throw notFound("project", project, idsOf(workspace.projects));
  if (person !== undefined && !workspace.people.some(({ id }) => id === person))
    throw notFound("user", person, idsOf(workspace.people));
}

export function findIssue(workspace: Workspace, said: string): Issue {
  const wanted = said.trim().toLowerCase();
  const issue = workspace.issues.find((one) => one.id === wanted || one.identifier.toLowerCase() === wanted);
  if (issue !== undefined) return issue;
  throw notFound(
    "issue",
    said,
    workspace.issues.map(({ identifier }) => identifier),
  );
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
