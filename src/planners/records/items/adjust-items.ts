import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { firstOperation, type Operation, settles } from "../../../language/words/operation.ts";
import { read, type Reading } from "../../../language/reading.ts";
import type { DurationSpan } from "../../../language/spans/span.ts";
import type { Pack } from "../../packs/pack.ts";
import type { Item } from "./item.ts";
import { withAskedFields, withAskedNotes, withoutHollow } from "./asked-items.ts";
import { withTexts } from "../world/field-texts.ts";
import { type SenseOf, senseTable } from "../world/senses.ts";
import type { World } from "../world/world.ts";
import { withLabels } from "./label-items.ts";

/** What items mean by those beside them: bounds of times, pronouns without a noun, texts of fields. */
export function adjustItems(items: readonly Item[], reading: Reading, world: World): Item[] {
  const given = withTakers(withGiven(withRaised(withPlaced(withoutHeading(withoutCloser(withArrows(items)))))));
  const verbal = withoutHaste(withShifts(withParticles(given, reading), reading));
  const plain = withLowered(withLabels(withGoals(verbal, reading), world));
  const asked = withFieldWords(withAskedNotes(plain, reading, world), reading, world);
  const dated = withAskedFields(withoutHollow(asked), world);
  return withTexts(withPronouns(withBounds(withDone(withLacks(dated), reading))), reading, world);
}

/** "A -> B": an arrow leads to the value, and so does a dash between a record and nothing but a value. */
function withArrows(items: readonly Item[]): Item[] {
  const [name, dash, value, ...others] = items.filter(({ is }) => is !== "filler");
  const isSet =
    /^(?:name|key)$/.test(name?.is ?? "") && /^(?:person|option|date)$/.test(value?.is ?? "") && others.length === 0;
  if (isSet && dash !== undefined && /^[-–—]$/.test(dash.text))
    return items.map((item) => (item === dash ? { ...item, is: "prep", word: item.text, role: "goal" } : item));
  return items.flatMap((item, at): Item[] => {
    const before = items[at - 1];
    const isTip = item.text === ">" && /^[-=]$/.test(before?.text ?? "") && before?.end === item.start;
    if (isTip || item.text === "→")
      return [{ start: item.start, end: item.end, text: item.text, is: "prep", word: item.text, role: "goal" }];
    return items[at + 1]?.text === ">" && /^[-=]$/.test(item.text) ? [] : [item];
  });
}

/** «По Ромашке всё, …»: before a pause, with no noun and no verb before it, it counts nothing. */
function withoutCloser(items: readonly Item[]): Item[] {
  const hasNoun = items.some(({ is }) => is === "kind");
  return items.map((item, at): Item => {
    const { start, end, text } = item;
    const isPaused = /^(?:joint|sign)$/.test(items[at + 1]?.is ?? "");
    const isCounted = hasNoun || items[at - 1]?.is === "verb";
    return item.is === "quantifier" && isPaused && !isCounted && hasConcept(text, "over")
      ? { start, end, text, is: "filler" }
      : item;
  });
}

/** "Add 50k to A", «накинь Лучу 50 тысяч»: so much more, where an amount goes to a record that is there. */
function withRaised(items: readonly Item[]): Item[] {
  const at = items.findIndex((item) => item.is === "verb" && hasConcept(item.text, "raises"));
  const verb = items[at];
  const behind = items.slice(at + 1);
  const isMoney = behind.some(
    (item) =>
      item.is === "number" && (item.span.currency !== undefined || (item.span.scaled ?? item.span.value) >= 1000),
  );
  const isThere = behind.some(({ is }) => /^(?:name|key|pronoun|field)$/.test(is));
  const isNew = items.some(({ is }) => /^(?:kind|operation|option|quoted|unknown|word|contact)$/.test(is));
  return verb?.is === "verb" && isMoney && isThere && !isNew ? items.with(at, { ...verb, op: "increase" }) : [...items];
}

/** "Two things: …": how many orders come. */
function withoutHeading(items: readonly Item[]): Item[] {
  const [count, noun, colon, first] = items;
  const isCount = count?.is === "number" || (count?.is === "quantifier" && count.span.value === "some");
  const isHeading = isCount && /^(?:unknown|word)$/.test(noun?.is ?? "") && colon?.text === ":" && first !== undefined;
  return isHeading ? items.slice(3) : [...items];
}

