import type { Scope } from "../contracts/api/route.ts";

/** Who asks. The tenant comes from the credential and from nowhere else. */
export type Principal = {
  tenant: string;
  /** As the audit log names it. */
  name: string;
  scopes: ReadonlySet<Scope>;
};

/** Finds out who asks; undefined when no valid credential came along. */
export type Authenticate = (headers: Headers) => Promise<Principal | undefined>;

export function mayUse(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has(scope) || principal.scopes.has("admin");
}
