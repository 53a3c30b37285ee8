import type { z } from "zod";
import type { EffectClass } from "../../plan/step.ts";
import type { Clock } from "../../ports/clock.ts";
import { type ToolAnswer, type ToolArgs, defineTool } from "../../tools/define-tool.ts";
import type { Tool, ToolContext } from "../../tools/tool.ts";
import type { Faults } from "../faults/faults.ts";
import type { Books } from "./books.ts";
import type { DemoState } from "./state.ts";
import { withFault } from "../faults/with-fault.ts";

/** The dependencies of every business tool. */
export type BusinessDemo = { state: DemoState; clock: Clock; faults?: Faults };

/** A business tool: arguments and books in, answer out. */
type BusinessTool<Input extends z.ZodType, Output extends z.ZodType> = {
  name: string;
  description: string;
  input: Input;
  output: Output;
  effect: Exclude<EffectClass, "unknown">;
  answer(args: ToolArgs<Input>, books: Books, now: string): ToolAnswer<Output>;
};

/** Adds the books of the tenant, the fault switches and, for a write, its key: one key acts once and can be read back. */
export function businessTool<Input extends z.ZodType, Output extends z.ZodType>(
  demo: BusinessDemo,
  tool: BusinessTool<Input, Output>,
): Tool {
  const writes = tool.effect !== "read";
  return defineTool({
    ...tool,
    tenants: ["*"],
    timeoutMs: 10_000,
    costMicroCents: 0,
    retryClass: writes ? "keyed" : "safe",
    async run(args, context) {
      return withFault({ ...demo, verb: tool.name, signal: context.signal }, () => {
        const books = demo.state.books(tenantOf(context));
        return writes ? runOnce(demo, tool, { args, books, context }) : tool.answer(args, books, isoTime(context));
      });
    },
    ...(writes
      ? {
          readBack({ key }, context) {
            const output = demo.state.books(tenantOf(context)).effects[key];
            return output === undefined ? { state: "absent" } : { state: "done", output };
          },
        }
      : {}),
  });
}

function runOnce<Input extends z.ZodType, Output extends z.ZodType>(
  demo: BusinessDemo,
  tool: BusinessTool<Input, Output>,
  call: { args: ToolArgs<Input>; books: Books; context: ToolContext },
): ToolAnswer<Output> {
  const { args, books, context } = call;
  const key = context.effectKey;
  const before = key === undefined ? undefined : books.effects[key];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of what this tool answered
  if (before !== undefined) return before as ToolAnswer<Output>;
  const answer = tool.answer(args, books, isoTime(context));
  // A copy: the record may change later, the answer for this key does not.
  if (key !== undefined) books.effects[key] = JSON.parse(JSON.stringify(answer));
  demo.state.save();
  return answer;
}

function tenantOf(context: ToolContext): string {
  return context.tenant ?? "local";
}

function isoTime(context: ToolContext): string {
  return new Date(context.now).toISOString();
}
