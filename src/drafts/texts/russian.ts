import type { ErrorCode } from "../../contracts/errors.ts";

/** The Russian texts; the English ones are in the error table. */
export const russian: Readonly<Partial<Record<ErrorCode, { title: string; next: string }>>> = {
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
