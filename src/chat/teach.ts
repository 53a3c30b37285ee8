import { writeCallback } from "../contracts/actions/callback.ts";
import { lessonPlanOf } from "../contracts/api/draft-lesson.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { TeachRequest, type TaughtLesson } from "../contracts/api/lessons.ts";
import { PlanwrightError } from "../contracts/errors.ts";
import { problemOf } from "../contracts/problem.ts";
import type { Issue } from "../plan/issue.ts";
import { isKeyOf } from "../plan/keys.ts";
import { readPath } from "../plan/resolve.ts";
import { type ChatContext, type ChatTurn, noteTurn, personOf, problemTurn, renderingOf } from "./chat-context.ts";
import { correctedRequest } from "./render-draft.ts";
import { cut, fieldLabel, fieldText, maxText, type Rendering, textsOf } from "./rendering.ts";
import { texts } from "./texts/texts.ts";

/** `isFixed`: values that the request does not say are constants. */
type TeachOptions = { isFixed: boolean; isKept: boolean };

/** Stores with the card of a Draft which request it corrects. */
export async function rememberRequest(
  { records, message }: ChatContext,
  wrong: DraftView,
  draftId = wrong.draft.draft_id,
): Promise<void> {
  const [before, card] = [
    await records.card(message.tenant, wrong.draft.draft_id),
    await records.card(message.tenant, draftId),
  ];
  const requestText = (before?.kind === "draft" ? before.requestText : undefined) ?? wrong.draft.plan.inputs.raw_text;
  if (card?.kind === "draft" && !requestText.includes("\n"))
    await records.putCard(message.tenant, draftId, { ...card, requestText });
}

/** Shows the rule that the corrected request would make, or keeps it. */
export async function teach(context: ChatContext, view: DraftView, teaching: TeachOptions): Promise<ChatTurn> {
  const { deps, records, message, zone } = context;
  const { draft } = view;
  const request = correctedRequest(view, await records.card(message.tenant, draft.draft_id));
  if (deps.teach === undefined || message.mayTeach !== true) return problemTurn(context, problemOf("FORBIDDEN"));
  if (request === undefined) return noteTurn(context, textsOf(context).lesson.nothing);
  const lesson = TeachRequest.parse({
    request: cut(request, 1000),
    plan: lessonPlanOf(view),
    fixed: teaching.isFixed ? ["*"] : [],
    source: draft.plan.entities.some(({ candidates }) => candidates.length > 1) ? "picked" : "corrected",
    now: draft.created_at,
    zone,
    dry_run: !teaching.isKept,
  });
  try {
    const taught = await deps.teach({ tenant: message.tenant, by: message.actor.id }, lesson);
    if (taught.kept) return { ...(await noteTurn(context, textsOf(context).lesson.kept(request))), waiting: null };
    return ask(context, view, { text: previewText(taught, renderingOf(context)), verb: "draft.learn", teaching });
  } catch (error) {
    if (!(error instanceof PlanwrightError) || error.code !== "LESSON_REFUSED") throw error;
    return refused(context, view, error.issues ?? []);
  }
}

/** A message that is the label of the button, for surfaces without buttons. */
export function isTeachCommand(text: string): boolean {
  return Object.values(texts).some(({ buttons }) => buttons.teach.toLowerCase() === text.toLowerCase());
}

/** Of the Draft that is replied to, or that was applied last. */
export async function teachInWords(context: ChatContext, replied: DraftView | undefined): Promise<ChatTurn> {
  const { applied } = personOf(context);
  if (replied !== undefined) return teach(context, replied, { isFixed: false, isKept: false });
  return applied === undefined
    ? noteTurn(context, textsOf(context).lesson.nothing)
    : continueTeaching(context, { ...applied, verb: "draft.teach", isFixed: false });
}

type TeachCallback = { draftId: string; verb: "draft.teach" | "draft.learn"; isFixed: boolean };

