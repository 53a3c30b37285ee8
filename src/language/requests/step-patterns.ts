// Patterns over instructions about single steps, English and Russian side by side.

/** "step_2 uses …", «шаг 2 использует …». */
export const stepSubject =
  /(?:^|[.;,:\n]|\band\b|\bthen\b|(?<!\p{L})(?:и|затем)(?!\p{L}))\s*(?:step|шаг)[_ ]?(\d{1,4})(?![\p{L}\p{N}_])\s*(?=[:=-]|(?:uses?|using|calls?|runs?|invokes?|depends?|must|should|will|is|использует|вызывает|зависит)(?!\p{L}))/giu;

/** The tool that a step uses. */
export const stepUses =
  /(?<![\p{L}_])(?:uses?|using|calls?|runs?|invokes?|tool|использует|вызывает)\s*[:=]?\s*(?:the\s+(?:tool\s+)?)?[`"]?([A-Za-z][\w.-]*\w)/iu;

/** "depends on step_1 and step_2". */
export const stepDependsOn =
  /(?:depends?\s+(?:up)?on|after|зависит\s+от|после)\s+((?:(?:step|шага?)[_ ]?\d{1,4}(?:\s*(?:,|and|и)\s*)?)+)/iu;

/** "send an email", «отправь письмо»: what needs a tool without naming it. */
export const neededEffect =
  /^(?:please\s+|пожалуйста,?\s+)?(send|email|mail|text|post|publish|upload|download|delete|pay|buy|purchase|book|reserve|deploy|отправь|опубликуй|загрузи|скачай|удали|оплати|купи|забронируй)(?!\p{L})(?:\s+(?:an?|the|my|our|this)\s+|\s+)?(\p{L}+)?/iu;

/** "and print it", «выведи результат». */
export const repeatsResult =
  /^(?:and\s+)?(?:echo|print|say|output|show|repeat|report|напечатай|скажи|выведи|повтори)\s+(?:it|that|this|the\s+(?:result|output|answer|time)|его|её|это|результат|ответ)$/iu;

/** "use echo_tool to print hello". */
export const echoRequest =
  /^(?:please\s+)?(?:use|call|run|invoke)\s+(?:the\s+)?echo_tool\s+(?:(?:to|and)\s+(?:print|say|echo|output|write|repeat)|with|on|for)\s+(.+)$/iu;

/** Words around the names of tools and steps that say nothing of their own. */
export const instructionWords =
  /^(?:(?:please|use[sd]?|using|calls?|runs?|invokes?|the|tool|and|first|then|пожалуйста|использу\p{L}+|вызыва\p{L}+|вызови|сначала|затем|и)(?!\p{L})|[^\p{L}\p{N}])*$/iu;
