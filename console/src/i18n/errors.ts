import { table } from "./table.ts";

/** A sentence for each error code of the API, and for what can be wrong with a field. */
export const errorTexts = table({
  "error.offline": ["No connection to the server.", "Нет связи с сервером."],
  "error.unknown": ["Something went wrong.", "Что-то пошло не так."],
  "error.FORBIDDEN": ["You are not allowed to do this.", "У вас нет прав на это."],
  "error.CONFIG_MISSING": ["A setting is missing on the server.", "На сервере не хватает настройки."],
  "error.INVALID_INPUT": ["Some values are not valid.", "Некоторые значения неверны."],
  "error.DEPENDENCY_DOWN": [
    "A system this needs does not respond. Try again in a minute.",
    "Нужная система не отвечает. Повторите через минуту.",
  ],
  "error.RATE_LIMITED": [
    "Too many requests. Wait a moment and try again.",
    "Слишком много запросов. Подождите и повторите.",
  ],
  "error.INTERNAL": ["The server had an internal error.", "На сервере произошла ошибка."],
  "error.PLANNER_RATE_LIMITED": [
    "The planner is busy. Wait a moment and plan again.",
    "Планировщик занят. Подождите и повторите.",
  ],
  "error.PLANNER_CONTEXT_TOO_LONG": ["The request is too long. Shorten it.", "Запрос слишком длинный. Сократите его."],
  "error.PLANNER_INVALID_GOAL": [
    "The request is unclear. Describe what you need.",
    "Запрос непонятен. Опишите, что нужно.",
  ],
  "error.PLANNER_NO_SKILLS_AVAILABLE": [
    "No tool can do this. Ask for something else, or add a tool.",
    "Ни один инструмент этого не умеет. Измените запрос или добавьте инструмент.",
  ],
  "error.PLANNER_GENERATION_FAILED": [
    "The planner returned no plan. Try again.",
    "Планировщик не вернул план. Повторите.",
  ],
  "error.PLANNER_INVALID_PLAN": ["The planner returned an invalid plan.", "Планировщик вернул неверный план."],
  "error.PLANNER_TIMEOUT": [
    "Planning took too long. Try again.",
    "Планирование заняло слишком много времени. Повторите.",
  ],
  "error.UNAUTHENTICATED": ["Your API key is not valid.", "Ключ API не подходит."],
  "error.NOT_FOUND": ["This does not exist, or belongs to somebody else.", "Этого нет, или оно принадлежит другим."],
  "error.BODY_TOO_LARGE": ["This is too large.", "Это слишком большой объём."],
  "error.TIMEOUT": ["This took too long. You can try again.", "Это заняло слишком много времени. Можно повторить."],
  "error.OVERLOADED": ["The server is busy. Try again in a moment.", "Сервер перегружен. Повторите чуть позже."],
  "error.SHUTTING_DOWN": [
    "The server is restarting. Try again in a moment.",
    "Сервер перезапускается. Повторите чуть позже.",
  ],
  "error.INVALID_PLAN": ["The plan is not valid.", "План неверен."],
  "error.CONFLICT": ["This changed after you opened it.", "Это изменилось после того, как вы его открыли."],
  "error.RUN_FINISHED": ["The run has already finished.", "Запуск уже завершён."],
  "error.RUN_INCOMPATIBLE": [
    "The run needs tools that have changed. Start a new run.",
    "Инструменты запуска изменились. Начните новый запуск.",
  ],
  "error.BUDGET_EXHAUSTED": ["The budget is used up.", "Бюджет исчерпан."],
  "error.QUOTA_EXCEEDED": ["The limit is reached. Try again later.", "Лимит достигнут. Повторите позже."],
  "error.AGENT_DISABLED": ["The agent is disabled. Enable it first.", "Агент выключен. Сначала включите его."],
  "error.APPROVAL_REQUIRED": ["This needs approval first.", "Сначала нужно подтверждение."],
  "error.CONFIRMATION_REQUIRED": ["Confirm once more.", "Подтвердите ещё раз."],
  "error.DRAFT_EXPIRED": ["The draft has expired. Rebuild it.", "Срок черновика истёк. Соберите его заново."],
  "error.DRAFT_SUPERSEDED": ["The draft has a newer version.", "У черновика есть новая версия."],
  "error.DRAFT_CLOSED": ["The draft was already applied or discarded.", "Черновик уже применён или отклонён."],
  "issue.MISSING_FIELD": ["is required", "обязательно"],
  "issue.UNKNOWN_FIELD": ["is not a known field", "неизвестное поле"],
  "issue.WRONG_TYPE": ["has the wrong type", "неверный тип"],
  "issue.INVALID_VALUE": ["has an invalid value", "недопустимое значение"],
  "issue.TOO_LONG": ["is too long", "слишком длинно"],
  "issue.TOO_SHORT": ["is too short", "слишком коротко"],
  "issue.INVALID_FORMAT": ["has the wrong format", "неверный формат"],
  "issue.OUT_OF_RANGE": ["is out of range", "вне допустимых пределов"],
});
