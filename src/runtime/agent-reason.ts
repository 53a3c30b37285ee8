import type { Reason } from "../agents/parts.ts";
import { PlanReactResponse } from "../contracts/react/plan-react.ts";
import { createHttp } from "../tools/http/http.ts";
import { createGuardedFetch } from "../tools/http/guarded-fetch.ts";
import { allowsUrl } from "./allows-url.ts";
import type { React } from "./react.ts";

/** The planner of this process, as the daemon asks it. */
export function reasonWith(react: React): Reason {
  return async (request, { tenant, signal }) => {
    const started = await react.start(request, tenant);
    if (!started.ok) throw new Error(started.issues.map(({ message }) => message).join("; "));
    const answer = await react.result({ tenant, requestId: started.value.requestId }, signal);
    if (answer === undefined) throw new Error("the planner has no such run");
    return answer;
  };
}

/** A planner behind its HTTP contract. It must know the verbs' rules itself: autonomy is enforced where verbs are executed. */
export function reasonAt(url: string, key: string | undefined): Reason {
  const address = `${url.replace(/\/+$/, "")}/plan/react`;
  const ask = createGuardedFetch(createHttp({ allows: allowsUrl(url) }));
  return async (request, { signal }) => {
    const headers = {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const answer = await ask(address, { method: "POST", headers, body: JSON.stringify(request), signal });
    const parsed = PlanReactResponse.safeParse(await answer.json().catch(() => undefined));
    if (answer.ok && parsed.success) return parsed.data;
    throw new Error(`the planner at ${url} answered ${answer.status} and no reply of the contract`);
  };
}
