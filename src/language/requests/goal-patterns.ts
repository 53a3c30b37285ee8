// Patterns over whole goals in the languages that contracts name, English and Russian, side by side.

/** "Make a 3-step plan", «составь план из трёх шагов». */
export const planOpening =
  /^(?:please\s+|пожалуйста,?\s+)?(?:[\p{L}]+\s+){0,3}?(?:(?:an?|the|my|one|your)\s+)?(?:[\p{L}\p{N}]+[\s-]+(?:steps?|шагов\p{L}*)\s+)?(?:plan|план\p{L}*)(?![\p{L}\p{N}_])\s*/iu;
export const countPhrase =
  /^(?:(?:in|of|with|into|from|из|в|на|за|по)\s+)?(?:exactly\s+|just\s+|ровно\s+)?[\p{L}\p{N}-]+(?:\s+[\p{L}]+)?\s+(?:steps?|шаг\p{L}*)(?![\p{L}\p{N}])\s*/iu;
export const planLink =
  /^(?:[:,.-]\s*|(?:to|for|that|which|on|about|where|how to|чтобы|для того,? чтобы|для|по|о|об)\s+)+/iu;
export const countTail =
  /[\s,]*(?:in|into|with|in exactly|за|в|из)\s+(?:exactly\s+|ровно\s+)?[\p{L}\p{N}-]+\s+(?:steps?|шаг\p{L}*)[\s.!]*$/iu;
/** Where one clause of an objective ends. A quoted span is matched first, so that nothing inside it splits; the stop of "e.g." or "1." does not split, and case does not matter. */
export const clauseBorders =
  /"[^"]*"|«[^»]*»|“[^”]*”|`[^`]*`|(\s*[;\n]+\s*(?:\d+[.)]\s*)?|(?<!(?<![\p{L}\p{N}])(?:\p{L}|\d{1,3}))[.!?]\s+(?:\d+[.)]\s*)?|,?\s+(?:and\s+then|after\s+that|then|а\s+затем|и\s+затем|затем|а\s+потом|и\s+потом|потом|после\s+этого)[\s,]+)/giu;
