import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { ProblemError } from "../../client/index.ts";
import { columns } from "../output/columns.ts";
import { exit, numberOf, print, type RemoteHandler, UsageError } from "../command.ts";
import { filesOf, placeOf } from "../commands/tools/kb.ts";
import { callRoute } from "./call-route.ts";

const formats: Readonly<Record<string, "markdown" | "text" | "html">> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".txt": "text",
  ".html": "html",
  ".htm": "html",
};

/** Uploads local files. Exit 1 if one of them is refused. */
export const add: RemoteHandler = async (invocation, client) => {
  const rows: { source: string; result: string; passages: number }[] = [];
  for (const path of await filesOf(invocation.args)) {
    const format = formats[extname(path).toLowerCase()];
    if (format === undefined) {
      rows.push({ source: path, result: "failed: add this format on the server", passages: 0 });
      continue;
    }
    const content = await readFile(path, "utf8");
    const { passages } = await client.addKnowledge({ body: { source: path, format, content } });
    rows.push({ source: path, result: "added", passages });
  }
  if (rows.length === 0)
    throw new UsageError(`no supported file found; supported are ${Object.keys(formats).join(", ")}`);
  print(
    invocation,
    { documents: rows },
    columns(rows.map(({ source, result, passages }) => [source, result, `${passages} passages`])),
  );
  return rows.some(({ result }) => result.startsWith("failed")) ? exit.failed : exit.ok;
};

export const list = callRoute("listKnowledge", {
  call: () => ({}),
  text: ({ documents }) =>
    columns(
      documents.map(({ source, title, passages, added_at }) => [source, title, `${passages} passages`, added_at]),
    ),
});

/** Exit 1 if one of the documents does not exist. */
export const remove: RemoteHandler = async (invocation, client) => {
  const removed: string[] = [];
  const absent: string[] = [];
  for (const source of invocation.args) {
    try {
      await client.removeKnowledge({ params: { source } });
      removed.push(source);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== "NOT_FOUND") throw error;
      absent.push(source);
    }
  }
  for (const source of absent) invocation.io.err(`${source} is not in the knowledge base. See planwright kb list.\n`);
  print(invocation, { removed, absent }, "");
  return absent.length === 0 ? exit.ok : exit.failed;
};

export const search = callRoute("searchKnowledge", {
  call: (invocation) => ({
    query: { q: invocation.args.join(" "), limit: numberOf(invocation, "limit") ?? 5 },
  }),
  text: ({ hits }) =>
    hits
      .map(({ title, heading, source, text: found, score }) => {
        return `${placeOf(title, heading)}  (${source}, ${score})\n  ${found.slice(0, 200)}\n`;
      })
      .join(""),
  exitCode: ({ hits }) => (hits.length === 0 ? exit.failed : exit.ok),
});
