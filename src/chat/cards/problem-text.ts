import type { Problem } from "../../contracts/problem.ts";
import { type Rendering, textsOf } from "../rendering.ts";
import type { Texts, ErrorTextCode } from "../texts/texts.ts";
import { isKeyOf } from "../../plan/keys.ts";

/** What failed, whether a retry is safe, and what to do next. */
export function problemText(problem: Problem, rendering: Pick<Rendering, "language" | "fieldOf">): string {
  const words = textsOf(rendering);
  const { title, next } = errorTextOf(problem.code, words);
  // Messages of a schema are for developers; people need the name of the field.
  const places = problem.errors?.map(({ pointer }) => pointer.split("/").at(-1) ?? "") ?? [];
  const fields = [...new Set(places)].flatMap((name) => rendering.fieldOf(name, rendering.language)?.label ?? []);
  const because = [problem.detail, fields.length > 0 ? words.checkFields(fields) : undefined];
  const reasons = because.filter((text) => text !== undefined && text !== "");
  return [title, ...reasons, problem.retryable ? words.retrySafe : words.retryUnsafe, next].join("\n");
}

/** A failure within a line. */
export function toldProblem({ code, message }: { code: string; message: string }, rendering: Rendering): string {
  return `${errorTextOf(code, textsOf(rendering)).title} ${message}`;
}

/** The longest text that can answer a tap. */
const maxNotice = 200;

/** For the moment after a tap: what failed, why where there is room for it, and what to do. */
export function problemNotice(problem: Problem, rendering: Pick<Rendering, "language">): string {
  const { title, next } = errorTextOf(problem.code, textsOf(rendering));
  const whole = [title, problem.detail, next].filter((part) => part !== undefined && part !== "").join(" ");
  return whole.length <= maxNotice ? whole : `${title} ${next}`;
}

function errorTextOf(code: string, { errors }: Texts): Texts["errors"][ErrorTextCode] {
  return errors[isKeyOf(errors, code) ? code : "INTERNAL"];
}
