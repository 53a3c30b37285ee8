import { poorTenant, tenant } from "../config.ts";
import { ask } from "./ask.ts";
import { type LoadContext, mannerOf } from "./load-context.ts";

/** Has the model reason and write once; for the tenant with little money too. */
export async function reason({ installation, history, chance, next, until }: LoadContext): Promise<void> {
  const isPoor = chance(2) === 0;
  const requestId = `${isPoor ? "poor" : "react"}-${next()}`;
  const [how, first] = [mannerOf(chance), chance(100)];
  const asked = { kind: "react", requestId, marker: requestId, tenant: isPoor ? poorTenant : tenant } as const;
  await history.record(asked, () =>
    ask(installation, {
      request: {
        role: "api",
        as: isPoor ? "poor" : "alice",
        method: "POST",
        path: "/plan/react",
        body: {
          request_id: requestId,
          goal: { type: "agent_task", description: `write ${requestId} ${how}` },
          toolset: [{ tool_id: "world_add" }],
          limits: { max_tokens_reason: 60, max_tokens_answer: 60, timeout_seconds: 60 },
        },
      },
      idOf: () => requestId,
      first,
      until: until(),
    }),
  );
}
