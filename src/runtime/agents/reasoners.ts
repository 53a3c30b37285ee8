import type { ReactPlanner } from "../../agents/agent-deps.ts";
import { compact } from "../../plan/compact.ts";
import { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import { createHttp } from "../../tools/http/http.ts";
import { createGuardedFetch } from "../../tools/http/guarded-fetch.ts";
import { allowsUrl } from "../models/allows-url.ts";
import type { React } from "../../react/index.ts";

/** Runs agent goals with the ReAct planner of this process. */
export function reasonWith(react: React): ReactPlanner {
  return async (request, { tenant, signal, cancel, priority }) => {
    const run = { tenant, requestId: request.request_id ?? "" };
    if (cancel.aborted && !(await react.exists(run))) throw new Error("the run was cancelled before it started");
    const started = await react.start(request, tenant, compact({ priority }));
    if (!started.ok) throw new Error(started.issues.map(({ message }) => message).join("; "));
    const failed = Promise.withResolvers<never>();
    const stop = (): unknown => react.cancel(run).catch(failed.reject);
    if (cancel.aborted) stop();
    else cancel.addEventListener("abort", stop, { once: true });
    const answer = await Promise.race([react.result(run, signal), failed.promise]);
    if (answer === undefined) throw new Error("the planner does not know this run");
    return answer;
  };
}

/** Runs agent goals with a remote planner over HTTP. That server must enforce the autonomy rules itself. */
export function reasonAt(url: string, key: string | undefined): ReactPlanner {
  const address = `${url.replace(/\/+$/, "")}/plan/react`;
  const ask = createGuardedFetch(createHttp({ allows: allowsUrl(url) }));
  return async (request, call) => {
    const signal = AbortSignal.any([call.signal, call.cancel]);
    const headers = {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const answer = await ask(address, { method: "POST", headers, body: JSON.stringify(request), signal });
    const parsed = PlanReactResponse.safeParse(await answer.json().catch(() => undefined));
    if (answer.ok && parsed.success) return parsed.data;
    throw new Error(`the planner at ${url} answered ${answer.status} with a body that does not match the contract`);
  };
}
