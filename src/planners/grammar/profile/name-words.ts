import { hollowWords } from "../../../language/english/manifest-patterns.ts";
import { languages } from "../../../language/languages.ts";
import type { LanguageCode } from "../../../language/token.ts";
import { wordTable } from "../../../language/word-table.ts";

// Short forms that programmers write in names; general, not taken from any manifest.
const abbreviations = wordTable<string>({
  acc: "account",
  acct: "account",
  addr: "address",
  amt: "amount",
  app: "application",
  approx: "approximate",
  arg: "argument",
  attr: "attribute",
  auth: "authentication",
  avg: "average",
  bal: "balance",
  calc: "calculate",
  cat: "category",
  cfg: "configuration",
  cmd: "command",
  cnt: "count",
  coef: "coefficient",
  coeff: "coefficient",
  coord: "coordinate",
  coords: "coordinates",
  curr: "current",
  ctry: "country",
  db: "database",
  def: "default",
  del: "delete",
  dept: "department",
  desc: "description",
  dest: "destination",
  dev: "device",
  diff: "difference",
  dir: "directory",
  dist: "distance",
  dob: "birthdate",
  doc: "document",
  dst: "destination",
  dt: "date",
  env: "environment",
  equip: "equipment",
  est: "estimate",
  exp: "experience",
  ext: "extension",
  freq: "frequency",
  func: "function",
  geo: "geographic",
  hr: "hour",
  hrs: "hours",
  img: "image",
  impl: "implementation",
  info: "information",
  init: "initial",
  lang: "language",
  lat: "latitude",
  len: "length",
  lib: "library",
  lng: "longitude",
  loc: "location",
  lon: "longitude",
  max: "maximum",
  mem: "memory",
  mgr: "manager",
  min: "minimum",
  mins: "minutes",
  misc: "miscellaneous",
  msg: "message",
  num: "number",
  obj: "object",
  opt: "option",
  org: "organization",
  orig: "origin",
  param: "parameter",
  pct: "percent",
  perm: "permission",
  pic: "picture",
  pkg: "package",
  pos: "position",
  pref: "preference",
  prefs: "preferences",
  prev: "previous",
  prob: "probability",
  prod: "product",
  prop: "property",
  pwd: "password",
  qty: "quantity",
  qry: "query",
  rec: "record",
  ref: "reference",
  reg: "region",
  req: "request",
  res: "result",
  sec: "second",
  secs: "seconds",
  seq: "sequence",
  spec: "specification",
  src: "source",
  stat: "statistic",
  stats: "statistics",
  str: "string",
  sub: "subject",
  svc: "service",
  sys: "system",
  tel: "telephone",
  temp: "temperature",
  tz: "timezone",
  txn: "transaction",
  usr: "user",
  val: "value",
  var: "variable",
  vel: "velocity",
  ver: "version",
  vol: "volume",
  wt: "weight",
  yr: "year",
  yrs: "years",
  username: "user name",
  filename: "file name",
  timeframe: "time frame",
  timezone: "time zone",
  birthdate: "birth date",
  birthday: "birth day",
  zipcode: "zip code",
  firstname: "first name",
  lastname: "last name",
  fullname: "full name",
  datetime: "date time",
  checkin: "check in",
  checkout: "check out",
  phonenumber: "phone number",
});

/** The words a name is made of: case, separators and digits at the end part them; short forms are spelt out. */
export function nameWords(name: string): string[] {
  return name
    .slice(0, 200)
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/(\p{L})(\d)/gu, "$1 $2")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
    .flatMap((word) => (abbreviations[word] ?? word).split(" "));
}

/** Stem by the script of the word. */
export function stemOf(word: string): string {
  const code: LanguageCode = /\p{Script=Cyrillic}/u.test(word) ? "ru" : "en";
  return languages[code].stem(word);
}

const empty = new Set(hollowWords.split(" "));

/** Content stems of a description, in order, without repetition. */
export function contentStems(text: string): string[] {
  const words =
    text
      .slice(0, 1_500)
      .toLowerCase()
      .match(/\p{L}[\p{L}\d]*/gu) ?? [];
  return [...new Set(words.filter((word) => !empty.has(word) && word.length > 1).map((word) => stemOf(word)))];
}

/** Stems of every word of a list, small ones too. */
export function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => stemOf(word)));
}
