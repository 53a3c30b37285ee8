import type { Authenticate, Principal } from "../principal.ts";

/** Says whose credential this is; undefined when it is nobody's, or nobody's any more. */
export type Verify = (credential: string) => Promise<Principal | undefined>;

const bearer = /^Bearer +([\x21-\x7e]{1,8192})$/i;

/** Takes `Authorization: Bearer …`; the first verifier that knows the credential decides. */
export function createBearerAuth(verifiers: readonly Verify[]): Authenticate {
  return async (headers) => {
    const credential = bearer.exec(headers.get("authorization") ?? "")?.[1];
    if (credential === undefined) return undefined;
    for (const verify of verifiers) {
      const principal = await verify(credential);
      if (principal !== undefined) return principal;
    }
    return undefined;
  };
}

/** The empty tenant is everyone's, so no credential may carry it. */
export function isTenant(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value);
}
