import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { isJsonObject, type Json } from "../../plan/json.ts";

/** The kind of the records that the list of runs shows as ReAct runs. */
const reactRunKind = "react.run";

type RunRow = { tenant: string; kind: string; id: string; status: string | null; body: Json };

/** Lists the ReAct runs among records. Their fields are read here: SQLite would parse the text again for each of them. */
export function createReactEntries(db: Pick<DatabaseSync, "prepare">) {
  const add = db.prepare(
    `INSERT INTO react_index (tenant, id, kind, title, caller, agent, tools, created_at, status, steps, ended_at, error)
     VALUES (?, ?, 'react', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const end = db.prepare(
    "UPDATE react_index SET status = ?, steps = ?, ended_at = ?, error = ? WHERE tenant = ? AND id = ? AND kind = 'react'",
  );
  const missing = db.prepare(`SELECT tenant, kind, id, status, body FROM records WHERE kind = '${reactRunKind}'
    AND NOT EXISTS (SELECT 1 FROM react_index AS i WHERE i.tenant = records.tenant AND i.id = records.id)`);
  const list = ({ tenant, id, body, status }: RunRow): void => {
    const [goal, metadata] = [at(body, "request", "goal"), at(body, "request", "goal", "metadata")];
    const title = at(metadata, "user_message") ?? at(goal, "description");
    const toolset = at(body, "request", "toolset");
    const tools = new Set(Array.isArray(toolset) ? toolset.map((tool) => textAt(tool, "tool_id")) : []);
    add.run(
      tenant,
      id,
      textAt(title),
      textAt(body, "request", "caller"),
      textAt(metadata, "agent_id"),
      tools.size === 0 ? " " : ` ${[...tools].join(" ")} `,
      numberAt(body, "startedAt"),
      ...resultOf(body, status),
    );
  };
  return {
    /** `isNew`: otherwise the entry changes only when the run ends. */
    put(row: RunRow, isNew: boolean): void {
      if (row.kind !== reactRunKind) return;
      if (isNew) list(row);
      else if (row.status !== "running") end.run(...resultOf(row.body, row.status), row.tenant, row.id);
    },
    /** For records that were restored without their entries. */
    addMissing(): void {
      for (const row of missing.all()) list(toRunRow(row));
    },
  };
}

/** Status, steps, end and error. */
function resultOf(body: Json, status: string | null): (string | number | null)[] {
  const response = at(body, "response");
  const ended = at(response, "status") === "ok" ? "completed" : "failed";
  const [startedAt, durationMs] = [numberAt(body, "startedAt"), numberAt(response, "usage", "duration_ms")];
  return [
    status === "running" ? "running" : ended,
    numberAt(response, "usage", "steps") ?? 0,
    startedAt === null || durationMs === null ? null : startedAt + durationMs,
    textAt(response, "error", "message"),
  ];
}

function toRunRow({ tenant, kind, id, status, body }: Record<string, SQLOutputValue>): RunRow {
  const parsed: Json = JSON.parse(String(body));
  return {
    tenant: String(tenant),
    kind: String(kind),
    id: String(id),
    status: status === null ? null : String(status),
    body: parsed,
  };
}

function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let inner = value;
  for (const key of keys) inner = isJsonObject(inner) ? inner[key] : undefined;
  return inner;
}

function textAt(value: Json | undefined, ...keys: readonly string[]): string | null {
  const text = at(value, ...keys);
  return typeof text === "string" ? text : null;
}

function numberAt(value: Json | undefined, ...keys: readonly string[]): number | null {
  const number = at(value, ...keys);
  return typeof number === "number" ? number : null;
}
