import { useEffect, useMemo, useState } from "react";
import type { ValidateAnswer } from "../../../../src/contracts/api/planning.ts";
import type { ContractName } from "../../../../src/contracts/surfaces.ts";
import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import { api, isAbort } from "../../live/api.ts";
import { isFields } from "../../plan/shown-step.ts";

/** A JSON object as the contracts type it. */
type JsonObject = Explanation["document"];

export type Verdict =
  | { state: "checking" }
  | { state: "checked"; issues: ValidateAnswer["issues"] }
  | { state: "not-json"; message: string };

export type EditedDocument = {
  text: string;
  isEdited: boolean;
  /** The last text that was valid JSON. */
  value: unknown;
  verdict: Verdict;
  edit: (text: string) => void;
  reset: () => void;
};

const debounceMs = 250;

/** An editable plan; the server validates it shortly after the last key. */
export function useDocument(planned: JsonObject, contract: ContractName): EditedDocument {
  const original = useMemo(() => JSON.stringify(planned, null, 2), [planned]);
  const [text, setText] = useState(original);
  const [value, setValue] = useState<unknown>(planned);
  const [verdict, setVerdict] = useState<Verdict>({ state: "checking" });
  useEffect(() => {
    const stop = new AbortController();
    const read = parse(text);
    if ("message" in read) setVerdict({ state: "not-json", message: read.message });
    else {
      setValue(read.value);
      setVerdict({ state: "checking" });
    }
    const timer = setTimeout(() => {
      if (!("message" in read)) validate(read.value, contract, stop.signal).then(setVerdict, () => undefined);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, contract]);
  return { text, value, verdict, isEdited: text !== original, edit: setText, reset: () => setText(original) };
}

function parse(text: string): { value: unknown } | { message: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

async function validate(plan: unknown, contract: ContractName, signal: AbortSignal): Promise<Verdict> {
  try {
    const { issues } = await api.validatePlan({ body: { contract, plan }, signal });
    return { state: "checked", issues };
  } catch (error) {
    if (isAbort(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return { state: "checked", issues: [{ code: "INVALID_INPUT", pointer: "", message }] };
  }
}

/** The ids of the steps that issues point to. */
export function faultySteps(document: unknown, issues: ValidateAnswer["issues"]): ReadonlySet<string> {
  const found = issues.flatMap(({ pointer }) => {
    const [, list, at] = /^\/(steps|actions)\/(\d+)/.exec(pointer) ?? [];
    const steps = isFields(document) && list !== undefined ? document[list] : undefined;
    const step: unknown = Array.isArray(steps) ? steps[Number(at)] : undefined;
    if (!isFields(step)) return [];
    const id = step["id"] ?? step["step_id"];
    return typeof id === "string" ? [id] : [`#${Number(at) + 1}`];
  });
  return new Set(found);
}
