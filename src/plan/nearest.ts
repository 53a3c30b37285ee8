/** The known word that was most likely meant, or undefined when none is close. Ties go to the first. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = fold(word);
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const folded = fold(candidate);
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    // Words without a common letter are no misspelling: "lt" is not ">".
    if (wanted !== "" && !folded.split("").some((letter) => wanted.includes(letter))) continue;
    const distance = editDistance(wanted, folded, bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `Did you mean x?`, or other words where none is close. */
export function didYouMean(word: string, known: Iterable<string>, otherwise = ""): string {
  const close = nearest(word, known);
  return close === undefined ? otherwise : `Did you mean ${close}?`;
}

/** Whether two words differ by one letter that is wrong, missing, too many or swapped with its neighbour. */
export function isOneEdit(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) < 2 && editDistance(a, b, 2) < 2;
}

/** Ignores case and word separators. */
function fold(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[-_\s.]/g, "");
}

/** Levenshtein with swaps of neighbours counted once; gives up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(beforeLast, j - 2) + 1);
      row.push(least);
    }
    if (Math.min(...row) >= limit) return limit;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