/** «Дай отчёт Маше» hands over, «дай отчёт» shows. */
function withGiven(items: readonly Item[]): Item[] {
  const isGiven = items.some((item) => item.is === "person" && item.form.includes("dative"));
  // «Верни её Марии»: the form of the dative and the genitive, at the end.
  const last = items.findLast(({ is }) => is !== "sign" && is !== "filler");
  const isBack =
    last?.is === "person" && /[иь]и$/iu.test(last.text) && !items.some(({ is }) => is === "prep" || is === "kind");
  // "Take A off hold", «сними Луч с паузы».
  const isFreed = items.some((item, at) => {
    const lead = items[at - 1];
    return item.is === "option" && lead?.is === "prep" && lead.role === "source";
  });
  return items.map((item): Item => {
    if (item.is === "verb" && item.op === "release" && isFreed) return { ...item, op: "resume" };
    return (isGiven || isBack) && item.is === "verb" && hasConcept(item.text, "gives")
      ? { ...item, op: "assign" }
      : item;
  });
}

/** "Put Ann on T-4", "swap Tom for Ann on T-4": somebody is named right behind the verb, and where to. */
function withPlaced(items: readonly Item[]): Item[] {
  const at = items.findIndex(({ is, text }) => /^(?:verb|unknown|word)$/.test(is) && isPlacing(text));
  const verb = items[at];
  const [person, prep, target] = items.slice(at + 1).filter(({ is }) => is !== "filler");
  if (verb === undefined || person?.is !== "person" || prep?.is !== "prep") return [...items];
  const { start, end, text } = verb;
  const assign: Item = { start, end, text, is: "verb", op: "assign", form: "imperative" };
  const isOn = /^(?:name|key|kind|pronoun)$/.test(target?.is ?? "") && hasConcept(text, "places");
  if (isOn) return items.with(at, assign);
  const isSwapped = target?.is === "person" && hasConcept(text, "swaps");
  return isSwapped ? items.with(at, assign).filter((item) => item !== person && item !== prep) : [...items];
}

function isPlacing(text: string): boolean {
  return hasConcept(text, "places") || hasConcept(text, "swaps");
}

/** "Tom takes it", «возьмёт Даша»: beside its subject a verb of taking says who has it from now on. */
function withTakers(items: readonly Item[]): Item[] {
  const said = items.filter(({ is }) => is !== "filler");
  const isSubject = (one: Item | undefined, lead: Item | undefined): boolean =>
    one?.is === "person" && one.form === "plain" && lead?.is !== "prep";
  return items.map((item, i): Item => {
    // "Give everything Tom has to Ann".
    const isHad =
      item.is === "filler" &&
      items[i - 1]?.is === "person" &&
      /^(?:quantifier|kind)$/.test(items[i - 2]?.is ?? "") &&
      items.slice(0, i).some((one) => one.is === "verb" && one.form === "imperative");
    if (!(isHad || /^(?:verb|unknown|word)$/.test(item.is)) || !hasConcept(item.text, "takes")) return item;
    if (item.is === "verb" && item.form === "imperative") return item;
    const at = said.indexOf(item);
    const isTaken = isHad || isSubject(said[at - 1], said[at - 2]) || isSubject(said[at + 1], undefined);
    const { start, end, text } = item;
    return isTaken ? { start, end, text, is: "verb", op: "own", form: "present" } : item;
  });
}

/** "Drop the priority to low": with where it is put, nothing is deleted. */
function withLowered(items: readonly Item[]): Item[] {
  return items.map((item, at): Item => {
    if (item.is !== "verb" || item.op !== "delete" || !hasConcept(item.text, "lowers")) return item;
    const stop = items.findIndex(({ is }, i) => i > at && (is === "verb" || is === "sign"));
    const put = items.find((one, i) => {
      const lead = items[i - 1];
      const leads = lead?.is === "prep" && (one.is === "number" || (one.is === "option" && lead.role === "goal"));
      return i > at && (stop < 0 || i < stop) && leads;
    });
    return put === undefined ? item : { ...item, op: put.is === "number" ? "decrease" : "move" };
  });
}

