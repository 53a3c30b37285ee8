declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  /** What the tests use of the package, which has no types. */
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
  export default Provider;
}
