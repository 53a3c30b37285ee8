import { secretName } from "../../plan/redact.ts";
import { asJsonObject, isJsonObject, type Json } from "../../plan/json.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import type { Config } from "../config/config.ts";

/** Shorter values are not replaced: they would also match ordinary words. */
const minLength = 8;

/** Variables that hold secrets without being named in the configuration. */
const wellKnown = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "PLANWRIGHT_KEY",
  "PLANWRIGHT_SECRET_KEY",
  "DATABASE_URL",
  "REDIS_URL",
];

/** The values of all configured secrets, longest first. */
export function knownSecrets(config: Config, env: Env): string[] {
  const named = wellKnown.flatMap((name) => env[name] ?? []);
  const values = [...named, ...secretsIn(asJsonObject(config), env)].filter((value) => value.length >= minLength);
  return [...new Set(values)].toSorted((a, b) => b.length - a.length);
}

/** Values of `{ env: NAME }`, and texts of fields that are named like a secret. */
function secretsIn(value: Json, env: Env, name = ""): string[] {
  if (typeof value === "string") return secretName.test(name) ? [value, ...value.split(" ").slice(1)] : [];
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, env));
  if (!isJsonObject(value)) return [];
  const { env: variable } = value;
  if (typeof variable === "string") return [env[variable] ?? ""];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, env, key));
}