/** "Push the deadline back", "bring it forward": the verb goes on behind its object. */
function withParticles(items: readonly Item[], { tokens }: Reading): Item[] {
  const out: Item[] = [];
  let verb = -1;
  for (const item of items) {
    const last = out.at(-1);
    const opens = out.slice(0, -1).every(({ is }) => /^(?:filler|sign|joint|polarity)$/.test(is));
    if (last?.is === "verb" || (opens && /^(?:unknown|word)$/.test(last?.is ?? ""))) verb = out.length - 1;
    const [before, token, particle] = [out[verb], tokens[out[verb]?.start ?? -1], tokens[item.start]];
    const isSmall =
      (/^(?:unknown|word|filler)$/.test(item.is) || (item.is === "verb" && item.form === "present")) &&
      item.start > (before?.end ?? item.start);
    const match =
      isSmall && token !== undefined && particle !== undefined
        ? languages[token.lang].lexicon.at([token, particle], 0)
        : undefined;
    const op = match?.end === 2 ? firstOperation(match.concepts) : undefined;
    if (before === undefined || op === undefined) {
      out.push(item);
      continue;
    }
    const form = before.is === "verb" ? before.form : "imperative";
    out[verb] = { start: before.start, end: before.end, text: before.text, is: "verb", op, form };
    const { start, end, text } = item;
    out.push({ start, end, text, is: "filler" });
  }
  return out;
}

/**
 * "A new deal …, close in May", "website acme.example", "when does it close?": of something new the verb before a day stands for its
 * field, any word before an address does, and asked when, any word that has a day.
 */
function withFieldWords(items: readonly Item[], { tokens }: Reading, world: World): Item[] {
  const made = items.findIndex((item) => item.is === "verb" && item.op === "create");
  const asksWhen = items.some((item) => item.is === "question" && item.span.asks === "when");
  return items.map((item, at): Item => {
    const isPaused = item.is === "verb" && items[at - 1]?.is === "joint";
    const next = isPaused ? items.slice(at + 1).find(({ is }) => is !== "prep" && is !== "filler") : undefined;
    const isDated = made >= 0 && at >= made && next?.is === "date";
    const isReached = item.is === "name" && items[at + 1]?.is === "contact";
    // "When does it close?" asks for its day, whatever state the word names.
    const isWhen = item.is === "option" && asksWhen;
    if (!isDated && !isReached && !isWhen) return item;
    const said = tokens[isReached ? item.end - 1 : item.start]?.stem ?? "";
    const senses = fieldSenses(said, isReached ? "contact" : "date", world.pack);
    const { start, end, text } = item;
    return senses.length === 0 ? item : { start, end, text, is: "field", senses };
  });
}

/** Fields of a type that a word stands for. */
function fieldSenses(stem: string, type: string, pack: Pack): SenseOf<"field">[] {
  const phrases = senseTable(pack).get(stem) ?? [];
  const found = phrases.flatMap(({ senses }) =>
    senses.flatMap(({ sense }) =>
      sense.is === "field" && pack.records[sense.kind]?.fields[sense.field]?.type === type ? [sense] : [],
    ),
  );
  return [...new Map(found.map((sense) => [`${sense.kind}.${sense.field}`, sense])).values()];
}

/** "Water every bed asap": how soon, not which; only what is made or set can be urgent. */
function withoutHaste(items: readonly Item[]): Item[] {
  const isSet = items.some((item) => /^(?:option|date|person)$/.test(item.is) && !hasConcept(item.text, "haste"));
  const sets = items.some(
    (item) =>
      (item.is === "field" && !isSet) ||
      (item.is === "verb" && (/^(?:create|remind|be)$/.test(item.op) || (item.op === "update" && !isSet))),
  );
  const isDone = items.some((item) => item.is === "verb" && item.form === "imperative");
  if (!isDone) return [...items];
  return items.map((item, at): Item => {
    const { start, end, text } = item;
    const isHaste = item.is === "option" ? !sets : item.is === "date" && isAtOnce(items, at);
    return isHaste && hasConcept(text, "haste") ? { start, end, text, is: "filler" } : item;
  });
}

