import { randomUUID } from "node:crypto";
import { type Scope, scopes } from "../../../contracts/api/route.ts";
import { didYouMean } from "../../../plan/nearest.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { type ApiKey, createKeyring, type Keyring } from "../../../server/auth/keyring.ts";
import { isTenant } from "../../../server/auth/verify.ts";
import { exit, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { withBackend } from "../../workspace/working-folder.ts";

/** Creates a key. Only the key goes to stdout, so that it can be piped into a secret store. */
export const create: Handler = (invocation) => {
  const { io } = invocation;
  const grant = grantOf(invocation);
  return withKeyring(invocation, async (keyring, note) => {
    const made = await keyring.issue(grant);
    await note({ tenant: grant.tenant, action: "keys create", subjects: [made.key.id] });
    print(invocation, { key: made.text, ...toKeyView(made.key) }, `${made.text}\n`);
    io.err(`Key ${made.key.id} for tenant ${grant.tenant}. It is shown only once; only its hash is stored.\n`);
    return exit.ok;
  });
};

export const list: Handler = (invocation) =>
  withKeyring(invocation, async (keyring) => {
    const keys = await keyring.list(text(invocation, "tenant"));
    const now = systemClock.now();
    return print(invocation, { keys: keys.map(toKeyView) }, keys.map((key) => keyLine(key, now)).join(""));
  });

export const revoke: Handler = (invocation) =>
  withKeyring(invocation, async (keyring, note) => {
    const { args, io } = invocation;
    const [id = ""] = args;
    const key = (await keyring.list()).find((key) => key.id === id);
    if (key === undefined || !(await keyring.revoke(id))) {
      io.err(`planwright: there is no key ${id}. See planwright keys list.\n`);
      print(invocation, { id, revoked: false }, "");
      return exit.failed;
    }
    await note({ tenant: key.tenant, action: "keys revoke", subjects: [id] });
    io.err(`Key ${id} is revoked; running servers notice within a second.\n`);
    return print(invocation, { id, revoked: true }, "");
  });

type RecordAudit = (event: { tenant: string; action: string; subjects: string[] }) => Promise<void>;

function withKeyring<T>(invocation: Invocation, work: (keyring: Keyring, note: RecordAudit) => Promise<T>): Promise<T> {
  const { io } = invocation;
  const say = (message: string): void => io.err(`${message}\n`);
  const log = { debug: say, info: say, warn: say, error: say };
  const who = {
    principal: `cli:${io.env["USER"] ?? io.env["USERNAME"] ?? "unknown"}`,
    requestId: randomUUID(),
    outcome: "done",
  };
  return withBackend(invocation, ({ keys, audit }) =>
    work(createKeyring({ keys, clock: systemClock, log }), (event) =>
      audit.record({ ...event, ...who, at: systemClock.now() }),
    ),
  );
}

function grantOf(invocation: Invocation) {
  const name = text(invocation, "name");
  if (name === undefined || !/^[\w .@-]{1,100}$/.test(name)) {
    throw new UsageError("--name is required: the purpose of the key, up to 100 letters, digits, spaces and . @ _ -");
  }
  const tenant = text(invocation, "tenant") ?? "local";
  if (!isTenant(tenant)) throw new UsageError("--tenant must have 1 to 200 visible ASCII characters");
  const expires = text(invocation, "expires");
  const lifetimeMs = expires === undefined ? undefined : parseLifetime(expires);
  if (expires !== undefined && lifetimeMs === undefined) {
    throw new UsageError(`--expires must be a lifetime such as 12h, 30d or 8w, up to ten years, not "${expires}"`);
  }
  const grant = { name, tenant, scopes: scopesOf(invocation) };
  return lifetimeMs === undefined ? grant : { ...grant, expiresAt: systemClock.now() + lifetimeMs };
}

function scopesOf(invocation: Invocation): Scope[] {
  const given = invocation.values["scope"];
  const words = Array.isArray(given) ? given.flatMap((word) => String(word).split(",")) : [];
  const stranger = words.find((word) => !scopes.some((scope) => scope === word));
  if (stranger !== undefined) {
    const hint = didYouMean(stranger, scopes, `The scopes: ${scopes.join(", ")}.`);
    throw new UsageError(`there is no scope "${stranger}". ${hint}`);
  }
  if (words.length === 0) throw new UsageError(`--scope is required: one or more of ${scopes.join(", ")}`);
  return scopes.filter((scope) => words.includes(scope));
}

/** A key as `--json` prints it. */
function toKeyView({ id, tenant, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKey) {
  return {
    id,
    tenant,
    name,
    scopes,
    created_at: iso(createdAt),
    expires_at: iso(expiresAt),
    revoked_at: iso(revokedAt),
    last_used_at: iso(lastUsedAt),
  };
}

/** One line per key: id, tenant, name, scopes, state. */
function keyLine(key: ApiKey, now: number): string {
  const { id, tenant, name, scopes } = key;
  return `${id}  ${tenant.padEnd(12)} ${name.padEnd(16)} ${scopes.join(",").padEnd(16)} ${keyState(key, now)}\n`;
}

function keyState({ expiresAt, revokedAt, lastUsedAt }: ApiKey, now: number): string {
  if (revokedAt !== undefined) return `revoked ${iso(revokedAt)}`;
  if (expiresAt !== undefined && expiresAt <= now) return `expired ${iso(expiresAt)}`;
  const used = lastUsedAt === undefined ? "never used" : `last used ${iso(lastUsedAt)}`;
  return expiresAt === undefined ? used : `${used}, expires ${iso(expiresAt)}`;
}

function iso(at: number): string;
function iso(at: number | undefined): string | null;
function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `2w` or `90m` in milliseconds, up to ten years. */
export function parseLifetime(text: string): number | undefined {
  const [, count = "", unit = ""] = /^([1-9]\d{0,6})([mhdw])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  return ms > 0 && ms <= 3650 * 86_400_000 ? ms : undefined;
}
