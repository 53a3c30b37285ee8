import type { Language } from "../../contracts/actions/plan.ts";
import { compact } from "../../plan/compact.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { type Problem, problemOf } from "../../contracts/problem.ts";
import type { Issue } from "../../plan/issue.ts";

/** The Russian texts; the English ones are in the error table. */
const russian: Readonly<Partial<Record<ErrorCode, { title: string; next: string }>>> = {
  FORBIDDEN: { title: "Вам это нельзя.", next: "Попросите автора или того, кто может подтверждать." },
  CONFIG_MISSING: { title: "Не хватает настройки.", next: "Добавьте настройку, названную ниже." },
  INVALID_INPUT: { title: "Так выполнить нельзя.", next: "Исправьте указанное ниже и повторите." },
  DEPENDENCY_DOWN: { title: "Нужная система не отвечает.", next: "Повторите через минуту: это безопасно." },
  RATE_LIMITED: { title: "Слишком много запросов.", next: "Подождите немного и повторите: это безопасно." },
  INTERNAL: { title: "Ошибка на нашей стороне.", next: "Посмотрите журнал, прежде чем повторять." },
  NOT_FOUND: { title: "Такого здесь нет.", next: "Проверьте номер или начните заново." },
  CONFLICT: { title: "С тех пор всё изменилось.", next: "Соберите черновик заново и решите ещё раз." },
  APPROVAL_REQUIRED: { title: "Нужно подтверждение человека.", next: "Подтвердите черновик." },
  CONFIRMATION_REQUIRED: { title: "Для стольких записей нужно второе подтверждение.", next: "Подтвердите ещё раз." },
  DRAFT_EXPIRED: { title: "Черновик устарел.", next: "Соберите его заново." },
  DRAFT_SUPERSEDED: { title: "Черновик с тех пор изменили.", next: "Решайте по последней версии." },
  DRAFT_CLOSED: { title: "Черновик уже применён или отменён.", next: "Создайте новый." },
};

export type Refusal = { ok: false; problem: Problem };

type RefusalDetails = { locale: Language | undefined; detail?: string; issues?: readonly Issue[] };

/** A refusal with its problem: what failed, whether a retry is safe, what to do next. */
export function refuse(code: ErrorCode, { locale, detail, issues }: RefusalDetails): Refusal {
  const problem = problemOf(code, compact({ detail, issues }));
  const words = locale === "ru" ? russian[code] : undefined;
  if (words === undefined) return { ok: false, problem };
  return { ok: false, problem: { ...problem, title: words.title, next_step: words.next } };
}