/** "Give A to Tom today": when it is done, where something else says what it becomes. */
function isAtOnce(items: readonly Item[], at: number): boolean {
  const before = items[at - 1];
  const isBulk = items.some(({ is }) => is === "quantifier" || is === "mark");
  const isNew = items.some(
    (item) =>
      (item.is === "kind" && item.many) ||
      (item.is === "verb" && /^(?:create|remind|schedule|delay|advance)$/.test(item.op)),
  );
  const becomes = items.some(
    (item) => /^(?:option|person|number)$/.test(item.is) || (item.is === "verb" && settles(item.op)),
  );
  return becomes && !isBulk && !isNew && !/^(?:prep|field|compare)$/.test(before?.is ?? "");
}

/** "Haven't answered in five weeks": one description, of a date that long ago. */
function withDone(items: readonly Item[], { clauses }: Reading): Item[] {
  const done = items.find(({ is }) => is === "done");
  const at = items.findIndex((item) => item === done);
  const clause = clauses.find(({ start, end }) => done !== undefined && start <= done.start && end >= done.end);
  const behind = items.filter(({ start, end }) => start >= (done?.end ?? 0) && end <= (clause?.end ?? 0));
  const ago = behind.find(({ text }) => hasConcept(text, "noun.while"));
  const when = behind.find((item) => item.is === "duration" || item.is === "date");
  if (done?.is !== "done") return [...items];
  // "Least recently contacted" ranks by the date.
  const ranked = items[at - 1]?.is === "compare" ? undefined : items[at - 1];
  const small = [ago, items[at - 2]?.is === "compare" && hasConcept(ranked?.text ?? "", "noun.while") ? ranked : ago];
  if (when?.is !== "duration" && when?.is !== "date") return items.filter((item) => !small.includes(item));
  // That nobody met is said of the meetings; that nobody answered describes whom it is said of.
  const renews = done.senses.some(({ field }) => field !== undefined);
  const not = renews ? items.find((item, i) => i < at && item.is === "polarity") : undefined;
  const folded: Item = { ...done, since: when.span, ...(not !== undefined && { not: true }) };
  return items.flatMap((item): Item[] => (item === not || item === when ? [] : [item === done ? folded : item]));
}

/** "Move it a week later": so much from its own day on, not from today. */
function withShifts(items: readonly Item[], { tokens }: Reading): Item[] {
  const verb = items.find((item) => item.is === "verb" && /^(?:move|delay|advance|update|schedule)$/.test(item.op));
  // "Two days later": nothing else is said.
  const isLone = items.every(
    (item) => /^(?:duration|date|prep|filler|joint|sign|polarity|number)$/.test(item.is) || isShift(item.text),
  );
  if (verb?.is !== "verb" && !isLone) return [...items];
  const op = verb?.is === "verb" ? verb.op : "delay";
  return items.flatMap((item, at): Item[] => {
    const before = items[at - 1];
    const next = items[at + 1]?.text ?? "";
    // «На неделю назад», «на два дня вперёд».
    if (before?.is === "duration" && isShift(item.text)) return [];
    if (item.is === "duration" && hasConcept(next, "shift.earlier") && op !== "advance")
      return [{ ...item, span: { ...item.span, value: -item.span.value } }];
    return [shiftedDate(item, op, tokens)];
  });
}

export function isShift(text: string): boolean {
  return hasConcept(text, "shift.earlier") || hasConcept(text, "shift.later");
}

function shiftedDate(item: Item, op: Operation, tokens: Reading["tokens"]): Item {
  const word = item.is === "date" ? (tokens[item.end - 1]?.lower ?? "") : "";
  if (item.is !== "date" || !isShift(word)) return item;
  const { start, end, text } = item;
  const length = lengthOf(text.slice(0, -word.length));
  const isEarlier = hasConcept(word, "shift.earlier") && op !== "advance";
  const value = isEarlier ? -(length?.value ?? 0) : (length?.value ?? 0);
  return length === undefined ? item : { start, end, text, is: "duration", span: { ...length, value } };
}

function lengthOf(text: string): DurationSpan | undefined {
  const { spans } = read(text, { now: "2000-01-01T00:00:00Z", zone: "UTC" });
  return spans.find((span) => span.kind === "duration");
}

