import { providerDefaults } from "../../models/model-config.ts";
import { secretName } from "../../plan/redact.ts";
import { asJsonObject, isJsonObject, type Json } from "../../plan/json.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { minSecretLength } from "../../tools/secrets.ts";
import type { Config } from "../config/config.ts";

/** Variables that hold secrets without being named in the configuration. */
const wellKnown = [
  ...Object.values(providerDefaults).flatMap(({ keyName }) => keyName ?? []),
  "PLANWRIGHT_KEY",
  "PLANWRIGHT_SECRET_KEY",
  "WEBHOOK_SECRET",
  "DATABASE_URL",
  "REDIS_URL",
];

type NamedSecret = { name: string; value: string };

/** The values of all configured secrets, and the parts that may stand alone. */
export function knownSecrets(config: Config, env: Env): string[] {
  const known = namedSecrets(config, env).flatMap(({ value }) => [value, ...partsOf(value)]);
  return [...new Set(known.flatMap((value) => [value, ...encodingsOf(value)]))];
}

/** Names of the configured secrets that are too short to be replaced. */
export function shortSecrets(config: Config, env: Env): string[] {
  const short = namedSecrets(config, env).filter(({ value }) => value !== "" && value.length < minSecretLength);
  return [...new Set(short.map(({ name }) => name))];
}

function namedSecrets(config: Config, env: Env): NamedSecret[] {
  return [...wellKnown.map((name) => ({ name, value: env[name] ?? "" })), ...secretsIn(asJsonObject(config), env)];
}

/** Values of `{ env: NAME }`, and texts of fields that are named like a secret. */
function secretsIn(value: Json, env: Env, name = ""): NamedSecret[] {
  if (typeof value === "string") return secretName.test(name) ? [{ name, value }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, env));
  if (!isJsonObject(value)) return [];
  const { env: variable } = value;
  if (typeof variable === "string") return [{ name: variable, value: env[variable] ?? "" }];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, env, key));
}

/** The password in a URL, the token after `Bearer`, and each of several signing secrets, with and without its prefix. */
function partsOf(value: string): string[] {
  const url = URL.parse(value);
  const password = url === null ? [] : [url.password, decoded(url.password)];
  const words = value.includes(" ") ? value.split(" ") : [];
  return [...password, ...words, ...[value, ...words].map((word) => word.replace(/^whsec_/, ""))];
}

/** As it stands in an address, and in a header of basic authentication or in one that was encoded whole. */
function encodingsOf(value: string): string[] {
  if (!value.isWellFormed()) return [];
  const form = new URLSearchParams({ v: value }).toString().slice("v=".length);
  return [encodeURIComponent(value), form, Buffer.from(value).toString("base64")];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
