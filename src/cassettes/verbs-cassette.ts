import { z } from "zod";
import type { VerbAnswer } from "../contracts/react/verb.ts";
import { isJsonObject, Json, type JsonObject, toJson } from "../plan/json.ts";
import type { ReadBack, Verbs, VerbSpec } from "../ports/verbs.ts";
import type { WriteLine } from "./model-cassette.ts";
import type { Player } from "./player.ts";
import { redactJson } from "./redact-json.ts";
import { tapeKey } from "./tape.ts";

/** Records the calls of a router and the spec of every called verb. */
export function recordVerbs(verbs: Verbs, write: WriteLine): Verbs {
  const described = new Set<string>();
  const describe = (verb: string, tenant: string | undefined): void => {
    const spec = described.has(verb) ? undefined : verbs.describe(verb, tenant);
    if (spec === undefined) return;
    described.add(verb);
    write({ kind: "spec", verb, spec: toJson(spec) });
  };
  return {
    ...verbs,
    async execute(call, options) {
      describe(call.verb_id, options.tenant);
      const answer = await verbs.execute(call, options);
      const request = requestOf(call.verb_id, call.payload);
      write({ kind: "verb", key: tapeKey("verb", request), request, result: redactAnswer(answer) });
      return answer;
    },
    async readBack(verbId, effect, options) {
      const found = await verbs.readBack(verbId, effect, options);
      const request = requestOf(verbId, effect.payload);
      write({
        kind: "read_back",
        key: tapeKey("read_back", request),
        request,
        result: redactJson(toJson(found)),
      });
      return found;
    },
  };
}

/** Answers verb calls from a cassette. `verbs` only describes verbs the cassette lacks; it is never called. */
export function playVerbs(player: Player, verbs: Pick<Verbs, "describe" | "list">): Verbs {
  const specs = new Map([...player.specs].map(([verb, spec]) => [verb, RecordedSpec.parse(spec)]));
  return {
    describe: (verbId, tenant) => specs.get(verbId) ?? verbs.describe(verbId, tenant),
    list: (tenant) => [...specs.values(), ...verbs.list(tenant).filter(({ name }) => !specs.has(name))],
    async execute(call) {
      const found = player.take("verb", requestOf(call.verb_id, call.payload));
      if (!("missing" in found)) return found.result;
      return { ok: false, output: null, error: { code: "no_recording", message: found.missing } };
    },
    async readBack(verbId, effect) {
      const found = player.take("read_back", requestOf(verbId, effect.payload));
      if ("missing" in found) return { state: "unknowable", reason: found.missing };
      return RecordedReadBack.parse(found.result);
    },
  };
}

/** Cassettes are files: only what `recordVerbs` writes is accepted. */
const RecordedSpec = z.custom<VerbSpec>(
  (spec) => isJsonObject(spec) && typeof spec["name"] === "string" && typeof spec["effect"] === "string",
);
const RecordedReadBack: z.ZodType<ReadBack> = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("done"), output: Json }),
  z.strictObject({ state: z.literal("absent") }),
  z.strictObject({ state: z.literal("unknowable"), reason: z.string() }),
]);

/** Without call ids: they differ for every run. */
function requestOf(verbId: string, payload: JsonObject): JsonObject {
  return { verb_id: verbId, payload: redactJson(payload) };
}

function redactAnswer(answer: VerbAnswer): VerbAnswer {
  return answer.ok ? { ...answer, output: redactJson(answer.output) } : answer;
}
