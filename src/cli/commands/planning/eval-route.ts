import { loadConfiguredPacks } from "../../../runtime/config/configured-packs.ts";
import {
  formatRoutes,
  parseRouteCase,
  type RouteCase,
  routeAll,
  studioCorpus,
  summariseRoutes,
} from "../../../runtime/route-evaluation.ts";
import { exit, flag, type Handler, text } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { readRows } from "../../input/jsonl.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";

/** Plans utterances against the folder's tools and prints what each kind was taken for. 1 for a mutation taken for a query. */
export const evaluateRoute: Handler = async (invocation) => {
  const { io, args } = invocation;
  const files = args.length > 1 ? args.slice(1) : [studioCorpus];
  const cases: RouteCase[] = [];
  for (const path of files) {
    const { rows, issues } = readRows(await readText(io, path), parseRouteCase);
    if (issues.length > 0) return refuseDocument(invocation, path, issues);
    cases.push(...rows);
  }
  return withToolbox(invocation, async ({ verbs, tenant, config, folder }) => {
    const packs = loadConfiguredPacks({ config, folder });
    if (!packs.ok) return refuseDocument(invocation, "planwright.yaml", packs.issues);
    const rows = await routeAll(cases, { packs: packs.value, verbs, tenant, signal: io.signal });
    const summary = summariseRoutes(rows);
    const wrong = rows.filter(({ wanted, got }) => wanted.intent !== got.intent || wanted.domain !== got.domain);
    for (const { wanted, got } of wrong.slice(0, Number(text(invocation, "errors") ?? 0)))
      io.err(
        `${wanted.id}: ${wanted.text}\n  ${wanted.intent} ${wanted.domain}, taken for ${got.intent} ${got.domain}\n`,
      );
    io.out(flag(invocation, "json") ? `${JSON.stringify(summary)}\n` : formatRoutes(summary));
    return summary.mutationAsQuery === 0 ? exit.ok : exit.failed;
  });
};
