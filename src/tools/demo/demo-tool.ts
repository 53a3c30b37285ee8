import type { z } from "zod";
import type { EffectClass } from "../../plan/step.ts";
import type { Clock } from "../../ports/clock.ts";
import { type AnswerOf, type ArgsOf, defineTool } from "../define-tool.ts";
import type { Tool, ToolContext } from "../tool.ts";
import type { Faults } from "./faults.ts";
import type { Books } from "./records.ts";
import type { DemoState } from "./state.ts";
import { withFault } from "./with-fault.ts";

/** What every demo tool stands on. */
export type Demo = { state: DemoState; clock: Clock; faults?: Faults };

/** A demo tool without its plumbing: arguments and books in, answer out. */
export type DemoTool<Input extends z.ZodType, Output extends z.ZodType> = {
  name: string;
  description: string;
  input: Input;
  output: Output;
  effect: Exclude<EffectClass, "unknown">;
  answer(args: ArgsOf<Input>, books: Books, now: string): AnswerOf<Output>;
};

/** Adds the books of the tenant, the fault switches and, for a write, its key: one key acts once and can be read back. */
export function demoTool<Input extends z.ZodType, Output extends z.ZodType>(
  demo: Demo,
  tool: DemoTool<Input, Output>,
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
        return writes ? once(demo, tool, { args, books, context }) : tool.answer(args, books, isoTime(context));
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

function once<Input extends z.ZodType, Output extends z.ZodType>(
  demo: Demo,
  tool: DemoTool<Input, Output>,
  call: { args: ArgsOf<Input>; books: Books; context: ToolContext },
): AnswerOf<Output> {
  const { args, books, context } = call;
  const key = context.effectKey;
  const before = key === undefined ? undefined : books.effects[key];
  if (before !== undefined) return before as AnswerOf<Output>; // a copy of what this tool answered
  const answer = tool.answer(args, books, isoTime(context));
  // A copy: the record may change later, what this key came to does not.
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
