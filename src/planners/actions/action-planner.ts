import { compact } from "../../plan/compact.ts";
import { read, type Reading } from "../../language/reading.ts";
import { textsIn, waitsFor } from "../../language/clauses/order-doubts.ts";
import { isWeighed, prohibitions, readActs } from "../../language/clauses/prohibition.ts";
import type { ActionCall, ActionRequest } from "../../ports/action-planner.ts";
import type { ActionPlan } from "../../contracts/actions/plan.ts";
import { type ReadyPack, readyPack, withoutControl } from "../packs/match-packs.ts";
import type { Pack } from "../packs/pack.ts";
import { type Speech, speechOf } from "../speech.ts";
import { assemble } from "./assemble.ts";
import type { ActionPlannerParts } from "./create-action-planner.ts";
import { createLookups, type Lookups } from "./lookups.ts";
import { planTaughtActions } from "./taught.ts";
import { planPhrases } from "./phrases/plan-phrases.ts";
import { doesWhatIsAsked, readsOnly, understand } from "./phrases/understand.ts";
import { emptyProposal, type Proposal } from "./proposal.ts";
import { planRecords } from "../records/plan-records.ts";
import { routeOf } from "./route.ts";
import { say } from "./say.ts";
import { shortenWords } from "../shorten.ts";

/** Plans by the phrases of the packs, else over their records, else asks. No model; the same bytes every time. */
export async function planOrAsk(
  request: ActionRequest,
  { packs, verbs, log, signal }: ActionPlannerParts & ActionCall,
): Promise<ActionPlan> {
  const { tenant } = request;
  try {
    const lookups = createLookups({ verbs, log, signal, ...compact({ tenant }) });
    return await planActions(request, { packs, lookups });
  } catch (error) {
    // Whatever goes wrong inside, the person is asked again, and nothing is done.
    log.error("planning actions failed", { event: "planner.actions_failed", error: String(error) });
    const speech = speechOf({ goal: request.text, ...compact({ locale: request.locale }) });
    const layout = { request, speech, effects: new Map(), route: routeOf(read(request.text, request), packs) };
    return assemble(notUnderstood(request.text, speech), layout);
  }
}

/** The same over any lookups: what tests and evaluations use. */
export async function planActions(
  request: ActionRequest,
  parts: { packs: readonly Pack[]; lookups: Lookups },
): Promise<ActionPlan> {
  const { packs, lookups } = parts;
  const speech = speechOf({ goal: request.text, ...compact({ locale: request.locale }) });
  const route = routeOf(read(request.text, request), packs);
  const proposal = await proposalFor({ request, speech, lookups, ready: readyPacks(packs, lookups) });
  const effects = new Map(lookups.toolbox.map(({ name, effect }) => [name, effect]));
  return assemble(proposal, { request, speech, effects, route });
}

function readyPacks(packs: readonly Pack[], { toolbox }: Lookups): ReadyPack[] {
  return packs.map((pack) => withoutControl(readyPack(pack, toolbox))).filter(({ tools }) => tools.size > 0);
}

type PlanningContext = { request: ActionRequest; speech: Speech; lookups: Lookups; ready: readonly ReadyPack[] };

async function proposalFor({ request, speech, lookups, ready }: PlanningContext): Promise<Proposal> {
  const { text } = request;
  const taught = await planTaughtActions(request, { lookups, ready });
  if (taught !== undefined) return taught;
  let doubted: Proposal | undefined;
  for (const pack of ready) {
    const planned = await planRecords(pack, request, { lookups, speech });
    if (planned?.understood === true) return planned.proposal;
    doubted ??= planned?.proposal;
  }
  // Phrases know single things; what narrows, negates or goes on after them they cannot carry.
  if (doubted !== undefined && !isPlain(request)) return doubted;
  // What must not be done is not a plan; where something else is asked beside it, the person is asked to say that alone.
  const reading = read(text, request);
  const forbidden = prohibitions(reading);
  if (forbidden === "all") return { ...emptyProposal(), notes: [say[speech].nothingToDo()] };
  if (forbidden === "part" || isWeighed(reading) || isQuotation(reading)) return notUnderstood(text, speech);
  const understood = await understand(request, ready, lookups);
  const byPhrases = async (): Promise<Proposal | undefined> => {
    const first = understood?.[0]?.ready;
    if (understood === undefined || first === undefined || !doesWhatIsAsked(understood, reading, lookups))
      return undefined;
    const planned = await planPhrases(understood, {
      source: { pack: first.pack, tools: first.tools, lookups, zone: request.zone },
      request,
      speech,
    });
    if (readsOnly(understood, lookups)) return planned;
    return waitsFor(reading, textsIn(planned.actions)) === undefined ? planned : undefined;
  };
  // Phrases know single things; what speaks of all of them, or of a condition, they only answer.
  const isAnswered = !isSelective(reading) || readsOnly(understood ?? [], lookups);
  return (isAnswered ? await byPhrases() : undefined) ?? doubted ?? notUnderstood(text, speech);
}

/** One request without a word that narrows or negates it. */
function isPlain({ text, now, zone }: ActionRequest): boolean {
  const { clauses, spans } = read(text, { now, zone });
  const heavy = /^(?:polarity|possessive|comparator|quantifier)$/;
  return clauses.length < 2 && !spans.some(({ kind }) => heavy.test(kind));
}

/** What somebody else said, as a report: nothing is ordered outside the quotes. */
function isQuotation({ clauses, spans }: Reading): boolean {
  return spans.some(({ kind }) => kind === "quoted") && clauses.every(({ act }) => act === "tell");
}

/** "All", "each" and "if", said of what is asked for and not in the text of a new task. */
function isSelective(reading: Reading): boolean {
  return readActs(reading).spans.some(
    (span) =>
      (span.kind === "quantifier" && (span.value === "all" || span.value === "each")) ||
      (span.kind === "link" && (span.link === "if" || span.link === "unless" || span.link === "else")),
  );
}

/** Most of what was said that a question repeats. */
const longest = 200;

function notUnderstood(words: string, speech: Speech): Proposal {
  const question = {
    id: "rephrase",
    question: say[speech].notUnderstood(shortenWords(words, longest)),
    choices: [],
    free_text_allowed: true,
  };
  return { ...emptyProposal(), questions: [question] };
}
