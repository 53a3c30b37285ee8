import { compact } from "../../../plan/compact.ts";
import { PlanReactRequest, type PlanReactResponse } from "../../../contracts/react/plan-react.ts";
import type { ReactEvent } from "../../../contracts/react/react-event.ts";
import type { CheckResult } from "../../../plan/check-result.ts";
import { parseWith } from "../../../plan/parse.ts";
import type { OpenPlanwright } from "../../../runtime/open-planwright.ts";
import {
  exit,
  type ExitCode,
  flag,
  type Handler,
  type Invocation,
  numberOf,
  print,
  text,
  UsageError,
} from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { withPlanwright } from "../../workspace/local-planwright.ts";
import { localOrRemote } from "../../remote/remote.ts";

/** Exit 0 with an answer, 1 if the run fails, 3 for an invalid request, 5 if the budget is exhausted. */
export const react: Handler = (invocation) =>
  localOrRemote(
    invocation,
    () => withPlanwright(invocation, (planwright) => reactLocally(invocation, planwright)),
    async (client) => {
      if (text(invocation, "record") !== undefined || text(invocation, "replay") !== undefined)
        throw new UsageError("--record and --replay cannot be used with --url");
      if (flag(invocation, "stream")) throw new UsageError("--stream cannot be used with --url");
      const names = namedTools(invocation) ?? readTools((await client.listTools()).tools);
      const request = await requestOf(invocation, names);
      if (!request.ok) return refuseDocument(invocation, "", request.issues);
      return printAnswer(invocation, await client.planReact({ body: request.value, signal: invocation.io.signal }));
    },
  );

async function reactLocally(invocation: Invocation, planwright: OpenPlanwright): Promise<ExitCode> {
  const tenant = text(invocation, "tenant") ?? "local";
  const names = namedTools(invocation) ?? readTools(planwright.verbs.list(tenant));
  const request = await requestOf(invocation, names);
  if (!request.ok) return refuseDocument(invocation, "", request.issues);
  const started = await planwright.react.start(request.value, tenant);
  if (!started.ok) return refuseDocument(invocation, "", started.issues);
  await planwright.start();
  const response = await follow(invocation, planwright, { tenant, requestId: started.value.requestId });
  if (response !== undefined) return printAnswer(invocation, response);
  invocation.io.err("stopped; the run continues with the next command that works in this folder\n");
  return exit.failed;
}

type RunKey = { tenant: string; requestId: string };

async function follow(
  invocation: Invocation,
  { react: runs }: OpenPlanwright,
  of: RunKey,
): Promise<PlanReactResponse | undefined> {
  const { io } = invocation;
  if (!flag(invocation, "stream")) return runs.result(of, io.signal);
  for await (const { event } of runs.events(of, { signal: io.signal })) {
    if (event.type === "end") return event.response;
    if (flag(invocation, "json")) io.out(`${JSON.stringify(event)}\n`);
    else io.err(eventText(event));
  }
  return undefined;
}

async function requestOf(invocation: Invocation, tools: readonly string[]): Promise<CheckResult<PlanReactRequest>> {
  const [goal = ""] = invocation.args;
  return parseWith(PlanReactRequest, {
    ...compact({ request_id: text(invocation, "id") }),
    caller: "other",
    goal: { description: goal === "-" ? (await readText(invocation.io, "-")).trim() : goal },
    context: compact({ session_id: text(invocation, "session") }),
    toolset: tools.map((tool_id) => ({ tool_id })),
    limits: compact({ max_steps: numberOf(invocation, "steps"), timeout_seconds: numberOf(invocation, "timeout") }),
    preferences: compact({ style: text(invocation, "style") }),
  });
}

function namedTools(invocation: Invocation): string[] | undefined {
  return text(invocation, "tools")
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Writing tools must be named explicitly. */
function readTools(tools: readonly { name: string; effect: string }[]): string[] {
  return tools.filter(({ effect }) => effect === "read").map(({ name }) => name);
}

function printAnswer(invocation: Invocation, response: PlanReactResponse): ExitCode {
  const { io } = invocation;
  print(invocation, response, `${response.final_answer.content}\n`);
  if (response.status === "ok") return exit.ok;
  io.err(`planwright: ${response.error.code}: ${response.error.message}\n`);
  return response.error.code === "budget" ? exit.budget : exit.failed;
}

function eventText(event: ReactEvent): string {
  switch (event.type) {
    case "thought":
      return `… ${event.text}\n`;
    case "action":
      return `→ ${event.tool_id} ${JSON.stringify(event.input)}\n`;
    case "observation": {
      const { observation } = event;
      return `← ${observation.ok ? JSON.stringify(observation.output) : `${observation.error.code}: ${observation.error.message}`}\n`;
    }
    case "dropped":
      return `(${event.observations} observations dropped to fit the context window)\n`;
    case "start":
    case "thought_delta":
    case "text_delta":
    case "answer":
    case "end":
      return "";
    default:
      return event satisfies never;
  }
}
