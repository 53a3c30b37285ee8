import type { TaughtLesson, TeachRequest } from "../../contracts/api/lessons.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { injectedInstruction } from "../../language/requests/goal-patterns.ts";
import { read } from "../../language/reading.ts";
import { createIssue } from "../../plan/create-issue.ts";
import { contentHash } from "../../plan/hash.ts";
import type { Issue } from "../../plan/issue.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { indexOf } from "../../planners/lessons/book-index.ts";
import { createBook, type TaughtBook } from "../../planners/lessons/book.ts";
import { callContent, callText } from "../../planners/lessons/call-text.ts";
import { derive } from "../../planners/lessons/derive.ts";
import { type Lesson, maxLessonChars } from "../../planners/lessons/lesson.ts";
import {
  changeBook,
  type Entry,
  hasSameSteps,
  type LessonBook,
  sameWords,
} from "../../planners/lessons/lesson-book.ts";
import { anyFeature, planTaught } from "../../planners/lessons/plan-taught.ts";
import { parseRules } from "../../planners/lessons/taught-pack.ts";
import type { Pack } from "../../planners/packs/pack.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Planning } from "../planning/planning.ts";
import { type CheckCase, checkLesson, type CheckReport } from "./check-lesson.ts";
import type { LessonShelves, LessonSet } from "./lesson-shelf.ts";
import type { Owner } from "./lessons.ts";
import { packRequests } from "./pack-requests.ts";
import { readTaughtPlan } from "./read-taught-plan.ts";
import { contraries, standardRequests } from "./standard-requests.ts";
import { toView } from "./views.ts";

export type TeacherParts = {
  shelves: LessonShelves;
  clock: Clock;
  packs: readonly Pack[];
  /** Planning without lessons: each check adds its own rules. */
  planning: Planning;
  toolboxOf: (tenant: string) => readonly ToolSpec[];
  /** Texts of the latest requests of the tenant. */
  recentRequests: (tenant: string) => Promise<readonly string[]>;
};

/** Most lessons of a tenant. */
const mostLessons = 20_000;

/** Derives the rule of a lesson, checks it against everything that is planned today, and stores it. */
export function createTeacher(parts: TeacherParts): (owner: Owner, request: TeachRequest) => Promise<TaughtLesson> {
  const { shelves, toolboxOf } = parts;
  return async (owner, request) => {
    const toolbox = toolboxOf(owner.tenant);
    const entry = toEntry(owner, request, { clock: parts.clock, toolbox });
    let taught: TaughtLesson | undefined;
    await shelves.change(owner.tenant, async (shelf) => {
      refuse(clashes(shelf, entry));
      const book = changeBook(shelf.book, { add: [entry] });
      refuse(unconfirmed(entry, book.book, toolbox));
      const report = await check(entry, { shelf, book, toolbox, ...parts, tenant: owner.tenant });
      refuse(report.unsafe.map((one) => unsafeIssue(one.request, one.after)));
      const kept = !request.dry_run;
      const { checked, differences } = report;
      const lesson = toView(entry, "active", book);
      taught = { kept, lesson, differences, checked, version: shelf.version + Number(kept) };
      return kept
        ? { by: owner.by, change: `taught ${entry.lesson.id}: ${entry.lesson.request}`, add: [entry], revoke: [], book }
        : undefined;
    });
    if (taught === undefined) throw new PlanwrightError("INTERNAL");
    return taught;
  };
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first !== undefined)
    throw new PlanwrightError("LESSON_REFUSED", { message: first.message.replace(/(?<![.?!])$/, "."), issues });
}

