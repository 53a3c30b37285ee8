import { createGunzip } from "node:zlib";
import { Readable } from "node:stream";
import { BadArchive } from "./bad-archive.ts";

/** No line is longer: the largest thing that is kept is far smaller. */
const longestLine = 256 * 1024 * 1024;

/** The lines of packed text, each without its end. Throws `BadArchive` for bytes that are no whole packed file. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(bytes);
  source.once("error", (error) => gunzip.destroy(error));
  let rest: Buffer[] = [];
  let size = 0;
  try {
    // What is unpacked comes as buffers; the type of a stream does not say so.
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
      if (size > longestLine) throw new BadArchive("ARCHIVE_DAMAGED", "a line of the file is longer than any can be");
    }
  } catch (error) {
    throw packedWrong(error) ?? error;
  } finally {
    source.destroy();
  }
  if (rest.length > 0) throw new BadArchive("ARCHIVE_CUT", "the file ends in the middle of a line: it was cut");
}

function packedWrong(error: unknown): BadArchive | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return new BadArchive("ARCHIVE_CUT", "the file ends too early: it was cut");
  if (code === "Z_DATA_ERROR")
    return new BadArchive("ARCHIVE_DAMAGED", "the file is no backup of Planwright, or its bytes were altered");
  return undefined;
}
