import type { z } from "zod";
import type { Clock } from "../ports/clock.ts";
import { type ToolAnswer, type ToolArgs, defineTool } from "../tools/define-tool.ts";
import type { Faults } from "./faults/faults.ts";
import type { SharedFile } from "./shared-file.ts";
import { withFault } from "./faults/with-fault.ts";
import type { Tool } from "../tools/tool.ts";
import type { Workspace } from "./workspace.ts";

/** The dependencies of every workspace tool. */
export type WorkspaceDemo = { state: SharedFile<Workspace>; clock: Clock; faults?: Faults };

/** A workspace tool. `writes` saves the workspace; its effect class is configured in `rules.ts`. */
type WorkspaceTool<Input extends z.ZodType, Output extends z.ZodType> = {
  name: string;
  description: string;
  input: Input;
  output: Output;
  writes?: true;
  answer(args: ToolArgs<Input>, at: Moment): ToolAnswer<Output>;
};

export type Moment = {
  workspace: Workspace;
  /** ISO 8601. */
  now: string;
  /** A fresh id; numbers are given once. */
  id: (prefix: string) => string;
};

/** Whether a record has the values that a query gives. */
export function hasFields(record: object, query: object): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...record };
  return Object.entries(query).every(([name, value]) => value === undefined || fields[name] === value);
}

/** Adds the workspace and the fault switches. A repeated call writes twice, as in the products it simulates. */
export function workspaceTool<Input extends z.ZodType, Output extends z.ZodType>(
  demo: WorkspaceDemo,
  tool: WorkspaceTool<Input, Output>,
): Tool {
  return defineTool({
    name: tool.name,
    description: tool.description,
    input: tool.input,
    output: tool.output,
    async run(args, { signal }) {
      return withFault({ ...demo, verb: tool.name, signal }, () => {
        const workspace = demo.state.read();
        const id = (prefix: string): string => `${prefix}_${String((workspace.last += 1)).padStart(4, "0")}`;
        const answer = tool.answer(args, { workspace, now: new Date(demo.clock.now()).toISOString(), id });
        if (tool.writes) demo.state.save();
        return answer;
      });
    },
  });
}
