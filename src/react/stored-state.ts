import type { Store } from "../ports/store.ts";
import { recordPages } from "../ports/stored-record.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Fact } from "./fact.ts";
import { createLoopState, foldFacts, type LoopState } from "./loop-state.ts";
import { factKind, readFact, type RunKey, type StoredRun } from "./run-record.ts";
import { createToolTable } from "./tool-table.ts";

/** The initial state of a run. */
export function emptyState(verbs: Verbs, { tenant, requestId, body }: StoredRun): LoopState {
  const { request, earlier, startedAt, principal } = body;
  const tools = createToolTable(request, verbs, tenant);
  return createLoopState({ requestId, tenant, request, tools, earlier, startedAt, principal });
}

/** The state of a run from its stored facts. */
export async function storedState(
  { store, verbs }: { store: Store; verbs: Verbs },
  run: StoredRun,
): Promise<LoopState> {
  return foldFacts(emptyState(verbs, run), await readFacts(store, run));
}

async function readFacts(store: Store, { tenant, requestId }: RunKey): Promise<Fact[]> {
  const facts: Fact[] = [];
  for await (const page of recordPages(store, { tenant, kind: factKind, group: requestId }))
    facts.push(...page.map(readFact));
  return facts;
}
