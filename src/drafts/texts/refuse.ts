import type { Language } from "../../contracts/actions/plan.ts";
import { compact } from "../../contracts/compact.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { type Problem, problemOf } from "../../contracts/problem.ts";
import type { Issue } from "../../plan/issue.ts";
import { russian } from "./russian.ts";

export type Refusal = { ok: false; problem: Problem };

type RefusalDetails = { locale: Language | undefined; detail?: string; issues?: readonly Issue[] };

/** A refusal with its problem: what failed, whether a retry is safe, what to do next. */
export function refuse(code: ErrorCode, { locale, detail, issues }: RefusalDetails): Refusal {
  const problem = problemOf(code, compact({ detail, issues }));
  const words = locale === "ru" ? russian[code] : undefined;
  if (words === undefined) return { ok: false, problem };
  return { ok: false, problem: { ...problem, title: words.title, next_step: words.next } };
}
