import type { PlanInput } from "../src/plan/hash.ts";

type Case = readonly [name: string, input: string];

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const scalars: Case[] = [
  ["null", "null"],
  ["true", "true"],
  ["false", "false"],
  ["white space around", " \t\r\n 1 \n"],
  ["empty object", "{ }"],
  ["empty array", "[ ]"],
  ["empty string", '""'],
  ["empty key", '{"":0}'],
  ["null is kept", '{"b":null,"a":[null]}'],
  ["array order is kept", '[3,1,2,"b","a"]'],
];

const numbers: Case[] = [
  ["zero", "0"],
  ["minus zero", "-0"],
  ["minus zero with fraction", "-0.0"],
  ["one with fraction", "1.0"],
  ["one with exponent", "1e0"],
  ["hundred as 1e2", "1E+2"],
  ["0.1 + 0.2", "0.30000000000000004"],
  ["1e-6 is written out", "0.000001"],
  ["1e-7 takes an exponent", "0.0000001"],
  ["smallest denormal", "5e-324"],
  ["smallest normal", "2.2250738585072014e-308"],
  ["largest double", "1.7976931348623157e308"],
  ["largest safe integer", "9007199254740991"],
  ["smallest safe integer", "-9007199254740991"],
  ["safe integer with fraction", "9007199254740991.0"],
  ["1e21 takes an exponent", "1e21"],
  ["1e21 with more digits", "1.5e300"],
  ["negative exponent", "-1.25e-9"],
  ["fraction near an integer", "4.35"],
  ["half", "2.50"],
];

const strings: Case[] = [
  ["short escapes", '"\\b\\f\\n\\r\\t\\"\\\\"'],
  ["solidus needs no escape", '"\\/"'],
  ["other controls", '"\\u0000\\u0001\\u000b\\u000e\\u001f"'],
  ["short escapes spelled long", '"\\u0008\\u0009\\u000a\\u000c\\u000d"'],
  ["delete and C1 controls stay", '"\\u007f\\u0080\\u009f"'],
  ["line separators stay", '"\\u2028\\u2029"'],
  ["letters spelled as escapes", '"\\u0041\\u00e9\\u042f"'],
  ["pair spelled as escapes", '"\\ud83c\\udf0d"'],
  ["pair as it is", '"🌍"'],
  ["family of emoji", '"👩‍👩‍👧‍👦"'],
  ["composed é (NFC)", '"\u00e9"'],
  ["decomposed é (NFD)", '"e\u0301"'],
  ["noncharacters stay", '"\uffff\u{1ffff}"'],
  ["byte order mark inside", '"a\ufeffb"'],
  ["Cyrillic", '"Переведи сделку X в paused"'],
  ["Japanese", '"echo こんにちは 🌍"'],
  ["right to left", '"שלום"'],
  ["HTML is not escaped", "\"<a href='x'>&</a>\""],
];

const keys: Case[] = [
  ["keys are sorted", '{"b":1,"a":2,"C":3}'],
  ["keys are sorted at every depth", '{"z":{"y":1,"x":[{"d":1,"c":2}]},"a":0}'],
  ["prefix before the longer key", '{"ab":1,"a":2,"abc":3,"":4}'],
  ["integer-like keys sort as text", '{"10":1,"9":2,"1":3,"02":4,"-1":5}'],
  ["integer-like keys among others", '{"b":1,"2":2,"a":3,"11":4}'],
  ["emoji after private use", '{"🌍":1,"\ue000":2}'],
  ["emoji after the last BMP character", '{"\u{10000}":1,"\uffff":2,"a":3}'],
  ["two emoji", '{"😀":1,"😁":2,"\u{1f30d}":3}'],
  ["same high surrogate", '{"\u{1f601}a":1,"\u{1f601}":2,"\u{1f600}z":3}'],
  ["NFC and NFD are two keys", '{"\u00e9":1,"e\u0301":2}'],
  ["keys with escapes", '{"\\n":1,"\\"":2,"\\\\":3,"\\u0000":4}'],
  ["upper case before lower", '{"a":1,"B":2,"_":3,"Ä":4,"Я":5,"я":6}'],
  ["more than sixteen keys", `{${Array.from("qwertyuiopasdfghjklzxcvbnm", (key, at) => `"${key}":${at}`).join(",")}}`],
  ["keys named like methods", '{"toString":1,"hasOwnProperty":2,"toJSON":3,"length":4,"prototype":5}'],
];

