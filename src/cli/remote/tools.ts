import { columns } from "../output/columns.ts";
import { exit, text } from "../command.ts";
import { exitOf, readPayload } from "../commands/tools/tools.ts";
import { callRoute } from "./call-route.ts";

export const list = callRoute("listTools", {
  call: () => ({}),
  text: ({ tools }) =>
    columns(
      tools.map(({ name, effect, source, description }) => [name, effect, source, description.split("\n")[0] ?? ""]),
    ),
});

export const show = callRoute("getTool", {
  call: ({ args: [id = ""] }) => ({ params: { id } }),
  text: (tool) => `${JSON.stringify(tool, null, 2)}\n`,
});

export const call = callRoute("executeVerb", {
  async call(invocation) {
    const [verb = ""] = invocation.args;
    const key = text(invocation, "key");
    const body = { verb_id: verb, payload: await readPayload(invocation), request_id: key ?? "cli", caller: "cli" };
    return key === undefined ? { body } : { body, idempotencyKey: key };
  },
  text: (answer) =>
    answer.ok ? `${JSON.stringify(answer.output, null, 2)}\n` : `${answer.error.code}: ${answer.error.message}\n`,
  exitCode: (answer) => (answer.ok ? exit.ok : exitOf(answer.error.code)),
});
