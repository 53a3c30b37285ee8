import { readGoalText } from "../../packs/goal-text.ts";
import { matchPacks, narrowed, type ReadyPack, type PhraseReading } from "../../packs/match-packs.ts";
import type { ActionRequest } from "../../../ports/action-planner.ts";
import type { Lookups } from "../lookups.ts";
import { read, type Reading } from "../../../language/reading.ts";
import type { Person } from "../../records/requests/request.ts";
import { findPeople } from "../../records/world/world.ts";
import { onlyAsks, orders } from "../route.ts";
import { announced } from "./announced.ts";

/** The phrases a request is said in. A question is held against those that read only, an order not answered by one of them. */
export async function understand(
  request: ActionRequest,
  ready: readonly ReadyPack[],
  lookups: Lookups,
): Promise<PhraseReading[] | undefined> {
  const { text, now, zone } = request;
  const vocabulary = new Set(ready.flatMap((pack) => [...pack.vocabulary]));
  const hearing = { setting: { now, zone }, vocabulary, people: await peopleIn(request, ready, lookups) };
  const match = (packs: readonly ReadyPack[]) =>
    announced(text, hearing, packs) ?? matchPacks(readGoalText(text, hearing), packs);
  const reading = read(text, { now, zone });
  if (onlyAsks(reading)) return match(ready.map((pack) => thatRead(pack, lookups, true)));
  const understood = match(ready);
  if (understood === undefined || !readsOnly(understood, lookups) || !orders(reading)) return understood;
  return match(ready.map((pack) => thatRead(pack, lookups, false)));
}

export function readsOnly(understood: readonly PhraseReading[], { toolbox }: Lookups): boolean {
  const reads = readsOf(toolbox);
  return understood.every(({ match, ready }) => onlyReads(match.phrase, ready, reads));
}

/** An order is not answered by reading, a question not by asking what to change; a change leaves no word of the request out. */
export function doesWhatIsAsked(understood: readonly PhraseReading[], reading: Reading, lookups: Lookups): boolean {
  if (readsOnly(understood, lookups))
    return (
      !orders(reading) &&
      understood.every(({ match }) => match.unexplained === 0 && isSaid(match, reading) && isNamed(match))
    );
  return !onlyAsks(reading) && understood.every((one) => one.match.unexplained === 0 || readsOnly([one], lookups));
}

/** A question about one of a few values that names none of them was another question, and so is one about no task. */
function isSaid({ missing }: PhraseReading["match"], reading: Reading): boolean {
  return missing.every(({ type }) => type !== "entity" && (type !== "id" || !onlyAsks(reading)));
}

/** Words of a name that is looked for. */
const longestName = 3;

/** What is looked for by its name is a name: a search for the rest of a question finds nothing, which says nothing. */
function isNamed({ phrase, slots }: PhraseReading["match"]): boolean {
  return phrase.slots.every(({ name, type }) => {
    const value = slots.get(name)?.value;
    if (type !== "text" || typeof value !== "string") return true;
    const { spans } = read(value, { now: "2000-01-01T00:00:00Z", zone: "UTC" });
    const said = spans.filter(({ kind }) => kind !== "filler");
    return said.length <= longestName && !said.some(({ kind }) => /^(?:verb|question|comparator|pronoun)$/.test(kind));
  });
}

function readsOf(toolbox: Lookups["toolbox"]): ReadonlySet<string> {
  return new Set(toolbox.filter(({ effect }) => effect === "read").map(({ name }) => name));
}

/** The phrases of a pack that only read, or those that do not. */
function thatRead(pack: ReadyPack, { toolbox }: Lookups, wanted: boolean): ReadyPack {
  const reads = readsOf(toolbox);
  return narrowed(pack, (phrase) => onlyReads(phrase, pack, reads) === wanted);
}

type PhraseIntent = Pick<PhraseReading["match"]["phrase"], "intent">;

function onlyReads({ intent }: PhraseIntent, { tools }: ReadyPack, reads: ReadonlySet<string>): boolean {
  return intent.steps.every(({ tool }) => reads.has(tools.get(tool)?.tool ?? ""));
}

/** Whom words of the text name, where a pack's phrases ask for somebody. */
async function peopleIn(
  { text, now, zone }: ActionRequest,
  ready: readonly ReadyPack[],
  lookups: Lookups,
): Promise<Map<string, readonly Person[]>> {
  const known = new Map<string, readonly Person[]>();
  for (const { pack, tools } of ready)
    if (Object.values(pack.slots).some(({ type }) => type === "person"))
      for (const [word, people] of await findPeople({ pack, tools, lookups, zone }, read(text, { now, zone })))
        known.set(word, people);
  return known;
}
