import * as fc from "fast-check";
import { type Callback, CallbackVerb } from "../../../src/contracts/actions/callback.ts";
import {
  type ActionPlan,
  type ClarificationQuestion,
  Domain,
  EntityKind,
  type EntityRef,
  RiskKind,
  type ToolAction,
} from "../../../src/contracts/actions/plan.ts";
import { fields, jsonObject, text, word } from "./json.ts";

const confidence = () => fc.nat(100).map((percent) => percent / 100);
const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 });

const candidate = () =>
  fields({ id: word(), name: text(), subtitle: text(), url: word().map((id) => `https://app.attio.com/${id}`) });

export const entityRef = (): fc.Arbitrary<EntityRef> =>
  fields<EntityRef>(
    {
      kind: fc.constantFrom(...EntityKind.options),
      query: text(),
      candidates: few(candidate()),
      selected_id: word(),
      confidence: confidence(),
    },
    ["selected_id"],
  );

export const toolAction = (): fc.Arbitrary<ToolAction> =>
  fields<ToolAction>({
    toolkit: fc.oneof(fc.constantFrom("attio", "linear", "supabase"), word()),
    tool_slug: word().map((slug) => slug.toUpperCase()),
    args: jsonObject(),
    read_only: fc.boolean(),
    idempotency_scope: fc.tuple(word(), word()).map((parts) => parts.join(":")),
    preview: text(),
  });

const question = (): fc.Arbitrary<ClarificationQuestion> =>
  fields<ClarificationQuestion>({
    id: word(),
    question: text(1),
    choices: few(fields({ label: text(1), value: text() })),
    free_text_allowed: fc.boolean(),
  });

type Inputs = ActionPlan["inputs"];

export const actionPlan = (): fc.Arbitrary<ActionPlan> =>
  fields<ActionPlan>({
    plan_id: word(),
    intent: fc.constantFrom("query", "mutate"),
    domain: fc.constantFrom(...Domain.options),
    summary: text().map((line) => line.replaceAll(/[\r\n]/g, " ")),
    language: fc.constantFrom("ru", "en"),
    inputs: fields<Inputs>(
      { raw_text: text(), voice: fields({ file_id: word(), transcript: text(), confidence: confidence() }) },
      ["voice"],
    ),
    entities: few(entityRef()),
    actions: few(toolAction()),
    needs_clarification: few(question()),
    risks: few(fields({ kind: fc.constantFrom(...RiskKind.options), details: text() })),
  });

export const callback = (): fc.Arbitrary<Callback> =>
  fc
    .record({ verb: fc.constantFrom(...CallbackVerb.options), id: fc.uuid(), index: fc.nat(9999) })
    .map(({ verb, id, index }) =>
      /^(pick|question|draft\.(teach|learn)$)/.test(verb) ? { verb, id, index } : { verb, id },
    );