export async function continueTeaching(
  context: ChatContext,
  { draftId, verb, isFixed }: TeachCallback,
): Promise<ChatTurn> {
  const { deps, message, language } = context;
  const found = await deps.drafts.get({ tenant: message.tenant, of: { draftId }, locale: language });
  if (!found.ok) return problemTurn(context, found.problem);
  return teach(context, found.value, { isFixed, isKept: verb === "draft.learn" });
}

export async function dropLesson(context: ChatContext): Promise<ChatTurn> {
  return { ...(await noteTurn(context, textsOf(context).lesson.dropped)), waiting: null };
}

type Question = { text: string; verb: "draft.learn" | "draft.teach"; teaching: TeachOptions };

/** A yes, tapped or written, goes on. */
async function ask(context: ChatContext, { draft }: DraftView, question: Question): Promise<ChatTurn> {
  const { text, verb, teaching } = question;
  const { buttons } = textsOf(context);
  const isFixed = verb === "draft.teach" || teaching.isFixed;
  const data = writeCallback({ verb, id: draft.revision_id, index: Number(isFixed) });
  const label = verb === "draft.learn" ? buttons.learn : buttons.always;
  const waiting = { for: "lesson", draftId: draft.draft_id, revisionId: draft.revision_id, verb, isFixed } as const;
  return { ...(await noteTurn(context, cut(text, maxText), [[{ label, data, primary: true }]])), waiting };
}

/** Refusals whose message names a lesson or a request that a person must see. */
const showsLesson = new Set(["LESSON_CONTRADICTS", "LESSON_UNSAFE", "LESSON_KNOWN"]);

async function refused(context: ChatContext, view: DraftView, issues: readonly Issue[]): Promise<ChatTurn> {
  const words = textsOf(context).lesson;
  const rendering = renderingOf(context);
  const open = issues.filter(({ code }) => code === "LESSON_OPEN_VALUE");
  if (open.length > 0) {
    const lines = open.map(({ message }) => openLine(message, view, rendering));
    const text = [words.open, ...lines, "", words.isConstant].join("\n");
    return ask(context, view, { text, verb: "draft.teach", teaching: { isFixed: true, isKept: false } });
  }
  const { code = "", message = "" } = issues[0] ?? {};
  const reason = isKeyOf(words.refused, code) ? words.refused[code] : words.refused.OTHER;
  const text = showsLesson.has(code) ? `${reason}\n${cut(message, 500)}` : reason;
  return { ...(await noteTurn(context, text)), waiting: null };
}

/** The parameter and its value; the message of the issue begins with the parameter. */
function openLine(message: string, { draft }: DraftView, rendering: Rendering): string {
  const [param = ""] = message.split(" ");
  const values = draft.actions.map(({ action }) => readPath(action.args, param.split(".")));
  const value = values.find((one) => one !== undefined) ?? null;
  return `   ${labelOf(param, rendering)}: ${fieldText(lastOf(param), value, rendering)}`;
}

const mostDifferences = 5;

function previewText({ lesson, differences }: TaughtLesson, rendering: Rendering): string {
  const words = textsOf(rendering).lesson;
  const parts = lesson.alignments.map(({ param, value, how, words: quoted = "" }) => {
    return words.parts[how](labelOf(param, rendering), quoted, fieldText(lastOf(param), value, rendering));
  });
  const changed = differences.slice(0, mostDifferences).map(({ request, before, after }) => {
    return `• ${cut(request, 100)}: ${cut(before, 120)} → ${cut(after, 120)}`;
  });
  return [
    words.title(lesson.request),
    "",
    words.named(lesson.words),
    ...new Set(parts),
    "",
    words.differences(differences.length),
    ...changed,
    "",
    words.keep,
  ].join("\n");
}

function labelOf(param: string, rendering: Rendering): string {
  return fieldLabel(lastOf(param), rendering);
}

function lastOf(param: string): string {
  return param.split(".").findLast((part) => !/^\d+$/.test(part)) ?? param;
}
