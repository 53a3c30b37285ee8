import { createGunzip } from "node:zlib";
import { Readable } from "node:stream";
import { BadArchive } from "./bad-archive.ts";

/** Upper bound: the largest stored value is far smaller. */
const maxLineBytes = 256 * 1024 * 1024;

/** Yields the lines of gzipped text. Throws `BadArchive` for invalid or truncated gzip data. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(bytes);
  source.once("error", (error) => gunzip.destroy(error));
  let rest: Buffer[] = [];
  let size = 0;
  try {
    // gunzip yields buffers, but the stream type does not say so.
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        const last = chunk.subarray(from, end);
        yield rest.length === 0 ? last : Buffer.concat([...rest, last]);
        rest = [];
        size = 0;
        from = end + 1;
      }
      if (from === chunk.length) continue;
      rest.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > maxLineBytes)
        throw new BadArchive("ARCHIVE_DAMAGED", "a line of the file is longer than the allowed maximum");
    }
  } catch (error) {
    throw toBadArchive(error) ?? error;
  } finally {
    source.destroy();
  }
  if (rest.length > 0) throw new BadArchive("ARCHIVE_CUT", "the file ends in the middle of a line: it is truncated");
}

function toBadArchive(error: unknown): BadArchive | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return new BadArchive("ARCHIVE_CUT", "the file ends too early: it is truncated");
  if (code === "Z_DATA_ERROR")
    return new BadArchive("ARCHIVE_DAMAGED", "the file is not a Planwright backup, or it was modified");
  return undefined;
}
