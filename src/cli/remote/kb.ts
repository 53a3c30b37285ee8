import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { ProblemError } from "../../client/index.ts";
import { exit, numberOf, type RemoteHandler } from "../command.ts";
import { addFiles, documentLines, placeOf, removeDocuments } from "../commands/tools/kb.ts";
import { callRoute } from "./call-route.ts";

const formats: Readonly<Record<string, "markdown" | "text" | "html">> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".txt": "text",
  ".html": "html",
  ".htm": "html",
};

/** Uploads local files. */
export const add: RemoteHandler = (invocation, client) =>
  addFiles(invocation, async (source) => {
    const format = formats[extname(source).toLowerCase()];
    if (format === undefined) return { result: "failed: add this format on the server", passages: 0 };
    const content = await readFile(source, "utf8");
    const { passages } = await client.addKnowledge({ body: { source, format, content } });
    return { result: "added", passages };
  });

export const list = callRoute("listKnowledge", {
  call: () => ({}),
  text: ({ documents }) => documentLines(documents),
});

export const remove: RemoteHandler = (invocation, client) =>
  removeDocuments(invocation, async (source) => {
    try {
      await client.removeKnowledge({ params: { source } });
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === "NOT_FOUND") return false;
      throw error;
    }
  });

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
