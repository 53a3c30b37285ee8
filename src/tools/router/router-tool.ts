import { compact } from "../../plan/compact.ts";
import { VerbAnswer, type VerbCall } from "../../contracts/react/verb.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import type { Headers } from "../http/dial.ts";
import type { Http } from "../http/http.ts";
import { readAnswer } from "../http/read-answer.ts";
import { ToolError } from "../tool-error.ts";
import { ruledSpec, type ToolRules } from "../tool-rules.ts";
import type { Tool } from "../tool.ts";

/** A verb that another router executes (contract 5, §3.2). */
type RemoteVerb = {
  name: string;
  description: string;
  input: JsonSchema;
  output?: JsonSchema | undefined;
  rules: ToolRules;
  /** The router, and where it executes verbs. */
  router: string;
  url: string;
  headers: Headers;
};

/** Creates a verb from one of a remote router: call and answer have exactly the contract's shape. */
export function createRouterTool(verb: RemoteVerb, { http, maxBytes }: { http: Http; maxBytes: number }): Tool {
  const { name, description, input, output, rules, router, url, headers } = verb;
  return {
    spec: ruledSpec({ name, description, inputSchema: input, outputSchema: output, rules, source: `router:${router}` }),
    async run(payload, { requestId, caller, effectKey, signal, isOurs }) {
      const call: VerbCall = { verb_id: name, payload, request_id: requestId, caller };
      const answer = await http.send({
        method: "POST",
        url,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          ...headers,
          ...compact({ "idempotency-key": effectKey }),
        },
        body: JSON.stringify(call),
        signal,
        ...compact({ isOurs }),
      });
      const parsed = VerbAnswer.safeParse((await readAnswer(answer, maxBytes)).body);
      if (!parsed.success)
        throw new ToolError("invalid_output", `the router ${router} did not answer {ok, output, error}`);
      if (!parsed.data.ok) throw new ToolError(parsed.data.error.code, parsed.data.error.message);
      return parsed.data.output;
    },
  };
}
