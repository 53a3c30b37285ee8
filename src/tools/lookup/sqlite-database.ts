import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolError } from "../tool-error.ts";
import type { SqlDatabase, SqlRow } from "./sql-database.ts";
import type { ReaderResponse, ReaderRequest } from "./sqlite-reader.ts";

/**
 * A SQLite file, read by a process of its own. SQLite answers synchronously and cannot be interrupted from JavaScript,
 * not even in a thread: only a process can be stopped in the middle of a query that takes an hour.
 */
export function openSqliteDatabase(path: string): SqlDatabase {
  let reader: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const stop = (): void => {
    reader?.kill("SIGKILL");
    reader = undefined;
  };

  const sendRequest = (question: ReaderRequest, signal: AbortSignal): Promise<ReaderResponse> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new ToolError("canceled", "the caller cancelled the call"));
      const request = (reader ??= start(path));
      const finish = (settle: () => void): void => {
        signal.removeEventListener("abort", onAbort);
        request.removeAllListeners();
        keepAlive(request, false);
        settle();
      };
      const onAbort = (): void => {
        stop();
        finish(() => reject(new ToolError("canceled", "the caller cancelled the call")));
      };
      const onExit = (): void => {
        if (reader === request) reader = undefined;
        finish(() => reject(new ToolError("unavailable", "the database cannot be opened for reading")));
      };
      request.once("message", (answer: ReaderResponse) => finish(() => resolve(answer)));
      request.once("exit", onExit);
      request.once("error", onExit);
      signal.addEventListener("abort", onAbort, { once: true });
      keepAlive(request, true);
      request.send(question);
    });

  /** Serialised: the reader process handles one request at a time. */
  const ask = (question: ReaderRequest, signal: AbortSignal): Promise<ReaderResponse> => {
    const answer = last.then(() => sendRequest(question, signal));
    last = answer.catch(() => {});
    return answer;
  };

  return {
    async check(sql) {
      const answer = await ask({ check: sql }, new AbortController().signal);
      return "problem" in answer ? answer.problem : undefined;
    },
    async query(query, signal) {
      const answer = await ask({ query }, signal);
      if ("problem" in answer) throw new ToolError("query_failed", answer.problem);
      return { rows: answer.rows.map(toRow), isCut: answer.isCut };
    },
    async close() {
      stop();
    },
  };
}

function start(path: string): ChildProcess {
  const file = new URL(`./sqlite-reader${extname(import.meta.url)}`, import.meta.url);
  return fork(fileURLToPath(file), [path], { serialization: "advanced", execArgv: [], stdio: "ignore" });
}

/** An idle reader must not keep this process alive; a busy one must. */
function keepAlive(reader: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    reader.ref();
    reader.channel?.ref();
  } else {
    reader.unref();
    reader.channel?.unref();
  }
}

function toRow(row: Readonly<Record<string, unknown>>): SqlRow {
  const plain: SqlRow = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "string" || typeof value === "number" || value === null) plain[name] = value;
    else throw new ToolError("invalid_output", `${name} is not text or a number; convert it in the query`);
  }
  return plain;
}
