/** The first byte that differs, with the surrounding text on either side. */
type ByteDifference = { offset: number; before: string; after: string };

/** Undefined when the two are equal, byte for byte. */
export function firstDifference(before: Uint8Array, after: Uint8Array): ByteDifference | undefined {
  const shorter = Math.min(before.length, after.length);
  let offset = 0;
  while (offset < shorter && before[offset] === after[offset]) offset += 1;
  if (offset === before.length && offset === after.length) return undefined;
  return { offset, before: around(before, offset), after: around(after, offset) };
}

const contextBytes = 24;

/** A character cut at either end shows as U+FFFD: the offset counts bytes. */
function around(bytes: Uint8Array, offset: number): string {
  return new TextDecoder().decode(bytes.subarray(Math.max(0, offset - contextBytes), offset + contextBytes));
}
