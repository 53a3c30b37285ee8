import { localDate } from "../../language/times-in.ts";
import { instantOf, offsetMinutes } from "../../language/zone.ts";
import { isProhibition } from "../../language/prohibition.ts";
import { tokenize } from "../../language/tokenize.ts";
import { contentHash } from "../../plan/hash.ts";
import type { ActionPlanner, ActionRequest } from "../../ports/action-planner.ts";
import type { ActionPlan } from "../../contracts/actions/plan.ts";
import type { Log } from "../../ports/log.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { hear } from "../packs/heard.ts";
import { matchPacks, narrowed, type ReadyPack, readyPack, type Understood } from "../packs/match-packs.ts";
import type { Pack } from "../packs/pack.ts";
import { type Speech, speechOf } from "../speech.ts";
import { assemble } from "./assemble.ts";
import { forbids, weighs } from "./forbids.ts";
import { createLookups, type Lookups } from "./lookups.ts";
import { announced } from "./phrases/announced.ts";
import { planPhrases } from "./phrases/plan-phrases.ts";
import { emptyProposal, type Proposal } from "./proposal.ts";
import { findPeople, nameWords } from "./records/people.ts";
import { planRequests } from "./records/plan-requests.ts";
import type { Office } from "./records/office.ts";
import { isPuzzle, type Puzzle } from "./requests/request.ts";
import { onlyAsks, orders, routeOf } from "./route.ts";
import { say } from "./say.ts";
import type { Person } from "./words/mark.ts";

export type ActionPlannerParts = {
  packs: readonly Pack[];
  /** The router: the only way to a tool. Only what it calls a read is looked up. */
  verbs: Pick<Verbs, "list" | "describe" | "execute">;
  log: Log;
};

const release = "1.1.0";

/** Plans by the phrases of the packs, else over their records, else asks. No model; the same bytes every time. */
export function createActionPlanner({ packs, verbs, log }: ActionPlannerParts): ActionPlanner {
  return {
    id: "grammar",
    version: `${release}+packs.${contentHash(JSON.parse(JSON.stringify(packs)))}`,
    async plan(request, { signal }) {
      const { tenant } = request;
      try {
        const lookups = createLookups({ verbs, log, signal, ...(tenant !== undefined && { tenant }) });
        return await planActions(request, { packs, lookups });
      } catch (error) {
        // Whatever goes wrong inside, the person is asked again, and nothing is done.
        log.error("planning of actions failed", { error: String(error) });
        const speech = speechOf({
          goal: request.text,
          ...(request.locale !== undefined && { locale: request.locale }),
        });
        const layout = { request, speech, effects: new Map(), route: routeOf(request.text, packs) };
        return assemble(notUnderstood(request.text, speech), layout);
      }
    },
  };
}

/** The same over any lookups: what tests and evaluations use. */
export async function planActions(
  request: ActionRequest,
  parts: { packs: readonly Pack[]; lookups: Lookups },
): Promise<ActionPlan> {
  const { packs, lookups } = parts;
  const speech = speechOf({ goal: request.text, ...(request.locale !== undefined && { locale: request.locale }) });
  const route = routeOf(request.text, packs);
  const proposal = await proposalFor({ request, speech, lookups, ready: readyPacks(packs, lookups) });
  const effects = new Map(lookups.toolbox.map(({ name, effect }) => [name, effect]));
  return assemble(proposal, { request, speech, effects, route });
}

function readyPacks(packs: readonly Pack[], { toolbox }: Lookups): ReadyPack[] {
  return packs.map((pack) => readyPack(pack, toolbox)).filter(({ tools }) => tools.size > 0);
}

type Asked = { request: ActionRequest; speech: Speech; lookups: Lookups; ready: readonly ReadyPack[] };

