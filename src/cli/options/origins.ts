import { UsageError } from "../command.ts";

/** Parses comma-separated origins that may call from a browser; none by default. */
export function parseOrigins(said: string | undefined): string[] {
  const words = (said ?? "").split(",").flatMap((word) => word.trim() || []);
  for (const word of words)
    if (!URL.canParse(word) || new URL(word).origin !== word)
      throw new UsageError(
        `--origins must be origins such as https://app.example.com, separated by commas, not "${word}"`,
      );
  return words;
}
