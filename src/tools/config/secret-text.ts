import { z } from "zod";

/** A text in the configuration, or the name of the environment variable that holds it. Secrets are given by name. */
export const SecretText = z.union([
  z.string(),
  z.strictObject({
    env: z.string().min(1).describe("the name of the environment variable that holds the text"),
    prefix: z.string().default("").describe("put before the text, for example Bearer and a space"),
  }),
]);
export type SecretText = z.infer<typeof SecretText>;

export type Env = Readonly<Record<string, string | undefined>>;

/** Reads the texts. Missing environment variables are reported by name. */
export function readSecrets(
  texts: Readonly<Record<string, SecretText>>,
  env: Env,
): { values: Record<string, string>; missing: string[] } {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const value = typeof text === "string" ? text : env[text.env];
    if (value === undefined || value === "") missing.push(typeof text === "string" ? name : text.env);
    else values[name] = typeof text === "string" ? value : `${text.prefix}${value}`;
  }
  return { values, missing };
}