async function proposalFor({ request, speech, lookups, ready }: Asked): Promise<Proposal> {
  const { text, now, zone } = request;
  // What must not be done is no plan; where something else is asked beside it, the person is asked to say that alone.
  const forbidden = forbids(text);
  if (forbidden === "all" || isProhibition(tokenize(text)))
    return { ...emptyProposal(), notes: [say[speech].nothingToDo()] };
  if (forbidden === "part" || weighs(text)) return notUnderstood(text, speech);
  const officeOf = ({ pack, tools }: ReadyPack): Office => ({ pack, tools, lookups, now: localNow(request) });
  const vocabulary = new Set(ready.flatMap((pack) => [...pack.vocabulary]));
  const people = await peopleIn(text, ready.map(officeOf));
  const hearing = { setting: { now, zone }, vocabulary, people };
  const fitting = onlyAsks(text) ? ready.map((pack) => readingPack(pack, lookups)) : ready;
  const understood = announced(text, hearing, fitting) ?? matchPacks(hear(text, hearing), fitting);
  const byPhrases = async (): Promise<Proposal | undefined> => {
    const first = understood?.[0];
    if (understood === undefined || first === undefined || !doesWhatIsAsked(understood, { text, lookups }))
      return undefined;
    return planPhrases(understood, { office: officeOf(first.ready), request, speech });
  };
  // Phrases know single things; what speaks of all of them, or of a condition, is read in full.
  const phrased = isSelective(text) ? undefined : await byPhrases();
  if (phrased !== undefined) return phrased;
  let puzzle: Puzzle | undefined;
  for (const one of ready) {
    if (Object.keys(one.pack.records).length === 0) continue;
    const read = await planRequests({ office: officeOf(one), request, speech });
    if (!isPuzzle(read)) return read;
    puzzle ??= read;
  }
  const only = isSelective(text) && readsOnly(understood ?? [], lookups) ? await byPhrases() : undefined;
  return only ?? notUnderstood(asWritten(puzzle?.words, text), speech);
}

/** Whom words of the text name, where a pack's phrases ask for somebody. */
async function peopleIn(text: string, offices: readonly Office[]): Promise<Map<string, readonly Person[]>> {
  const known = new Map<string, readonly Person[]>();
  for (const office of offices)
    if (Object.values(office.pack.slots).some(({ type }) => type === "person"))
      for (const [word, people] of await findPeople(office, nameWords(text, office))) known.set(word, people);
  return known;
}

/** The phrases of a pack that only read: a question is not asked about a change. */
function readingPack(pack: ReadyPack, { toolbox }: Lookups): ReadyPack {
  const reads = new Set(toolbox.filter(({ effect }) => effect === "read").map(({ name }) => name));
  return narrowed(pack, ({ intent }) => intent.steps.every(({ tool }) => reads.has(pack.tools.get(tool)?.tool ?? "")));
}

/** "All", "each" and "if", said of what is asked for and not in the text of a new task. */
function isSelective(text: string): boolean {
  return /(?<!\p{L})(?:all|each|every|if|unless|otherwise|все|всех|всю|каждый|каждую|если|иначе)(?!\p{L})/iu.test(
    text.split(":")[0] ?? "",
  );
}

/** An order is not answered by reading, a question not by asking what to change. */
function doesWhatIsAsked(
  understood: readonly Understood[],
  { text, lookups }: { text: string; lookups: Lookups },
): boolean {
  return readsOnly(understood, lookups) ? !orders(text) : !onlyAsks(text);
}

function readsOnly(understood: readonly Understood[], { toolbox }: Lookups): boolean {
  const reads = new Set(toolbox.filter(({ effect }) => effect === "read").map(({ name }) => name));
  return understood.every(({ match, ready }) =>
    match.phrase.intent.steps.every(({ tool }) => reads.has(ready.tools.get(tool)?.tool ?? "")),
  );
}

/** The puzzling words where the person wrote just these; else all that was said. */
function asWritten(words: string | undefined, text: string): string {
  const said = text.replaceAll(/\s+/g, " ").trim();
  const from = words === undefined || words === "" ? -1 : said.toLowerCase().indexOf(words.toLowerCase());
  return from < 0 ? said : said.slice(from, from + (words?.length ?? 0));
}

/** Most of what was said that a question repeats. */
const longest = 200;

function notUnderstood(words: string, speech: Speech): Proposal {
  const line = words.replaceAll(/\s+/g, " ").trim();
  const said =
    line.length <= longest
      ? line
      : `${line
          .slice(0, longest)
          .replace(/\s+\S*$/, "")
          .toWellFormed()}…`;
  const question = { id: "rephrase", question: say[speech].notUnderstood(said), choices: [], free_text_allowed: true };
  return { ...emptyProposal(), questions: [question] };
}

/** The person's own time, as records write it. */
function localNow({ now, zone }: ActionRequest): number {
  const instant = instantOf({ now, zone });
  const local = instant.getTime() + offsetMinutes(instant, zone) * 60_000;
  return local < 0 ? Date.parse(localDate({ now, zone })) : local;
}
