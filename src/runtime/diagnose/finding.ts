import { type Env, readSecrets, type SecretText } from "../../tools/config/secret-text.ts";

/** The result of one check. `ok` is false for a problem. `fix` with `ok` is a recommendation. */
export type Finding = { name: string; ok: boolean; message: string; fix?: string };

export type FindingState = "ok" | "warn" | "bad";

export function findingState({ ok, fix }: Finding): FindingState {
  if (!ok) return "bad";
  return fix === undefined ? "ok" : "warn";
}

type Problem = { message: string; hint?: string | undefined };

export function problemFinding(name: string, { message, hint }: Problem, fix: string): Finding {
  return { name, ok: false, message, fix: hint ?? fix };
}

type Secrets = { texts: Readonly<Record<string, SecretText>>; env: Env };

export function secretsFinding(name: string, message: string, { texts, env }: Secrets): Finding {
  const { missing } = readSecrets(texts, env);
  if (missing.length === 0) return { name, ok: true, message: `${message}, secrets are set` };
  const fix = missing.map((variable) => `export ${variable}=…`).join(", ");
  return { name, ok: false, message: `${message}: ${missing.join(", ")} is not set`, fix };
}
