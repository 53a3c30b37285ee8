import type { Route } from "../src/contracts/api/route.ts";
import { routes } from "../src/contracts/api/routes.ts";
import type { Generated } from "./generated.ts";

const head = `# HTTP

Made by \`npm run generate\` from the route table. \`planwright start\` wants a key for every route that has a scope
([security.md](security.md)); \`planwright dev\` answers this machine alone and wants none. A running server has shapes and examples of each at
\`/docs\`, and the OpenAPI document at \`/openapi.json\`. In TypeScript each route is a call of its own name:

\`\`\`ts
import { createClient } from "planwright/client";

const client = createClient({ baseUrl: "http://127.0.0.1:4400" });
const { runs } = await client.listRuns({ query: { status: "waiting", limit: 10 } });
for (const { run_id: id } of runs) await client.cancelRun({ params: { id }, body: { reason: "the week is over" } });
\`\`\`

What fails is \`application/problem+json\` with a code of [errors.md](errors.md); the client throws it as \`ProblemError\`. A \`POST\` takes an
\`Idempotency-Key\`: the same key of the same caller with the same body is answered once. A write of \`POST /verbs/execute\` with a key is sent
once, also if the server is killed meanwhile: a repeated request then gets \`connection_lost\`, and a run finds out what became of the call.`;

/** `docs/api.md`, from the table that server, client and OpenAPI read. */
export function apiReference(): Generated[] {
  const rows = Object.entries<Route>(routes);
  const tags = [...new Set(rows.map(([, { tag }]) => tag))];
  const sections = tags.map((tag) => {
    const own = rows.filter(([, route]) => route.tag === tag).map(([name, route]) => line(name, route));
    return [
      `## ${tag}`,
      ["| route | call | scope | what it does |", "| --- | --- | --- | --- |", ...own].join("\n"),
    ].join("\n\n");
  });
  return [{ path: "docs/api.md", text: `${[head, ...sections].join("\n\n")}\n` }];
}

function line(name: string, { method, path, scope, summary, streams }: Route): string {
  const about = streams === true ? `${summary}; \`Accept: text/event-stream\` gives its events` : summary;
  return `| \`${method} ${path}\` | \`${name}\` | ${scope ?? "open"} | ${about.replaceAll("|", "\\|")} |`;
}
