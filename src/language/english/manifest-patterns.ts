/** Patterns over the prose of manifests: descriptions of tools and parameters, which are written in English. */

export const countsFirst = /^(?:number|how many)/;
export const countOf =
  /\b(?:number of|how many|count|limit|quantity|amount of results|maximum number|top|total number)\b/;
export const cityAndState = /\bcity[ ,]+(?:and )?state\b|city, ?(?:st|ca|ny)\b|[A-Z][a-z]+, [A-Z]{2}\b/i;
export const commaSeparated = /\bcomma[- ](?:separated|delimited)\b|\bseparated by commas?\b/i;
export const datePeriod = /YYYY-MM-DD( ?(?:to|-|–|\/|,|:|until) ?)YYYY-MM-DD/i;
export const fractionRange = /\b(?:decimal|fraction|between 0 and 1|0 to 1|0\.\d+)\b/;
export const givesExample = /\b(?:e\.g|such as|for example|like)\b/i;
export const listsOptions =
  /(?:e\.g\.?,?|i\.e\.?,?|such as|for example,?|options?(?: are| include)?:?|one of:?|can be|could be|either|like|include|including)\s+([^.()]{3,160})/i;
/** A tool that looks up whatever it is given. */
export const searchesAnything =
  /\b(?:search|query|queries|look)\w*\b[^.]*\b(?:web|internet|online|google|bing|wikipedia|encyclop(?:a?)edia)\b|\b(?:web|internet|online|google) search/i;
/** "between 3 and 100", "within the range 3 - 100", "a maximum of 100", "up to 100". */
export const statedMost =
  /\b(?:(?:between|range(?: is| of)?|from)\s+-?\d+\s*(?:-|–|to|and)|maximum(?: is| of)?|up to|at most)\s*(\d[\d,]{0,12})\b/i;
/** "'1' for cleaning", "metric: Celsius", "0 = off". */
export const meansOption =
  /["'`]?(?<=^|[\s"'`([])(?<code>[\p{L}\d_-]{1,24})["'`]?\s*(?:\bfor\b|\bis\b|\brepresents?\b|\bmeans?\b|\bindicates?\b|\bstands for\b|=|:(?!\/))\s*(?<meaning>[\p{L}][^,.;()"'`]{1,40}?)(?=\s*(?:[,.;()"'`]|\bor\b|\band\b|$))/giu;
/** "The time until which it holds". */
export const timeFirst = /^(?:the )?time (?:in|until|at|from)\b/;
/** "Priority:" of "Priority: P1 is critical". */
export const labelFirst = /^[\p{L} ]+:\s*(?=\S+ (?:is|=|for|means) )/u;
/** "0 (mute)". */
export const glossedOption = /(?<![\d.])(?<code>\d{1,6}) \((?<meaning>\p{L}[\p{L} ]{1,24})\)/gu;
/** "English (EN)". */
export const codedOption = /(?<meaning>\p{L}[\p{L} -]{1,30}) \(["'`]?(?<code>[\p{L}\d_-]{1,6})["'`]?\)/gu;
export const betweenOptions = /,\s*(?:or |and )?|\s+or\s+|\s+and\s+|\//;
export const opensOption = /^(?:or|and|e\.g\.?) /;
export const glossEnd =
  /\b(?:of|in|for|to|that|which|at|on|per|from|with|as|is|are|by|between|used|whose|where|when)\b|[.,;:()]/i;
export const statedUnit = /\b(?:in|as) ([\p{L}°]+(?:[ /][\p{L}]+)?)/u;
export const countedUnit =
  /\b(?:number of|how many) (?:\w+ )?(days|hours|minutes|weeks|months|years|seconds|nights)\b/i;
export const defaultIs =
  /\bdefaults?(?:\s+(?:is|to|value is|value|:|=))+\s+(?:the\s+)?["'`]?([^"'`.,;()\s]+(?:\.\d+)?)/i;
export const otherwiseUse =
  /(?:\bnot|n't|\bun)\s*(?:specif|provid|giv|stat|set)\w*,?\s+(?:please\s+)?(?:use|assume|take)\s+["'`]?([^"'`.,;()\s]+)/i;
/** Words that say nothing about a tool or a parameter in particular. */
export const hollowWords =
  "a an the of to in on for and or with by from is are be as at it its this that which will can used use given specific specified certain particular various based i.e e.g eg ie etc such example default optional required whether if not any all you your we user's want wants needed need should must may might provided provide providing returned return returns get format value values string integer number list parameter following between within into about per each other one two they their them then than more also only no yes true false should formatted like where when what who how following include includes including has have";
export const leadingArticle = /^(?:an?|the|one|its?|their|your|some|all)\s+/i;
export const leadingParticle = /^(?:up|out|off|down|back|on|in)\s+/i;
export const qualifierStart = /\s+(?:from|to|of|for|with|by|in|into|on|at|as|about|under|over|that|which|whose)\b/;
/** "two-letter code", "ISO 3166", "e.g. 'en'". */
export const wantsCode = /\bISO\b|\bcodes?\b|\b(?:two|2)[- ]letters?\b|["'`(](?:[a-z]{2}|[A-Z]{2})["'`),]/;
