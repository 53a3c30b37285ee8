import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { readableEndings, readDocument, snippetOf } from "../../../runtime/knowledge/knowledge.ts";
import type { KnowledgeDocument } from "../../../contracts/api/knowledge.ts";
import { timestampOf } from "../../../contracts/timestamp.ts";
import { columns } from "../../output/columns.ts";
import {
  exit,
  type ExitCode,
  type Handler,
  type Invocation,
  numberOf,
  print,
  text,
  UsageError,
} from "../../command.ts";
import { withProgress } from "../../output/progress.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";

export const add: Handler = (invocation) =>
  withToolbox(invocation, ({ knowledge }) =>
    addFiles(invocation, async (path) => {
      const read = await readDocument(path, await readFile(path));
      if ("problem" in read) return { result: `failed: ${read.problem}`, passages: 0 };
      const result = await knowledge.put(read.document, owner(invocation));
      return { result, passages: read.document.passages.length };
    }),
  );

/** Adds files and the readable files of folders. Exit 1 if one of them fails. */
export async function addFiles(
  invocation: Invocation,
  addFile: (path: string) => Promise<{ result: string; passages: number }>,
): Promise<ExitCode> {
  const files = await filesOf(invocation.args);
  if (files.length === 0) throw new UsageError(`no supported file found; supported are ${readableEndings.join(", ")}`);
  const documents: { source: string; result: string; passages: number }[] = [];
  await withProgress(invocation.io, "reading", async (report) => {
    for (const source of files) {
      report(`${documents.length + 1} of ${files.length}, ${source}`);
      documents.push({ source, ...(await addFile(source)) });
    }
  });
  const lines = documents.map(({ source, result, passages }) => [source, result, `${passages} passages`]);
  print(invocation, { documents }, columns(lines));
  return documents.some(({ result }) => result.startsWith("failed")) ? exit.failed : exit.ok;
}

export const list: Handler = (invocation) =>
  withToolbox(invocation, async ({ knowledge }) => {
    const entries = await knowledge.list(owner(invocation));
    const documents = entries.map(({ addedAt, ...entry }) => ({ ...entry, added_at: timestampOf(addedAt) }));
    return print(invocation, { documents }, documentLines(documents));
  });

export function documentLines(documents: readonly KnowledgeDocument[]): string {
  return columns(
    documents.map(({ source, title, passages, added_at }) => [source, title, `${passages} passages`, added_at]),
  );
}

export const remove: Handler = (invocation) =>
  withToolbox(invocation, ({ knowledge }) =>
    removeDocuments(invocation, (source) => knowledge.remove(source, owner(invocation))),
  );

/** Exit 1 if one of the documents does not exist. */
export async function removeDocuments(
  invocation: Invocation,
  removeOne: (source: string) => Promise<boolean>,
): Promise<ExitCode> {
  const removed: string[] = [];
  const absent: string[] = [];
  for (const source of invocation.args) ((await removeOne(source)) ? removed : absent).push(source);
  print(invocation, { removed, absent }, "");
  for (const source of absent) invocation.io.err(`${source} is not in the knowledge base. See planwright kb list.\n`);
  return absent.length === 0 ? exit.ok : exit.failed;
}

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

async function filesOf(paths: readonly string[]): Promise<string[]> {
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
