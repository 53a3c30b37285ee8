import type { SQLOutputValue } from "node:sqlite";
import {
  archiveNumbers,
  type ArchiveRow,
  type ArchiveTable,
  type ArchiveValue,
  toArchiveNumber,
} from "../ports/archive.ts";
import type { KnowledgeDocument } from "../ports/knowledge.ts";
import { parseStored } from "./sql.ts";

/** The table of the database behind a table of the archive. */
export const source = (table: ArchiveTable): string => (table === "knowledge" ? "knowledge_documents" : table);

export function toValue(column: string, value: SQLOutputValue | boolean | undefined): ArchiveValue {
  if (value === null || value === undefined) return null;
  return archiveNumbers.has(column) ? toArchiveNumber(value) : String(value);
}

type ArchivedDocument = { document: KnowledgeDocument; tenant: string; hash: string; addedAt: number };

/** The passages of a document for an archive, in row order. */
export function toPassages(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify(rows.map(({ heading, text }) => [String(heading), String(text)]));
}

/** Parses a row of the table `knowledge`. */
export function toDocument({ values }: ArchiveRow): ArchivedDocument {
  const [tenant, source, title, hash, addedAt, passages] = values;
  const pairs = parseStored<[string, string][]>(passages);
  const document = {
    source: text(source),
    title: text(title),
    passages: pairs.map(([h, t]) => ({ heading: h, text: t })),
  };
  return { document, tenant: text(tenant), hash: text(hash), addedAt: Number(addedAt) };
}

function text(value: ArchiveValue | undefined): string {
  return String(value);
}