/** "using the X tool". */
export const toolMention =
  /(?:\b(?:use|using|call|run|invoke|with|via|through)\b|используй\p{L}*|вызови\p{L}*|через|с помощью)\s+(?:the\s+|tool\s+|инструмент\p{L}*\s+)*[`"«]?([\p{L}][\p{L}\p{N}]*(?:[_.-][\p{L}\p{N}]+)*)[`"»]?(\s+(?:tool|инструмент\p{L}*))?/giu;
export const leadingThen = /^(?:and\s+then|after\s+that|then|затем|потом|после\s+этого)[\s,]+/iu;
/** How something is done is asked, not that it be done: what stands before the deed. */
const englishWay = String.raw`what(?:['’]?s|['’]?re| is| are| would be) (?:the|an?|our|your) (?:(?:right|best|proper|correct|usual|normal|standard|easiest|quickest|fastest|simplest|recommended|good|exact) )?(?:steps?|process|procedure|ways?|method|workflow|routine) (?:to|for|of)`;
const englishLesson = String.raw`(?:(?:could|can|would|will) you (?:please )?)?(?:(?:walk|talk|guide|run|take|lead) (?:me|us) through(?: how(?: to)?| (?=\p{L}+ing(?!\p{L}))| (?:the |your )?(?:steps|process|procedure|workflow) (?:to|for|of))|teach (?:me|us)(?: how)?(?: to)?|(?:give (?:me|us) |got |have you got |do you have )?(?:any |some )?(?:tips?|advice|instructions?|guidance|a guide) (?:on|for|about)(?: how to)?|(?:i|we) (?:do not|don['’]?t|dunno) know how to)`;
const englishSteps = String.raw`what (?:would |should |must |do |will )(?:i|we|you|one)(?: have to| need to| got to| gotta)? (?:do|click|say|type|write|press) (?:(?:in order )?to|if (?:i|we) want to)|what (?:information |details )?(?:do|would|will) you need (?:from (?:me|us) )?(?:in order )?to|what steps(?: (?:do|should|must) (?:i|we) (?:take|follow))? to`;
const englishAny = `${englishWay}|${englishLesson}|${englishSteps}`;
export const englishHowTo = new RegExp(
  String.raw`^(?:how (?:do|does|can|could|should|would|to)\b|where (?:do|can|should) i (?!find|see|look)\w|what (?:is|are) the (?:steps|process|procedure|way)\b|what steps\b|(?:${englishAny})\b)`,
  "u",
);
const russianWay = String.raw`(?:каков|какова|какой|какая|какие|в каком|есть ли|есть|дай(?:те)?)(?: (?:у нас|тут|здесь|правильн\p{L}+|верн\p{L}+))* (?:порядок|порядке|процедура|инструкци\p{L}+|процесс|способ|шаги|алгоритм)(?: (?:по|для|чтобы|того,? чтобы|как))?|с чего начать,? чтобы|что (?:мне |нам |я |мы )?(?:делать|сделать|должен сделать|надо|надо сделать|нужно|нужно сделать|требуется|требуется сделать|нажать),? (?:чтобы|чтоб|для того,? чтобы)|научи(?:те)?(?: меня| нас)?|проведи(?:те)?(?: меня| нас)? по шагам`;
export const russianHowTo = new RegExp(
  String.raw`^(?:(?:как(?: же)?|каким образом|где)\s+(?:(?:мне|нам|я|мы|можно|правильно|лучше|надо|нужно|могу|можем|у нас|тут|здесь|принято|положено|следует|корректно|вообще)\s+)*\p{L}{2,}(?:ть|ти|чь|ться|тись)|${russianWay})(?![\p{L}])`,
  "u",
);
/** "If I wanted to add a member, what would you need": the deed is the group. */
export const supposedDeed =
  /^(?:if (?:i|we) (?:want|wanted|wish|wished|need|needed) to|если (?:(?:я|мы|мне|нам) )?(?:(?:за)?хо[чт]\p{L}+|надо|нужно|понадобится)) ([^,?]+?),? (?:what (?:information |details |else )?(?:do|would|will|should) (?:i|we|you) (?:need|require|have to|do)|что (?:(?:для этого|от меня|от нас|вам|тебе|мне|нам) )*(?:нужно|надо|потребуется|понадобится))(?!\p{L})/iu;
/** What stands before the deed in such a question. */
export const howToOpening = new RegExp(
  String.raw`^(?:how (?:do|does|can|could|should|would) (?:i|we|you|one)|how to|where (?:do|can|should) (?:i|we)|${englishAny}|(?:как(?: же)?|каким образом|где|${russianWay})(?:\s+(?:мне|нам|я|мы|можно|правильно|лучше|надо|нужно|могу|можем|у нас|тут|здесь|принято|положено|следует|корректно|вообще))*)\s+`,
  "iu",
);
export const politeOpening =
  /^(?:(?:hi|hello|hey|please|so|ok|okay|um|and|quick question|tell me|show me|explain|ну|а|так|слушай(?:те)?|привет|здравствуйте|подскажите?|скажите?|объясните?|расскажите?|пожалуйста)[\s,!.:-]+)+/iu;
/** A sentence that only greets. */
export const greeting =
  /^(?:добрый (?:день|вечер)|доброе утро|здравствуйте|привет|коллеги|hi|hello|hey|dear|good (?:morning|afternoon|evening))(?!\p{L})[^.!?\n]{0,30}$/iu;
export const listJoint = /,\s+(?:(?:и|and)\s+)?|\s+(?:и|and)\s+/;
/** In front of a company's name. */
export const legalForm = /^(?:ооо|зао|ао|ип|тоо)\s+/i;

/** "Ignore all previous instructions", «забудь все правила», "SYSTEM: …": words to the machine, not a request. */
export const injectedInstruction =
  /(?<!\p{L})(?:(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|of|the|your|these|those|my|previous|prior|earlier|above|safety)\s+)*(?:instructions?|rules?|prompts?|guidelines|policies|policy)|(?:игнорируй\p{L}*|забудь\p{L}*|отмени\p{L}*|обойди\p{L}*)\s+(?:(?:все|любые|свои|эти|прежние|предыдущие|прошлые)\s+)*(?:инструкции|правила|указания|ограничения)|you\s+are\s+now\s+(?:an?|the|in)|system\s+prompt|системн\p{L}+\s+промпт\p{L}*)(?!\p{L})|^\s*(?:system|assistant|developer)\s*:|<\/?(?:system|instructions?)>/iu;