const documents: Case[] = [
  ["depth 64", nested(64)],
  ["objects 64 deep", `${'{"a":'.repeat(64)}1${"}".repeat(64)}`],
  ["array of objects", '[{"b":1,"a":2},{"a":3,"b":4}]'],
  [
    "a plan of the determinism contract",
    '{"steps":[{"step_id":"s1","skill":"http_call","params":{"url":"https://api.example.com/users","method":"GET"},"depends_on":[],"on_error":"retry","retry_count":3},{"step_id":"s2","skill":"json_transform","params":{"input":"{{s1.body}}"},"depends_on":["s1"]}],"metadata":{"planner":"stub","planner_version":"1.0.0","deterministic":true}}',
  ],
  [
    "a plan of the structured contract",
    '{"task_summary":"Say the time","steps":[{"step_id":"step_1","title":"Ask","description":"Ask the clock","dependencies":[],"deliverable":"a time","acceptance":"ISO 8601","tool":{"name":"get_time","args":{}}}],"assumptions":[],"risks":[]}',
  ],
  ["key __proto__", '{"__proto__":{"admin":true}}'],
  ["key __proto__ spelled as an escape", '{"\\u005f_proto__":1}'],
  ["key constructor", '{"a":[{"constructor":1}]}'],
];

export const canonicalCases: readonly Case[] = [...scalars, ...numbers, ...strings, ...keys, ...documents];

/** Each has one thing wrong. */
export const refusedCases: readonly Case[] = [
  ["one tenth with digits that are rounded away", "0.1000000000000000055511151231257827"],
  ["a third with too many digits", "0.333333333333333333"],
  ["a number below the smallest", "1e-400"],
  ["round half even", "2.2250738585072011e-308"],
  ["empty text", ""],
  ["trailing comma", '{"a":[1,]}'],
  ["single quotes", "{'a':1}"],
  ["comment", "[1] // one"],
  ["leading zero", "[01]"],
  ["leading plus", "[+1]"],
  ["NaN", "[NaN]"],
  ["raw control in a string", '"a\nb"'],
  ["unknown escape", '"\\x41"'],
  ["cut off", '{"a":[1,2'],
  ["two documents", "{} {}"],
  ["byte order mark", "\ufeff{}"],
  ["duplicate key", '{"a":1,"b":{"c":1,"c":2}}'],
  ["duplicate key spelled as an escape", '[{"a":1,"\\u0061":1}]'],
  ["integer 2^53", "9007199254740992"],
  ["integer -2^53", '{"a":-9007199254740992}'],
  ["integer 2^53+1", "[9007199254740993]"],
  ["integer of 22 digits", "[1000000000000000000000]"],
  ["integer that rounds to 1e21", "[999999999999999999999]"],
  ["float that prints as an unsafe integer", "1e16"],
  ["overflow", "[1e400]"],
  ["minus overflow", '{"a":-1e309}'],
  ["lone high surrogate", '"\\ud800"'],
  ["lone low surrogate", '["\\udc00x"]'],
  ["surrogates in the wrong order", '"\\udf0d\\ud83c"'],
  ["lone surrogate in a key", '{"\\ud83c":1}'],
  ["depth 65", nested(65)],
];

const manifest = [{ skill_id: "skill.http_call", name: "HTTP Call" }];

export const planInputCases: readonly (PlanInput & { name: string })[] = [
  { name: "agent and goal", agentId: "test-agent", goal: "Fetch user data from API" },
  { name: "with a manifest", agentId: "test-agent", goal: "Fetch user data from API", toolManifest: manifest },
  { name: "goal beyond ASCII", agentId: "a", goal: "echo こんにちは 🌍" },
  { name: "context is stripped", agentId: "a", goal: "x", contextSummary: "  ctx " },
  { name: "empty context is not null", agentId: "a", goal: "x", contextSummary: "" },
  { name: "goal is stripped and lower-cased", agentId: "a", goal: "\t Echo HELLO\n" },
  { name: "Python's white space", agentId: "a", goal: "\u001c\u001f\u0085\u00a0\u2003x\u3000\u001d" },
  { name: "byte order mark is not white space", agentId: "a", goal: "\ufeffx" },
  { name: "dotted capital I", agentId: "a", goal: "İSTANBUL" },
  { name: "final sigma", agentId: "a", goal: "ΟΔΟΣ ΣΑΣ" },
  { name: "agent keeps its case", agentId: "Agent ", goal: "x" },
  { name: "with memory", agentId: "a", goal: "x", memorySnippets: [{ text: "Earlier", score: 0.5 }] },
];
