import type { Client } from "../../client/index.ts";
import { exit, type ExitCode, type Invocation, text, UsageError } from "../command.ts";

/** `plan --url`: the document of the contract as the server answers it, planned with the tools of the key's tenant. */
export async function remotePlan(invocation: Invocation, client: Client, goal: string): Promise<ExitCode> {
  const contract = text(invocation, "contract") ?? "service";
  const locale = text(invocation, "locale");
  const worded = locale === undefined ? {} : { locale };
  switch (contract) {
    case "service":
      return say(
        invocation,
        // A company is named so that the tenant's own tools are used; which one it is, the key says.
        await client.plan({ body: { session_id: 0, message: goal, context: { company_id: 0, ...worded } } }),
      );
    case "structured":
      return say(invocation, await client.planStructured({ body: { goal, ...worded } }));
    default:
      throw new UsageError(`--contract is service or structured with --url, not "${contract}"`);
  }
}

function say({ io }: Invocation, document: unknown): ExitCode {
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return exit.ok;
}
