import { openApi } from "../../src/contracts/api/openapi.ts";
import type { JsonObject } from "../../src/plan/json.ts";

export type Operation = {
  operationId: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; required: boolean; schema: JsonObject }[];
  /** Schema of the body, if any. */
  body: JsonObject | undefined;
  /** Status, type and schema of a successful answer, and its alternative types. */
  answer: { status: number; type: string; schema: JsonObject; types: readonly string[] };
};

type Content = { content: Record<string, { schema: JsonObject }> };
type Raw = Pick<Operation, "operationId"> & {
  parameters?: Operation["parameters"];
  requestBody?: Content;
  responses: Record<string, Content>;
};

export const document = openApi("0.0.0") as { paths: Record<string, Record<string, Raw>> } & JsonObject; // generated document

/** The operations of the OpenAPI document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => {
    const [good] = Object.entries(raw.responses).filter(([status]) => status !== "default");
    const content = good?.[1].content ?? {};
    const [type = "", { schema = {} } = {}] = Object.entries(content)[0] ?? [];
    return {
      operationId: raw.operationId,
      method: method.toUpperCase(),
      path,
      parameters: raw.parameters ?? [],
      body: raw.requestBody?.content["application/json"]?.schema,
      answer: { status: Number(good?.[0]), type, schema, types: Object.keys(content) },
    };
  }),
);
