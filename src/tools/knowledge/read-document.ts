import { basename, extname } from "node:path";
import type { KnowledgeDocument } from "../../ports/knowledge.ts";
import { htmlSections } from "./html.ts";
import { markdownSections } from "./markdown.ts";
import { type Section, toPassages } from "./passages.ts";
import { pdfSections } from "./pdf.ts";

/** The file types of the knowledge base, by file name extension. */
export const readableEndings = [".md", ".markdown", ".txt", ".html", ".htm", ".pdf"] as const;

const maxDocumentBytes = 20 * 1024 * 1024;

/** A file's passages, or why it has none. */
export async function readDocument(
  source: string,
  bytes: Uint8Array,
): Promise<{ document: KnowledgeDocument } | { problem: string }> {
  if (bytes.byteLength > maxDocumentBytes) return { problem: `is larger than ${maxDocumentBytes} bytes` };
  let read: { title: string; sections: Section[] };
  try {
    read = await readSections(extname(source).toLowerCase(), bytes);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const passages = toPassages(read.sections);
  if (passages.length === 0) return { problem: "has no text in it" };
  return { document: { source, title: read.title === "" ? basename(source, extname(source)) : read.title, passages } };
}

async function readSections(ending: string, bytes: Uint8Array): Promise<{ title: string; sections: Section[] }> {
  switch (ending) {
    case ".md":
    case ".markdown": {
      const sections = markdownSections(textOf(bytes));
      return { title: sections.find(({ heading }) => heading !== "")?.heading ?? "", sections };
    }
    case ".txt":
      return { title: "", sections: [{ heading: "", text: textOf(bytes) }] };
    case ".html":
    case ".htm":
      return htmlSections(textOf(bytes));
    case ".pdf":
      return pdfSections(bytes);
    default:
      throw new Error(`is none of ${readableEndings.join(", ")}`);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("is not UTF-8 text");
  }
}