function toEntry(
  owner: Owner,
  request: TeachRequest,
  { clock, toolbox }: { clock: Clock; toolbox: readonly ToolSpec[] },
): Entry {
  const steps = readTaughtPlan(request.plan, toolbox);
  if (!steps.ok) {
    const issues = steps.issues.map((issue) => ({
      ...issue,
      pointer: issue.pointer.startsWith("/plan") ? issue.pointer : `/plan${issue.pointer}`,
    }));
    throw new PlanwrightError("LESSON_REFUSED", { message: "The plan of the lesson is not valid.", issues });
  }
  const at = new Date(clock.now()).toISOString();
  const { fixed, context, zone, source, now = at } = request;
  if (injectedInstruction.test(request.request)) refuse([createIssue("LESSON_INSTRUCTION", "/request")]);
  refuse([...lengthIssues("/plan", steps.value), ...lengthIssues("/context", context)]);
  if (Number.isNaN(Date.parse(now)))
    throw new PlanwrightError("INVALID_INPUT", { message: "now must be an ISO 8601 time." });
  const lesson: Lesson = {
    // The same lesson has the same id, so that teaching it twice is one lesson.
    id: contentHash([owner.tenant, request.request, steps.value.map(callContent)]).slice(0, 12),
    request: request.request.trim(),
    steps: steps.value,
    fixed,
    context,
    now,
    zone,
    taughtBy: owner.by,
    taughtAt: at,
    source,
  };
  const derived = derive(lesson, toolbox);
  refuse([...openValues(derived.open), ...noWordsIssues(derived), ...conditional(lesson, toolbox)]);
  return request.rule === undefined
    ? { lesson, derived }
    : { lesson, derived, edited: editedRule(request.rule, lesson.id) };
}

function lengthIssues(pointer: string, part: unknown): Issue[] {
  const { length } = JSON.stringify(part);
  const message = `it has ${length} characters of JSON, and a lesson at most ${maxLessonChars}`;
  return length > maxLessonChars ? [createIssue("TOO_LONG", pointer, { message })] : [];
}

function openValues(open: ReturnType<typeof derive>["open"]): Issue[] {
  return open.map(({ tool, param, value }) => {
    const message = `${param} of ${tool} is ${JSON.stringify(value)}, which the request does not say. Is it a constant?`;
    return createIssue("LESSON_OPEN_VALUE", "/fixed", { message });
  });
}

/** Free text alone would be any request. */
function noWordsIssues({ pieces }: ReturnType<typeof derive>): Issue[] {
  return pieces.some((piece) => piece.kind === "word" && !piece.optional)
    ? []
    : [createIssue("LESSON_WORDLESS", "/request")];
}

/** Where the request has a condition, no write may be made without one: a test, or filters of the items it is made for. */
function conditional({ request, steps, now, zone }: Lesson, toolbox: readonly ToolSpec[]): Issue[] {
  const guarded = new Set<string>();
  const free = steps.filter(({ id, tool, dependsOn, when, forEach }) => {
    const isGuarded =
      when !== undefined || (forEach?.where ?? []).length > 0 || dependsOn.some((one) => guarded.has(one));
    if (isGuarded) guarded.add(id);
    return !isGuarded && toolbox.find(({ name }) => name === tool)?.effect !== "read";
  });
  const roles = new Set(read(request, { now, zone }).clauses.map(({ role }) => role));
  const tests = steps.filter(({ when }) => when !== undefined).length;
  const isLost = roles.has("else") ? tests < 2 : roles.has("if") || roles.has("unless");
  const writes = steps.some(({ tool }) => toolbox.find(({ name }) => name === tool)?.effect !== "read");
  return writes && isLost && (free.length > 0 || roles.has("else"))
    ? [createIssue("LESSON_CONDITIONAL", "/request")]
    : [];
}

/** A rule edited by a person: one intent, which keeps the id of its lesson. */
function editedRule(text: string, id: string): Pack {
  const parsed = parseRules(text, "rule");
  const [rule, ...more] = parsed.ok ? parsed.value : [];
  if (!parsed.ok || rule === undefined || more.length > 0) {
    const issues = parsed.ok
      ? [createIssue("INVALID_VALUE", "/rule", { message: "the rule must have one intent" })]
      : parsed.issues;
    throw new PlanwrightError("LESSON_REFUSED", { message: "The edited rule is not valid.", issues });
  }
  return { ...rule, intents: rule.intents.map((intent) => ({ ...intent, id: `lesson_${id}` })) };
}

