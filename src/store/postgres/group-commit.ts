import type { LeasedJob } from "../../ports/engine.ts";
import type { Tx } from "../../ports/store.ts";
import type { PostgresDatabase } from "./database.ts";
import { effectWrites } from "./effect-tables.ts";
import { type JobChanges, jobName, jobWrites } from "./job-table.ts";
import { wasRolledBack } from "./postgres-error.ts";
import { recordWrites } from "./record-tables.ts";
import type { RecordedStatement } from "./rows.ts";
import { factRow, runWrites } from "./run-tables.ts";
import type { Statement } from "./session.ts";

type PendingChange = { change: (tx: Tx) => void; resolve: () => void; reject: (error: unknown) => void };

/** One commit and what it does. */
type Commit = JobChanges & { statements: RecordedStatement[]; facts: RecordedStatement[] };

type GroupCommit = {
  write(change: (tx: Tx) => void): Promise<void>;
  /** Resolves when everything accepted has been settled. */
  idle(): Promise<void>;
};

/** Commits under way at once: while one waits for the disk, the process and the server work on the next. */
const maxUnderWay = 2;

/** Changes of one commit. */
const maxGroup = 128;

/** A group gives up its turn when a row is locked for longer; its changes then wait each for itself. */
const groupLockMs = 500;

/** Thrown by a change that needs what another commit is about to store. */
const tooEarly = new Error("the job is being stored");

/**
 * Group commit: changes that arrive together share one transaction, and rows of the same table one statement. If one fails, the group is rolled
 * back and every change is committed alone, so each is atomic and fails for itself.
 */
export function createGroupCommit(db: PostgresDatabase, announce: (job: LeasedJob) => void): GroupCommit {
  const waiting: PendingChange[] = [];
  /** Changes that were too early. */
  const deferred: PendingChange[] = [];
  /** By lease, the commit that is about to store it. */
  const storing = new Map<number, Commit>();
  let underWay = 0;
  let onIdle: (() => void) | undefined;

  const commitGroup = async (group: readonly PendingChange[]): Promise<void> => {
    const commit: Commit = { added: [], released: new Map(), reserved: new Map(), statements: [], facts: [] };
    const accepted = group.filter((pending) => accept(pending, commit));
    if (accepted.length === 0) return;
    for (const { lease } of commit.reserved.values()) storing.set(lease, commit);
    const failure = await send(commit, accepted.length > 1).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    for (const { lease } of commit.reserved.values()) storing.delete(lease);
    if (failure !== undefined && accepted.length > 1 && wasRolledBack(failure.error))
      return void (await Promise.all(accepted.map((pending) => commitGroup([pending]))));
    for (const name of commit.reserved.keys()) db.reservedLeases.delete(name);
    if (failure === undefined) settle(db, commit, announce);
    for (const { resolve, reject } of accepted)
      if (failure === undefined) resolve();
      else reject(failure.error);
  };
  const send = ({ statements, facts }: Commit, isShared: boolean): Promise<void> =>
    db.write(merged([...statements, ...facts]), { byKey: true, ...(isShared && { lockMs: groupLockMs }) });
  const accept = (pending: PendingChange, commit: Commit): boolean => {
    try {
      record(pending.change, commit, { db, storing });
      return true;
    } catch (error) {
      if (error === tooEarly) deferred.push(pending);
      else pending.reject(error);
      return false;
    }
  };
  const next = async (): Promise<void> => {
    await commitGroup(waiting.splice(0, maxGroup));
    underWay -= 1;
    waiting.unshift(...deferred.splice(0));
    begin();
    if (underWay === 0) onIdle?.();
  };
  const begin = (): void => {
    if (waiting.length === 0 || underWay >= maxUnderWay) return;
    underWay += 1;
    // After this turn of the event loop: what arrives together is committed together.
    setImmediate(() => void next());
  };
  return {
    write: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        begin();
      }),
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))),
  };
}

type RecordParts = { db: PostgresDatabase; storing: ReadonlyMap<number, Commit> };

/** Adds the statements of a change to a commit; all of them or, if it throws, none. */
function record(change: (tx: Tx) => void, commit: Commit, { db, storing }: RecordParts): void {
  const statements: RecordedStatement[] = [];
  const facts: RecordedStatement[] = [];
  const add = (statement: RecordedStatement): void => void statements.push(statement);
  const checkOrder = (lease: number): void => {
    if (storing.has(lease) && storing.get(lease) !== commit) throw tooEarly;
  };
  const reserved: JobChanges["reserved"] = new Map();
  const done = { ...commit, reserved };
  change({
    append: (runId, fact, at) => void facts.push(factRow(runId, fact, at)),
    ...runWrites(add),
    ...effectWrites(add),
    ...recordWrites(add),
    ...jobWrites(add, { done, reservations: db.reservedLeases, checkOrder }),
  });
  commit.statements.push(...statements);
  commit.facts.push(...facts);
  for (const [name, lease] of reserved) commit.reserved.set(name, lease);
}

function settle(db: PostgresDatabase, commit: Commit, announce: (job: LeasedJob) => void): void {
  for (const [lease, isGone] of commit.released) if (isGone) db.releasedLeases.add(lease);
  for (const reservation of commit.reserved.values()) reservation.isStored = true;
  // A retried transaction collected its jobs again; the last ones count.
  const added = new Map(commit.added.map((job) => [jobName(job), job]));
  for (const job of added.values()) announce(job);
}

type StatementRow = { values: readonly unknown[] };

/**
 * Rows for the same statement become one, as far as the order of what has the same key allows. A change to a row that the same
 * commit adds is made to the row before it is sent.
 */
export function merged(recorded: readonly RecordedStatement[]): Statement[] {
  const groups: { first: RecordedStatement; rows: Set<StatementRow> }[] = [];
  const byKey = new Map<string, { at: number; row: StatementRow; one: RecordedStatement }>();
  const bySql = new Map<string, number>();
  for (const one of recorded) {
    const last = byKey.get(one.key);
    if (one.rows === "once" && last !== undefined) continue;
    const changed = last?.one.isNew === true ? one.change?.(last.row.values) : undefined;
    if (last !== undefined && changed !== undefined) {
      if (changed !== null) last.row.values = changed;
      else if (groups[last.at]?.rows.delete(last.row) === true) byKey.delete(one.key);
      continue;
    }
    if (last !== undefined && last.one.sql === one.covers) groups[last.at]?.rows.delete(last.row);
    const row: StatementRow = { values: one.values };
    let at = one.rows === undefined ? -1 : (bySql.get(one.sql) ?? -1);
    if (at > (last?.at ?? -1)) groups[at]?.rows.add(row);
    else {
      at = groups.push({ first: one, rows: new Set([row]) }) - 1;
      bySql.set(one.sql, at);
    }
    byKey.set(one.key, { at, row, one });
  }
  return groups
    .filter(({ rows }) => rows.size > 0)
    .map(({ first, rows }) =>
      first.rows === undefined
        ? first
        : asColumns(
            first,
            [...rows].map(({ values }) => values),
          ),
    );
}

function asColumns({ sql, values, check }: RecordedStatement, rows: readonly (readonly unknown[])[]): Statement {
  const columns = values.map((_, at) => rows.map((row) => row[at]));
  return { sql, values: columns, ...(check && { check: (result) => check(result, rows.length) }) };
}
