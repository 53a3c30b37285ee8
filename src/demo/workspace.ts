import { z } from "zod";
import { JsonObject } from "../plan/json.ts";

const stamps = { created_at: z.string(), updated_at: z.string() };

/** The caller's key to find its write again. It does not deduplicate: two writes make two records. */
const external = { external_id: z.string().optional() };

export const Person = z.strictObject({ id: z.string(), name: z.string(), email: z.string() });
export type Person = z.infer<typeof Person>;

export const ObjectType = z.enum(["deals", "companies", "people"]);
export type ObjectType = z.infer<typeof ObjectType>;

/** A record of the CRM: its attributes are data, as in the product it stands for. */
export const CrmRecord = z.strictObject({
  id: z.string(),
  object: ObjectType,
  values: JsonObject,
  web_url: z.string(),
  ...stamps,
});
export type CrmRecord = z.infer<typeof CrmRecord>;

export const Note = z.strictObject({
  id: z.string(),
  parent_object: ObjectType,
  parent_record_id: z.string(),
  title: z.string(),
  content: z.string(),
  created_at: z.string(),
  ...external,
});
export type Note = z.infer<typeof Note>;

export const CrmTask = z.strictObject({
  id: z.string(),
  content: z.string(),
  deadline_at: z.string().optional(),
  is_completed: z.boolean(),
  assignee_id: z.string().optional(),
  linked_record_id: z.string().optional(),
  ...stamps,
  ...external,
});
export type CrmTask = z.infer<typeof CrmTask>;

export const Meeting = z.strictObject({
  id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  participants: z.array(z.string()),
  linked_record_id: z.string().optional(),
  created_at: z.string(),
  ...external,
});
export type Meeting = z.infer<typeof Meeting>;

export const Team = z.strictObject({ id: z.string(), key: z.string(), name: z.string() });
export type Team = z.infer<typeof Team>;

export const Project = z.strictObject({
  id: z.string(),
  name: z.string(),
  team_id: z.string(),
  state: z.enum(["planned", "started", "completed", "canceled"]),
  target_date: z.string().optional(),
  url: z.string(),
});
export type Project = z.infer<typeof Project>;

/** The workflow of every team. */
export const IssueState = z.enum(["Backlog", "Todo", "In Progress", "In Review", "Done", "Canceled"]);
export type IssueState = z.infer<typeof IssueState>;

export const Comment = z.strictObject({ id: z.string(), body: z.string(), created_at: z.string(), ...external });
export type Comment = z.infer<typeof Comment>;

export const Issue = z.strictObject({
  id: z.string(),
  /** What people say: STU-12. */
  identifier: z.string(),
  title: z.string(),
  description: z.string(),
  team_id: z.string(),
  project_id: z.string().optional(),
  state: IssueState,
  priority: z.int().min(0).max(4),
  due_date: z.string().optional(),
  assignee_id: z.string().optional(),
  comments: z.array(Comment),
  url: z.string(),
  ...stamps,
  ...external,
});
export type Issue = z.infer<typeof Issue>;

/** Everything the demo's CRM and tracker hold. */
export const Workspace = z.strictObject({
  people: z.array(Person),
  records: z.array(CrmRecord),
  notes: z.array(Note),
  tasks: z.array(CrmTask),
  meetings: z.array(Meeting),
  teams: z.array(Team),
  projects: z.array(Project),
  issues: z.array(Issue),
  /** The last number used, so that the id of a deleted record is not reused. */
  last: z.int(),
});
export type Workspace = z.infer<typeof Workspace>;
