import type { Authenticate, Principal } from "../principal.ts";

/** Resolves to the owner of a credential; undefined if it is unknown, expired or revoked. */
export type Verify = (credential: string) => Promise<Principal | undefined>;

const bearer = /^Bearer +([\x21-\x7e]{1,8192})$/i;

/** Reads `Authorization: Bearer …`; the first verifier that accepts the credential decides. */
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

/** The empty tenant holds shared data, so no credential may have it. */
export function isTenant(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value);
}
