import type { Role } from "../../contracts/api/route.ts";
import { checkBind } from "../../server/auth/check-bind.ts";
import { createKeyring } from "../../server/auth/keyring.ts";
import { readTokenSettings } from "../../server/auth/token-settings.ts";
import { createTokenVerifier } from "../../server/auth/tokens.ts";
import { createBearerAuth, type Verify } from "../../server/auth/verify.ts";
import { watchOverload } from "../../server/overload.ts";
import { startServer } from "../../server/start-server.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { exit, type Handler, type Invocation, text, UsageError } from "../command.ts";
import { withPlanwright } from "../local-planwright.ts";
import { allRoles, rolesOf } from "../roles.ts";
import { untilStopped } from "../until-stopped.ts";
import { portOf } from "./dev.ts";

/** The service as others reach it: every request needs a credential, and each process plays the roles it is given. */
export const start: Handler = (invocation) =>
  withPlanwright(invocation, async (planwright) => {
    const { io } = invocation;
    const roles = rolesOf(text(invocation, "roles") ?? "api,planner,router,daemon,worker");
    const host = text(invocation, "host") ?? io.env["HOST"] ?? "127.0.0.1";
    const { verifiers, hasAuth } = await credentials(planwright, invocation);
    const refusal = checkBind({ host, hasAuth });
    if (refusal !== undefined) throw new UsageError(refusal);
    // Of all processes on one folder one works, on everything: whoever may work must know the agents too.
    if (roles.has("worker") || roles.has("daemon")) await planwright.start();
    const served = new Set<Role>([...allRoles].filter((role) => roles.has(role)));
    const options = { host, port: portOf(invocation), authenticate: createBearerAuth(verifiers), roles: served };
    const overload = watchOverload();
    const server = await startServer(planwright, { ...options, limits: { isOverloaded: overload.isOver } });
    io.err(`planwright ${planwright.version} at ${server.url}, roles ${[...roles].join(", ")}\n`);
    await untilStopped(io.signal);
    io.err("stopping\n");
    await server.stop();
    overload.stop();
    return exit.ok;
  });

async function credentials({ keys, clock, log }: OpenPlanwright, { io }: Invocation) {
  const settings = readTokenSettings(io.env);
  if (!settings.ok) throw new UsageError(settings.issues.map(({ message }) => message).join("; "));
  const tokens = settings.value;
  const keyring = createKeyring({ keys, clock, log });
  const verifiers: Verify[] = [keyring.verify];
  if (tokens !== undefined) verifiers.push(createTokenVerifier({ settings: tokens, fetch, clock, log }));
  return { verifiers, hasAuth: tokens !== undefined || (await keyring.holdsKey()) };
}
