import type { RunFilter, RunIndex, RunIndexEntry, RunIndexQuery, RunSort } from "../ports/run-index.ts";
import type { RunStatus } from "../ports/run.ts";
import type { SqlDatabase, SqlRow } from "./sql.ts";

/** The comparison of the database that ignores case. */
type LikeOperator = "LIKE" | "ILIKE";

export function createRunIndex(db: Pick<SqlDatabase, "read">, like: LikeOperator): RunIndex {
  return {
    async list(query) {
      const { sql, values } = selectRuns(query, like);
      return (await db.read(sql, values)).map(toEntry);
    },
    async counts(filter) {
      const { sql, values } = selectCounts(filter, like);
      const rows = await db.read(sql, values);
      return Object.fromEntries(rows.map(({ status, n }) => [String(status), Number(n)]));
    },
  };
}

type Select = { sql: string; values: (string | number)[] };

const columns = "id, kind, status, title, caller, agent, tools, steps, created_at, ended_at, error";

/** The key of each order; `id` makes it unique, so that a page continues after the last row of the page before. */
const orders: Record<RunSort, { key: string; direction: "ASC" | "DESC" }> = {
  newest: { key: "created_at", direction: "DESC" },
  oldest: { key: "created_at", direction: "ASC" },
  longest: { key: "coalesce(ended_at - created_at, 0)", direction: "DESC" },
};

function selectRuns(query: RunIndexQuery, like: LikeOperator): Select {
  const { sort, limit, after } = query;
  const { key, direction } = orders[sort];
  const { conditions, values, add } = conditionsOf(query, like);
  if (after !== undefined) {
    const last = `(SELECT ${key} FROM run_index WHERE tenant = ${add(query.tenant)} AND id = ${add(after)} LIMIT 1)`;
    conditions.push(`(${key}, id) ${direction === "DESC" ? "<" : ">"} (${last}, ${add(after)})`);
  }
  const sql = `SELECT ${columns} FROM run_index WHERE ${conditions.join(" AND ")}
    ORDER BY ${key} ${direction}, id ${direction} LIMIT ${add(limit)}`;
  return { sql, values };
}

function selectCounts(filter: Omit<RunFilter, "status">, like: LikeOperator): Select {
  const { conditions, values } = conditionsOf({ ...filter, status: undefined }, like);
  return {
    sql: `SELECT status, count(*) AS n FROM run_index WHERE ${conditions.join(" AND ")} GROUP BY status`,
    values,
  };
}

function conditionsOf(filter: Omit<RunFilter, "status"> & { status?: RunStatus | undefined }, like: LikeOperator) {
  const values: (string | number)[] = [];
  const add = (value: string | number): string => `$${values.push(value)}`;
  const conditions = [`tenant = ${add(filter.tenant)}`];
  const equal = { kind: filter.kind, status: filter.status, agent: filter.agent, caller: filter.caller };
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) conditions.push(`${column} = ${add(value)}`);
  if (filter.tool !== undefined) conditions.push(`tools ${like} ${add(`% ${escapeLike(filter.tool)} %`)} ESCAPE '\\'`);
  if (filter.since !== undefined) conditions.push(`created_at >= ${add(filter.since)}`);
  if (filter.until !== undefined) conditions.push(`created_at < ${add(filter.until)}`);
  for (const word of (filter.text ?? "")
    .split(/\s+/)
    .filter((one) => one !== "")
    .slice(0, maxWords)) {
    const spellings = spellingsOf(word).map(
      (spelling) => `${searched} ${like} ${add(`%${escapeLike(spelling)}%`)} ESCAPE '\\'`,
    );
    conditions.push(`(${spellings.join(" OR ")})`);
  }
  return { conditions, values, add };
}

const maxWords = 8;

const searched = "(title || tools || caller || ' ' || coalesce(agent, '') || ' ' || coalesce(error, '') || ' ' || id)";

/** SQLite, and Postgres with the locale C, ignore the case of ASCII letters only: other letters are searched as typed, small and capitalised. */
function spellingsOf(word: string): string[] {
  if (!/[^\0-\x7F]/.test(word)) return [word];
  const small = word.toLowerCase();
  return [...new Set([word, small, small.slice(0, 1).toUpperCase() + small.slice(1), word.toUpperCase()])];
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function toEntry(row: SqlRow): RunIndexEntry {
  const { agent, error, ended_at: endedAt } = row;
  return {
    id: String(row["id"]),
    kind: row["kind"] === "react" ? "react" : "plan",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the triggers, from a run's own status
    status: row["status"] as RunStatus,
    title: String(row["title"]),
    caller: String(row["caller"]),
    tools: String(row["tools"])
      .split(" ")
      .filter((tool) => tool !== ""),
    steps: Number(row["steps"]),
    createdAt: Number(row["created_at"]),
    ...(typeof agent === "string" && { agent }),
    ...(endedAt !== null && { endedAt: Number(endedAt) }),
    ...(typeof error === "string" && { error }),
  };
}
