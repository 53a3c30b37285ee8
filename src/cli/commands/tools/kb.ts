import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { readableEndings, readDocument, snippetOf } from "../../../runtime/knowledge/knowledge.ts";
import { columns } from "../../output/columns.ts";
import { exit, type Handler, type Invocation, numberOf, print, text, UsageError } from "../../command.ts";
import { withProgress } from "../../output/progress.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";

/** Adds files and the readable files of folders. Exit 1 if a file cannot be read. */
export const add: Handler = (invocation) =>
  withToolbox(invocation, async ({ knowledge }) => {
    const files = await filesOf(invocation.args);
    const rows: { source: string; result: string; passages: number }[] = [];
    await withProgress(invocation.io, "reading", async (report) => {
      for (const path of files) {
        report(`${rows.length + 1} of ${files.length}, ${path}`);
        const read = await readDocument(path, await readFile(path));
        if ("problem" in read) rows.push({ source: path, result: `failed: ${read.problem}`, passages: 0 });
        else {
          const result = await knowledge.put(read.document, owner(invocation));
          rows.push({ source: path, result, passages: read.document.passages.length });
        }
      }
    });
    if (rows.length === 0) throw new UsageError(`no supported file found; supported are ${readableEndings.join(", ")}`);
    print(
      invocation,
      { documents: rows },
      columns(rows.map((row) => [row.source, row.result, `${row.passages} passages`])),
    );
    return rows.some((row) => row.result.startsWith("failed")) ? exit.failed : exit.ok;
  });

export const list: Handler = (invocation) =>
  withToolbox(invocation, async ({ knowledge }) => {
    const entries = await knowledge.list(owner(invocation));
    const rows = entries.map(({ addedAt, ...entry }) => ({ ...entry, added_at: new Date(addedAt).toISOString() }));
    return print(
      invocation,
      { documents: rows },
      columns(rows.map((row) => [row.source, row.title, `${row.passages} passages`, row.added_at])),
    );
  });

/** Exit 1 if one of the documents does not exist. */
export const remove: Handler = (invocation) =>
  withToolbox(invocation, async ({ knowledge }) => {
    const removed: string[] = [];
    const absent: string[] = [];
    for (const source of invocation.args)
      ((await knowledge.remove(source, owner(invocation))) ? removed : absent).push(source);
    print(invocation, { removed, absent }, "");
    for (const source of absent) invocation.io.err(`${source} is not in the knowledge base. See planwright kb list.\n`);
    return absent.length === 0 ? exit.ok : exit.failed;
  });

/** Exit 1 if nothing is found. */
export const search: Handler = (invocation) =>
  withToolbox(invocation, async ({ knowledge }) => {
    const query = invocation.args.join(" ");
    const limit = numberOf(invocation, "limit") ?? 5;
    const hits = await knowledge.search({ text: query, limit }, owner(invocation));
    const results = await Promise.all(hits.map(async (hit) => ({ ...hit, snippet: await snippetOf(hit.text, query) })));
    const lines = results.map(
      ({ title, heading, source, snippet, score }) =>
        `${placeOf(title, heading)}  (${source}, ${score})\n  ${snippet}\n`,
    );
    print(invocation, { query, results }, lines.join(""));
    if (results.length > 0) return exit.ok;
    invocation.io.err("nothing found. See planwright kb list, or add documents with planwright kb add.\n");
    return exit.failed;
  });

/** Markdown headings already start with the title. */
export function placeOf(title: string, heading: string): string {
  if (heading.startsWith(title)) return heading;
  return heading === "" ? title : `${title} › ${heading}`;
}

/** Without a tenant, documents are shared. */
function owner(invocation: Invocation): string | undefined {
  return text(invocation, "tenant");
}

export async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new UsageError(`there is no file or folder ${path}`);
    if (!found.isDirectory()) files.push(path);
    else
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && isReadable(entry.name)) files.push(join(entry.parentPath, entry.name));
  }
  return files.toSorted();
}

function isReadable(name: string): boolean {
  return readableEndings.some((ending) => ending === extname(name).toLowerCase());
}
