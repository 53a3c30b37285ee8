import { z } from "zod";
import { scopes } from "../../contracts/api/route.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Issue } from "../../plan/issue.ts";
import { SecretText } from "../../tools/config/secret-text.ts";
import { isEncryptedOrLocal } from "../../tools/http/encrypted-or-local.ts";

/** A person approves writes one by one or by a rule, so a login never has the scope `write`. */
const GrantedScope = z.enum(scopes).exclude(["write"]);

/** Login to the console by an OpenID Connect provider. */
export const OidcLoginConfig = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }).describe("address of the provider; discovery is below it"),
  client_id: z.string().min(1).describe("id of Planwright at the provider"),
  client_secret: SecretText.optional().describe("secret of Planwright at the provider; none for a public client"),
  public_url: z
    .url({ protocol: /^https?$/ })
    .describe("address of Planwright in the browser; /login/callback below it is the redirect address"),
  title: z.string().min(1).max(60).default("single sign-on").describe("name of the provider on the button"),
  scope: z.string().min(1).default("openid profile email").describe("scopes to ask the provider for"),
  tenant: z.string().min(1).default("local").describe("tenant of everybody who logs in"),
  tenant_claim: z.string().min(1).optional().describe("claim that holds the tenant, instead of a fixed one"),
  roles_claim: z.string().min(1).default("roles").describe("claim with the roles, a list or a text with spaces"),
  roles: z
    .record(z.string().min(1), z.array(GrantedScope).min(1).describe("scopes of this role"))
    .describe("scopes of each role; a person without any of them may not log in"),
  session_hours: z.number().positive().max(720).default(12).describe("hours until a person must log in again"),
});
export type OidcLoginConfig = z.infer<typeof OidcLoginConfig>;

/** The `login` section of `planwright.yaml`. */
export const LoginConfig = z.strictObject({
  oidc: OidcLoginConfig.optional().describe("login by an OpenID Connect provider; API keys work as well"),
});
export type LoginConfig = z.infer<typeof LoginConfig>;

export function checkLoginConfig({ oidc }: LoginConfig, pointer: string): Issue[] {
  if (oidc === undefined) return [];
  return (["issuer", "public_url"] as const).flatMap((name) => {
    if (isEncryptedOrLocal(oidc[name])) return [];
    return [
      createIssue("INVALID_VALUE", `${pointer}/oidc/${name}`, { message: "must be https, or http on this machine" }),
    ];
  });
}
