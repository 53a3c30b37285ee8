import { existsSync } from "node:fs";
import { join } from "node:path";
import { isListed } from "../../drafts/permissions.ts";
import type { ApiKey } from "../../ports/keys.ts";
import { openPostgres } from "../../store/postgres/database.ts";
import type { Config } from "../config/config.ts";
import { type BackendLocation, databaseUrl, openBackend } from "../storage/backend.ts";
import type { Finding } from "./finding.ts";

/** Names each approver who cannot log in. With too few others no Draft can be applied. */
export function diagnoseApprovers(config: Config, keys: readonly ApiKey[] | undefined, now: number): Finding[] {
  const { approvers = [], quorum, self_approval: self } = config.drafts;
  const valid = keys?.filter(({ revokedAt, expiresAt = Infinity }) => revokedAt === undefined && expiresAt > now);
  const faults = approvers.flatMap((person) => {
    const reason = whyAbsent(person, config, valid);
    return reason === undefined ? [] : [{ message: `${person}: ${reason}`, fix: fixApprover(person) }];
  });
  const ok = approvers.length - faults.length + (self ? 1 : 0) >= quorum;
  return faults.map((fault) => ({ name: "drafts.approvers", ok, ...fault }));
}

function whyAbsent(
  person: string,
  { telegram, slack }: Config,
  keys: readonly ApiKey[] | undefined,
): string | undefined {
  const [, kind, id = ""] = /^(tg|slack|key):(.*)$/.exec(person) ?? [];
  if (kind === "tg") return telegram?.allow.some((user) => String(user) === id) === true ? undefined : notAllowed;
  if (kind === "slack") return slack?.allow.includes(id) === true ? undefined : notAllowed;
  if (kind !== "key" || keys === undefined) return undefined;
  const isThere = keys.some(({ id: keyId, name }) => isListed([person], `key:${name}#${keyId}`));
  return isThere ? undefined : "there is no valid API key of this name";
}

const notAllowed = "may not use the bot";

function fixApprover(person: string): string {
  const [kind, id = ""] = person.split(":");
  if (kind === "key") return `planwright keys create --name ${id} --scope drafts`;
  return `add the id to ${kind === "tg" ? "telegram" : "slack"}.allow, or remove it from drafts.approvers`;
}

/** Undefined where the storage cannot be read without changing it; its own check says why. */
export async function readKeys(location: BackendLocation): Promise<ApiKey[] | undefined> {
  try {
    const url = databaseUrl(location.env ?? {});
    // The file is created with the first key.
    if (url === undefined && !existsSync(join(location.folder, "planwright.db"))) return [];
    if (url !== undefined && !(await isReady(url))) return undefined;
    const backend = openBackend(location);
    try {
      return await backend.keys.list();
    } finally {
      await backend.close();
    }
  } catch {
    return undefined;
  }
}

async function isReady(url: string): Promise<boolean> {
  const db = openPostgres({ url, connections: 1 });
  try {
    return (await db.inspect()).missing.length === 0;
  } finally {
    await db.close();
  }
}
