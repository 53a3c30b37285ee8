import type { Role } from "../../../contracts/api/route.ts";
import { checkBind } from "../../../server/auth/loopback-auth.ts";
import { createKeyring } from "../../../server/auth/keyring.ts";
import { readTokenSettings } from "../../../server/auth/token-settings.ts";
import { createTokenVerifier } from "../../../server/auth/tokens.ts";
import { createBearerAuth, type Verify } from "../../../server/auth/verify.ts";
import { openLogin } from "../../../server/login/open-login.ts";
import { watchOverload } from "../../../server/overload.ts";
import { startServer } from "../../../server/start-server.ts";
import { warmUp } from "../../../runtime/planning/warm-up.ts";
import type { OpenPlanwright } from "../../../runtime/open-planwright.ts";
import { exit, type Handler, type Invocation, text, UsageError } from "../../command.ts";
import { withPlanwright } from "../../workspace/local-planwright.ts";
import { servedRoles, backgroundRolesOf, rolesNote, parseRoles } from "../../options/roles.ts";
import { untilStopped } from "../../process/stop-signal.ts";
import { portOf } from "./dev.ts";

/** Serves other machines: every request needs a credential, and the process has the given roles. */
export const start: Handler = (invocation) =>
  withPlanwright(invocation, async (planwright) => {
    const { io } = invocation;
    const roles = parseRoles(text(invocation, "roles") ?? "api,planner,router,daemon,worker");
    const host = text(invocation, "host") ?? io.env["HOST"] ?? "127.0.0.1";
    const { verifiers, hasAuth } = await credentials(planwright, invocation);
    const login = openLogin(planwright, io.env);
    const bearer = createBearerAuth(verifiers);
    const refusal = checkBind({ host, hasAuth: hasAuth || login !== undefined });
    if (refusal !== undefined) throw new UsageError(refusal);
    const noticeMs = parseDrainMs(invocation);
    const origins = parseOrigins(text(invocation, "origins") ?? io.env["CORS_ORIGINS"]);
    await planwright.start(backgroundRolesOf(roles));
    const served = new Set<Role>([...servedRoles].filter((role) => roles.has(role)));
    const options = {
      host,
      port: portOf(invocation),
      authenticate: async (headers: Headers) => (await bearer(headers)) ?? login?.authenticate(headers),
      login,
      roles: served,
      noticeMs,
      origins,
    };
    if (served.has("planner")) await warmUp(planwright);
    const overload = watchOverload();
    const limits = { isOverloaded: overload.rejects };
    const server = await startServer(planwright, {
      ...options,
      approvals: planwright.config.approval.mcp,
      limits,
      overLimit: overload.overLimit,
    });
    const note = rolesNote(roles, planwright);
    if (note !== undefined) io.err(`note: ${note}\n`);
    io.err(`planwright ${planwright.version} listening at ${server.url}, roles ${[...roles].join(", ")}\n`);
    await untilStopped(io.signal);
    io.err("stopping\n");
    await server.stop();
    overload.stop();
    return exit.ok;
  });

/** How long to accept requests after the stop signal. */
function parseDrainMs(invocation: Invocation): number {
  const word = text(invocation, "drain-seconds") ?? invocation.io.env["DRAIN_SECONDS"] ?? "0";
  const seconds = Number(word);
  if (word.trim() !== "" && seconds >= 0 && seconds <= 3600) return seconds * 1000;
  throw new UsageError(`--drain-seconds must be a number from 0 to 3600, not "${word}"`);
}

async function credentials({ keys, clock, log }: OpenPlanwright, { io }: Invocation) {
  const settings = readTokenSettings(io.env);
  if (!settings.ok) throw new UsageError(settings.issues.map(({ message }) => message).join("; "));
  const tokens = settings.value;
  const keyring = createKeyring({ keys, clock, log });
  const verifiers: Verify[] = [keyring.verify];
  if (tokens !== undefined) verifiers.push(createTokenVerifier({ settings: tokens, fetch, clock, log }));
  return { verifiers, hasAuth: tokens !== undefined || (await keyring.hasActiveKey()) };
}

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
