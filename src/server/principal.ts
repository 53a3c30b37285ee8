import type { Scope } from "../contracts/api/route.ts";

/** The authenticated caller. The tenant always comes from the credential. */
export type Principal = {
  tenant: string;
  /** The name in the audit log. */
  name: string;
  scopes: ReadonlySet<Scope>;
};

/** Authenticates a request; undefined without a valid credential. */
export type Authenticate = (headers: Headers) => Promise<Principal | undefined>;

export function mayUse(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has(scope) || principal.scopes.has("admin");
}
