import type { PhraseRole } from "../language.ts";
import { once } from "../../plan/once.ts";
import { stem } from "./stem.ts";

/** Splits a list written as plain words. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

/** The same, by stem. */
export function stemSet(text: string): ReadonlySet<string> {
  return new Set([...wordSet(text)].map((word) => stem(word)));
}

export const functionWords = wordSet(`
  a an the this that these those some any each every all both either neither no another other such same
  i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours they them their theirs
  themselves who whom whose which what when where why how whether if unless
  am is are was were be been being do does did doing done have has had having can could may might must shall should will would
  and or but nor so yet then else as than because since while although though until till once
  about above across after against along among around at before behind below beneath beside besides between beyond by despite
  down during except for from in inside into like near of off on onto out outside over past per regarding through throughout
  including excluding given regarding concerning considering called named titled located
  to toward towards under underneath up upon using via versus vs with within without
  not never please also too just only even still already again ever here there now
  i'm i'd i'll i've it's that's what's who's where's how's let's don't doesn't didn't can't couldn't won't wouldn't isn't aren't
  hi hello hey thanks thank ok okay yes sure
  you're you'd we're they're there's theres thats whos whats im
  let me us much many more most less least few several lot lots etc`);

export const tellingWords = wordSet(`
  up down on off in out back away over without except before after until not never only all every each no none more less most
  least first last next previous`);

export const questionWords = wordSet("what when where who whom whose which why how what's who's where's how's whats");
export const asked = asks(
  "when: date time; where: location place; how long: duration length time; how far: distance; how much: price cost amount; how many: number count; how old: age; how tall: height; how high: height; how deep: depth; how heavy: weight; how fast: speed; how often: frequency; how hot: temperature; how cold: temperature; how warm: temperature; *: product multiply multiplication; ×: product multiply multiplication; +: sum add addition; ÷: quotient divide division; /: quotient divide division",
);

function asks(table: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    table.split("; ").map((line) => {
      const [question = "", words = ""] = line.split(": ");
      return [question, words.split(" ").map((word) => stem(word))] as const;
    }),
  );
}

export const conjunctions = wordSet("and or & plus nor");
export const connectors = wordSet(
  "then also afterwards afterward finally lastly additionally moreover furthermore besides subsequently firstly secondly thirdly fourthly meanwhile likewise similarly however therefore thus hence instead otherwise",
);
export const negations = wordSet(
  "not no without never don't doesn't didn't isn't aren't won't excluding except neither nor none",
);
export const pronouns = wordSet("it its this that these those them they their he him his she her same one ones");
export const quantifiers = wordSet("each every all both any");
export const conditionals = wordSet("if unless when whenever provided");

export const prepositions: ReadonlyMap<string, PhraseRole> = new Map<string, PhraseRole>([
  ...pairs("source", "from since starting departing leaving"),
  ...pairs("goal", "to into until till onto towards toward through ending arriving"),
  ...pairs("place", "in at near around inside within outside across nearby"),
  ...pairs("time", "on during before after"),
  ...pairs("topic", "about regarding concerning on of"),
  ...pairs("means", "using via with through by"),
  ...pairs("person", "for by with"),
  ...pairs("price", "under below over above"),
  ...pairs("owner", "of"),
]);

function pairs(role: PhraseRole, words: string): (readonly [string, PhraseRole])[] {
  return words.split(" ").map((word) => [word, role] as const);
}

/** Verbs people ask with. */
export const requestVerbStems = once(() =>
  stemSet(`
  get fetch retrieve obtain find search locate look lookup show display list enumerate tell give provide calculate compute determine
  estimate evaluate solve convert transform translate create make build generate produce design draft compose write add insert append
  update modify change edit adjust set configure assign delete remove cancel clear drop book reserve schedule order buy purchase sell
  invest withdraw deposit transfer pay send email message notify remind call post publish share upload download save store load open
  close start stop begin end run execute launch play pause resume skip turn switch enable disable activate deactivate check verify
  validate confirm inspect examine analyze analyse compare recommend suggest predict forecast simulate plan track monitor record log
  register enroll join leave subscribe unsubscribe apply submit request review rate rank sort filter count measure plot draw visualize
  identify detect recognize classify extract summarize summarise parse format encrypt decrypt encode decode compress merge split combine
  group organize arrange optimize improve fix repair explain describe define view read access need want help tell know discover gather
  collect pull prepare perform conduct assess allocate deploy install arrange initiate invite lock unlock mute raise lower increase decrease
  print scan import export sync backup restore reset rename move copy archive block approve reject accept escalate reply forward hire
  imagine suppose assume
  include exclude put use consider limit take rank change customize tailor handle diagnose translate roll
  cook mix roll flip pick choose select choose rent borrow return ship deliver dispatch obtain investigate explore study map`),
);

/** On against off, by stem. */
export const switchWords = once(
  (): ReadonlyMap<string, boolean> =>
    new Map([
      ...[
        ...stemSet(
          "on enable enabled activate activated true yes include included including with show allow open start unmute",
        ),
      ].map((word) => [word, true] as const),
      ...[
        ...stemSet(
          "off disable disabled deactivate deactivated false no exclude excluded excluding without hide deny close stop mute",
        ),
      ].map((word) => [word, false] as const),
    ]),
);

export const frequencies: ReadonlyMap<string, string> = new Map([
  ["hourly", "hour"],
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["quarterly", "quarter"],
  ["yearly", "year"],
  ["annually", "year"],
  ["annual", "year"],
]);

export const beforeVerb = wordSet(
  "to can could should shall will would must may might do does did cannot ought please kindly just",
);
/** As often nouns as verbs. */
export const nounVerbs = wordSet(`
  email mail message order book call note report plan file list name rate rank chart graph plot post text share log record total count sum
  test review comment reply answer request offer quote bill invoice charge deposit tag label group filter format copy backup print scan load
  import export upload download track search design draft ping dm cc sign help work process estimate forecast measure return alert address
  ship block average refund study plant place need want like own show view play look run hold hand`);
export const adjectiveVerbs = wordSet("open own draft live lead");