/** "On May 9 to 3": the day describes, the hour is where it is moved to. */
function withGoals(items: readonly Item[], { tokens, source }: Reading): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.is !== "date" || item.span.time === undefined || item.span.until !== undefined) return [item];
    const at = tokens.findIndex(
      ({ lang, lower }, i) => i > item.start && i < item.end && languages[lang].prepositions.get(lower) === "goal",
    );
    if (at < 0) return [item];
    const { time, ...days } = item.span;
    const textAt = (start: number, end: number): string =>
      source.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
    const word = tokens[at]?.lower ?? "";
    return [
      { ...item, end: at, text: textAt(item.start, at), span: days },
      { start: at, end: at + 1, text: word, is: "prep", word, role: "goal" },
      {
        start: at + 1,
        end: item.end,
        text: textAt(at + 1, item.end),
        is: "time",
        span: { kind: "time", time, relation: "at" },
      },
    ];
  });
}

/** "No due date", «без срока»: one description. */
function withLacks(items: readonly Item[]): Item[] {
  const out: Item[] = [];
  for (const item of items) {
    const at = out.findLastIndex(({ is }) => is !== "filler");
    const before = out[at];
    const lacks =
      item.is === "field" &&
      ((before?.is === "polarity" && before.span.value === "not" && before.span.scope.start <= item.start) ||
        (before?.is === "quantifier" && before.span.value === "except"));
    if (!lacks || before === undefined) {
      out.push(item);
      continue;
    }
    const { start } = before;
    out.splice(at);
    out.push({ start, end: item.end, text: `${before.text} ${item.text}`, is: "lacks", senses: item.senses });
  }
  return out;
}

/** «До пятницы» bounds a time, «подними до 200» says what it becomes: neither compares. */
function withBounds(items: readonly Item[]): Item[] {
  const raises = items.some((item) => item.is === "verb" && /^(?:increase|decrease)$/.test(item.op));
  return items.map((item, at): Item => {
    const next = items[at + 1]?.is ?? "sign";
    const isGoal = item.is === "compare" && item.span.value === "atMost" && raises && /^(?:number|option)$/.test(next);
    if (item.is !== "compare" || !(isGoal || next === "date" || next === "time")) return item;
    // "Higher than on Sunday" compares figures.
    if (items.some(({ is }) => is === "measure")) return item;
    const { start, end, text } = item;
    return { start, end, text, is: "prep", word: text.toLowerCase(), role: "goal" };
  });
}

/** "Их" and "her" without a noun behind them stand for the thing itself. */
function withPronouns(items: readonly Item[]): Item[] {
  return items.map((item, at): Item => {
    // "Tasks that are late": behind its noun it only leads to a description.
    const isSmall = /^(?:filler|sign)$/.test(items[at + 1]?.is ?? "");
    const leads = items[at - 1]?.is === "kind" || (isSmall && items[at - 1]?.is !== "sign" && describes(items, at));
    if (item.is === "pronoun" && item.span.of === "thing" && leads && at < items.length - 1)
      return { start: item.start, end: item.end, text: item.text, is: "filler" };
    if (item.is !== "whose" || item.span.whose !== "third") return item;
    const next = items
      .slice(at + 1)
      .find(({ is }) => is !== "filler" && is !== "option" && is !== "mark" && is !== "quantifier");
    if (next?.is === "kind" || next?.is === "field" || next?.is === "name") return item;
    const { start, end, text } = item;
    const isOne = Object.values(languages).some(({ lexicon }) => {
      const concepts = lexicon.concepts(text.toLowerCase());
      return concepts.includes("pron.thing") || concepts.includes("pron.person");
    });
    return { start, end, text, is: "pronoun", span: { kind: "pronoun", of: isOne ? "thing" : "things" } };
  });
}

/** A noun before, a description behind. */
function describes(items: readonly Item[], at: number): boolean {
  const next = items.slice(at + 1).find(({ is }) => is !== "filler" && is !== "sign");
  const isNoun = items.slice(0, at).some(({ is }) => is === "kind" || is === "option" || is === "quantifier");
  return isNoun && /^(?:mark|option|lacks|field|done)$/.test(next?.is ?? "");
}