function clashes({ book, lessons }: LessonSet, { lesson, derived }: Entry): Issue[] {
  if (book.byId.has(lesson.id))
    return [createIssue("LESSON_KNOWN", "/request", { message: `lesson ${lesson.id} already says this` })];
  if (lessons.size >= mostLessons)
    return [createIssue("TOO_LONG", "", { message: `there are ${lessons.size} lessons, the most a tenant may have` })];
  return sameWords(book, derived).map((other) => {
    const shown = `lesson ${other.lesson.id} ("${other.lesson.request}" → ${callsOf(other.lesson)})`;
    if (hasSameSteps(other.derived, derived))
      return createIssue("LESSON_KNOWN", "/request", { message: `${shown} already plans this` });
    const message = `${shown} contradicts this one ("${lesson.request}" → ${callsOf(lesson)})`;
    return createIssue("LESSON_CONTRADICTS", "/plan", { message });
  });
}

function callsOf({ steps }: Lesson): string {
  return steps.map(callText).join(", ");
}

/** The rule must plan the request it was taught with, and with the same arguments. */
function unconfirmed({ lesson }: Entry, book: TaughtBook, toolbox: readonly ToolSpec[]): Issue[] {
  const { request: goal, now, zone, context, steps } = lesson;
  const history =
    Object.keys(context).length === 0 ? [] : [{ role: "system" as const, content: JSON.stringify(context) }];
  const planned = planTaught({ goal, now, zone, toolbox, history, surface: anyFeature }, book);
  const calls = planned?.outcome.kind === "plan" ? planned.outcome.calls : [];
  const text = (rows: Parameters<typeof callContent>[0][]): string =>
    JSON.stringify(rows.map(callContent)).toLowerCase();
  if (planned?.whole === true && contentHash(JSON.parse(text(calls))) === contentHash(JSON.parse(text(steps))))
    return [];
  const made = calls.length === 0 ? "nothing" : callsOf({ ...lesson, steps: calls });
  const message = `the rule is not certain of its own request: it would plan ${made}`;
  return [createIssue("LESSON_UNCONFIRMED", "/request", { message })];
}

type CheckParts = TeacherParts & { shelf: LessonSet; book: LessonBook; toolbox: readonly ToolSpec[]; tenant: string };

async function check({ lesson }: Entry, parts: CheckParts): Promise<CheckReport> {
  const { shelf, book, toolbox, packs, planning, recentRequests, tenant } = parts;
  const before = new Set(shelf.book.book.rules);
  const changed = createBook(book.book.rules.filter((rule) => !before.has(rule)));
  // Only a request with a word of a changed rule can be planned differently.
  const stems = indexOf(changed).byStem;
  const known = new Set([lesson.request]);
  const add =
    (from: CheckCase["from"]) =>
    (request: string): CheckCase[] => {
      if (known.has(request)) return [];
      known.add(request);
      return [{ request, from }];
    };
  const cases = [
    ...contraries(lesson.request).flatMap(add("standard")),
    ...standardRequests.flatMap(add("standard")),
    ...[...shelf.book.byId.values()]
      .filter(({ derived }) => derived.pieces.some((piece) => piece.kind === "word" && stems.has(piece.stem)))
      .flatMap((entry) => add("lesson")(entry.lesson.request)),
    ...packRequests(packs).flatMap(add("pack")),
    ...(await recentRequests(tenant)).flatMap(add("recent")),
  ];
  const { now, zone } = lesson;
  return checkLesson(cases, { planning, toolbox, now, zone, before: shelf.book.book, after: book.book, changed });
}

function unsafeIssue(request: string, after: string): Issue {
  return createIssue("LESSON_UNSAFE", "/request", {
    message: `"${request}" must not write, and would be planned as ${after}`,
  });
}
