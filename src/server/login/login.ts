import { z } from "zod";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { OidcLoginConfig } from "../../runtime/config/login-config.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import { errorCodeOf } from "../http/error-code.ts";
import type { Authenticate, Principal } from "../principal.ts";
import type { OidcLogin } from "./oidc.ts";
import type { Session, Sessions } from "./sessions.ts";

type LoginDeps = {
  config: OidcLoginConfig;
  sessions: Sessions;
  /** Loaded by the first login. */
  oidc: () => Promise<OidcLogin>;
  audit: Audit;
  clock: Clock;
  log: Log;
};

/** Login of people by their browser. */
export type Login = {
  /** By the session's cookie, for requests that the console itself sends. */
  authenticate: Authenticate;
  /** Answers the paths below `/login`; undefined for any other. */
  respond(request: Request, requestId: string): Promise<Response | undefined>;
};

/** Lifetime of the first half of a login. */
const pendingMs = 10 * 60_000;

export function createLogin(deps: LoginDeps): Login {
  const { sessions, config } = deps;
  const home = new URL(config.public_url);
  const cookies = { session: createCookieJar("session", home), pending: createCookieJar("login", home) };
  const sessionOf = async (headers: Headers): Promise<Session | undefined> => {
    const cookie = isOwn(headers, home.origin) ? cookies.session.read(headers) : undefined;
    return cookie === undefined ? undefined : sessions.find(cookie);
  };
  const parts: LoginParts = { ...deps, home, cookies, sessionOf };
  const paths: Record<string, (request: Request, requestId: string) => Promise<Response>> = {
    "GET /login": (request, id) => begin(parts, request).catch((error: unknown) => refuse(parts, error, id)),
    "GET /login/callback": (request, id) =>
      finish(parts, request, id).catch((error: unknown) => refuse(parts, error, id)),
    "GET /login/state": (request) => showState(parts, request),
    "POST /login/end": (request, id) => end(parts, request, id),
  };
  return {
    async authenticate(headers) {
      const session = await sessionOf(headers);
      return session && principalOf(session);
    },
    respond: async (request, id) => paths[`${request.method} ${new URL(request.url).pathname}`]?.(request, id),
  };
}

type LoginParts = LoginDeps & {
  home: URL;
  cookies: { session: CookieJar; pending: CookieJar };
  sessionOf: (headers: Headers) => Promise<Session | undefined>;
};

/**
 * Whether a page of this address sent the request. Browsers send `Origin` with every request that can change something,
 * and `Sec-Fetch-Site` with the others.
 */
function isOwn(headers: Headers, origin: string): boolean {
  const from = headers.get("origin");
  return from === null ? /^(?:same-origin|none)$/.test(headers.get("sec-fetch-site") ?? "") : from === origin;
}

function principalOf({ tenant, subject, scopes }: Session): Principal {
  return { tenant, name: `user:${subject}`, scopes: new Set(scopes) };
}

async function begin({ oidc, cookies }: LoginParts, request: Request): Promise<Response> {
  const { address, pending } = await (await oidc()).begin();
  const to = placeOf(new URL(request.url).searchParams.get("to"));
  const text = Buffer.from(JSON.stringify({ ...pending, to })).toString("base64url");
  // The provider sends the browser back from another site, so this cookie cannot be strict.
  return redirect(address, [cookies.pending.write(text, { maxAgeMs: pendingMs, sameSite: "Lax" })]);
}

async function finish(parts: LoginParts, request: Request, requestId: string): Promise<Response> {
  const { oidc, cookies, sessions, config, clock } = parts;
  const pending = parsePending(cookies.pending.read(request.headers));
  if (pending === undefined)
    throw new PlanwrightError("UNAUTHENTICATED", {
      message: "The login took too long or began elsewhere. Log in again.",
    });
  const session = await (await oidc()).finish(new URL(request.url), pending);
  const maxAgeMs = config.session_hours * 3_600_000;
  const text = await sessions.open(session, clock.now() + maxAgeMs);
  await recordLogin(parts, session, { action: "login", requestId });
  const cookie = cookies.session.write(text, { maxAgeMs, sameSite: "Strict" });
  return redirect(new URL(placeOf(pending.to), parts.home).href, [cookie, clearCookie(cookies.pending)]);
}

