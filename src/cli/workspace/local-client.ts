import type { Client } from "../../client/index.ts";
import type { lessonsRoutes } from "../../contracts/api/routes/lessons.ts";
import type { plansRoutes } from "../../contracts/api/routes/plans.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { toProblem } from "../../contracts/problem.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { lessonHandlers } from "../../server/handlers/lessons.ts";
import { planHandlers } from "../../server/handlers/plans.ts";
import { runHandlers } from "../../server/handlers/runs.ts";
import { type ExitCode, type Handler, type Invocation, text } from "../command.ts";
import { printProblem } from "../output/print-problem.ts";
import { localOrRemote } from "../remote/remote.ts";
import { withPlanwright } from "./local-planwright.ts";

/** The routes that the workspace answers as a server does. */
export type LocalClient = Pick<Client, keyof typeof plansRoutes | keyof typeof lessonsRoutes | "previewRun">;

type Work = (client: LocalClient, planwright?: OpenPlanwright) => Promise<ExitCode>;

/**
 * Calls routes of the server of `--url`, or has the workspace answer them; only then `planwright` is given. Prints what
 * either refuses; `list` is the command that shows what exists.
 */
export function withRoutes(invocation: Invocation, list: string, work: Work): Promise<ExitCode> {
  const here = (): Promise<ExitCode> =>
    withPlanwright(invocation, (planwright) =>
      work(createLocalClient(invocation, planwright), planwright).catch((error: unknown) => {
        if (!(error instanceof PlanwrightError)) throw error;
        return printProblem(invocation, toProblem(error), list);
      }),
    );
  return localOrRemote(invocation, here, work);
}

/** A command that is one call of a route, here or at a server. */
export function routeCommand(
  list: string,
  call: (invocation: Invocation, client: LocalClient) => Promise<ExitCode>,
): Handler {
  return (invocation) => withRoutes(invocation, list, (client) => call(invocation, client));
}

function createLocalClient(invocation: Invocation, planwright: OpenPlanwright): LocalClient {
  const { previewRun } = runHandlers(planwright);
  const handlers = { ...planHandlers(planwright), ...lessonHandlers(planwright), previewRun };
  const principal = {
    tenant: text(invocation, "tenant") ?? "local",
    name: text(invocation, "as") ?? "cli",
    scopes: new Set(),
  };
  const calls = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (call: object) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the commands have parsed what they pass
      const answer = await (handle as (exchange: object) => unknown)({
        ...call,
        principal,
        signal: invocation.io.signal,
      });
      return answer instanceof Response ? answer.text() : answer;
    },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one function for each handler, with its route's name
  return Object.fromEntries(calls) as LocalClient;
}
