import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { databaseUrl } from "./backend.ts";

/** Encrypts texts that the store keeps. `context` names what the text belongs to: it opens nowhere else. */
export type Seal = {
  seal(text: string, context: string): string;
  /** Undefined if the text was sealed with another key or for another context. */
  unseal(sealed: string, context: string): string | undefined;
};

const minSecretLength = 32;
const keyFile = "secret.key";
const variable = "PLANWRIGHT_SECRET_KEY";

/** AES-256-GCM. The text is version, nonce, tag and ciphertext. */
function createSeal(secret: string): Seal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "planwright seal v1", 32));
  return {
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
    },
    unseal(text, context) {
      const bytes = Buffer.from(text.startsWith("v1.") ? text.slice(3) : "", "base64url");
      if (bytes.length < 28) return undefined;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * The seal of an installation: its secret is in the environment. With SQLite, which has one machine, a file in the data
 * folder is created by default; processes that share a database must be given the same secret.
 */
export function openSeal({ folder, env }: { folder: string; env: Env }): Seal {
  const secret = env[variable] ?? "";
  if (secret.length >= minSecretLength) return createSeal(secret);
  if (secret !== "" || databaseUrl(env) !== undefined)
    throw new PlanwrightError("CONFIG_MISSING", {
      message: `${variable} must be set to at least ${minSecretLength} random characters; openssl rand -base64 32 makes them.`,
    });
  return createSeal(readOrCreate(folder));
}

function readOrCreate(folder: string): string {
  const path = join(folder, keyFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
    chmodSync(path, 0o600);
  } catch (error) {
    // Another process may have been first.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8").trim();
}