/** For a page request: the console, which shows the error. */
function refuse({ log, home, cookies }: LoginParts, error: unknown, requestId: string): Response {
  const code = errorCodeOf(error);
  const cause = error instanceof PlanwrightError ? (error.cause ?? error.message) : error;
  log.warn("login by the identity provider failed", { event: "auth.login_refused", requestId, code, cause });
  return redirect(new URL(`?login=${code}`, home).href, [clearCookie(cookies.pending)]);
}

/** Whether and how to log in, and who is logged in; for the console. */
async function showState({ config, sessionOf }: LoginParts, request: Request): Promise<Response> {
  const session = await sessionOf(request.headers);
  const user = session === undefined ? null : { title: session.title, tenant: session.tenant, scopes: session.scopes };
  return Response.json({ title: config.title, user }, { headers: noStore });
}

async function end(parts: LoginParts, request: Request, requestId: string): Promise<Response> {
  const { cookies, sessions, sessionOf, oidc, home } = parts;
  const session = await sessionOf(request.headers);
  if (session === undefined) throw new PlanwrightError("UNAUTHENTICATED");
  await sessions.close(cookies.session.read(request.headers) ?? "");
  await recordLogin(parts, session, { action: "logout", requestId });
  const address = await oidc()
    .then((provider) => provider.logoutAddress())
    .catch(() => undefined);
  const headers = { ...noStore, "set-cookie": clearCookie(cookies.session) };
  return Response.json({ continue_at: address ?? home.href }, { headers });
}

const noStore = { "cache-control": "no-store" };

function redirect(address: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location: address, ...noStore, "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}

/** A path of this address, never another site. */
function placeOf(to: string | null): string {
  return to !== null && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(to) ? to : "/";
}

const Pending = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

function parsePending(cookie: string | undefined): z.infer<typeof Pending> | undefined {
  const bytes = Buffer.from(cookie ?? "", "base64url");
  const document = parseJsonText(bytes.toString());
  return document.ok ? Pending.safeParse(document.value).data : undefined;
}

async function recordLogin(
  { audit, clock, log }: LoginParts,
  { tenant, subject }: Session,
  { action, requestId }: { action: string; requestId: string },
): Promise<void> {
  const entry = {
    tenant,
    principal: `user:${subject}`,
    action,
    subjects: [],
    requestId,
    at: clock.now(),
    outcome: "done",
  };
  await audit
    .record(entry)
    .catch((error: unknown) =>
      log.error("could not store an audit entry", { event: "audit.write_failed", ...entry, error }),
    );
}

type CookieJar = {
  read(headers: Headers): string | undefined;
  write(text: string, options: { maxAgeMs: number; sameSite: "Lax" | "Strict" }): string;
};

/**
 * One cookie of this address. Over https its name has the prefix `__Host-`, so that neither a sibling domain nor an
 * unencrypted page can set it.
 */
function createCookieJar(purpose: string, { protocol }: URL): CookieJar {
  const isSecure = protocol === "https:";
  const name = `${isSecure ? "__Host-" : ""}planwright-${purpose}`;
  return {
    read(headers) {
      const pairs = (headers.get("cookie") ?? "").split(/; */);
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    write: (text, { maxAgeMs, sameSite }) =>
      [
        `${name}=${text}`,
        "Path=/",
        `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
        "HttpOnly",
        `SameSite=${sameSite}`,
        ...(isSecure ? ["Secure"] : []),
      ].join("; "),
  };
}

function clearCookie(jar: CookieJar): string {
  return jar.write("", { maxAgeMs: 0, sameSite: "Strict" });
}
