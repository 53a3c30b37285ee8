import { UsageError } from "./command.ts";

/** Pages that may ask from a browser: exact origins, parted by commas; none where nothing is said. */
export function originsOf(said: string | undefined): string[] {
  const words = (said ?? "").split(",").flatMap((word) => word.trim() || []);
  for (const word of words)
    if (!URL.canParse(word) || new URL(word).origin !== word)
      throw new UsageError(`--origins are such as https://app.example.com, parted by commas, not "${word}"`);
  return words;
}
