import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { type Env, readSecrets } from "../../tools/config/secret-text.ts";
import { createLogin, type Login } from "./login.ts";
import type { OidcLogin } from "./oidc.ts";
import { createSessions } from "./sessions.ts";

/** The login that the configuration describes; undefined without one. */
export function openLogin(planwright: OpenPlanwright, env: Env): Login | undefined {
  const { oidc: config } = planwright.config.login;
  if (config === undefined) return undefined;
  const { values, missing } = readSecrets(compact({ client_secret: config.client_secret }), env);
  if (missing.length > 0)
    throw new PlanwrightError("CONFIG_MISSING", {
      message: `login.oidc: ${missing.join()} is not set in the environment.`,
    });
  let opened: Promise<OidcLogin> | undefined;
  const oidc = (): Promise<OidcLogin> =>
    (opened ??= import("./oidc.ts").then(({ createOidcLogin }) => createOidcLogin(config, values["client_secret"])));
  return createLogin({ ...planwright, config, oidc, sessions: createSessions(planwright) });
}
