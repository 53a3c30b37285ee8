import { loadOptional } from "../../ports/optional-package.ts";
import type { Section } from "./passages.ts";

/** The text of a PDF, one section per page. A scan has no text and so no sections. */
export async function pdfSections(bytes: Uint8Array): Promise<{ title: string; sections: Section[] }> {
  // Loaded with the first PDF, because the package is large.
  const { extractText, getDocumentProxy, getMeta } = await loadOptional(
    "unpdf",
    "Reading PDF files",
    () => import("unpdf"),
  );
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { text } = await extractText(document);
  const { info } = await getMeta(document);
  const title: unknown = info["Title"];
  return {
    title: typeof title === "string" ? title : "",
    sections: text.map((page, at) => ({ heading: `page ${at + 1}`, text: page })),
  };
}
