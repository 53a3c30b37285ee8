// Well-known places, from general knowledge: what a person leaves unsaid because everybody knows it.

const states = `
AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware; FL Florida; GA Georgia; HI Hawaii; ID Idaho;
IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota;
MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York; NC North Carolina;
ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas;
UT Utah; VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming; DC District of Columbia`;

const cities = `
NY New York, New York City, NYC, Buffalo, Rochester, Brooklyn, Manhattan, Albany; CA Los Angeles, San Diego, San Jose, San Francisco, Fresno, Sacramento, Oakland,
Long Beach, Anaheim, Palo Alto, Berkeley, Santa Monica, Pasadena; IL Chicago, Springfield; TX Houston, San Antonio, Dallas, Austin, Fort Worth, El Paso;
AZ Phoenix, Tucson, Scottsdale; PA Philadelphia, Pittsburgh; FL Jacksonville, Miami, Orlando, Tampa; OH Columbus, Cleveland, Cincinnati; NC Charlotte, Raleigh;
IN Indianapolis; WA Seattle, Spokane, Tacoma; CO Denver, Boulder, Aspen; DC Washington DC, Washington D.C.; MA Boston, Cambridge, Worcester;
TN Nashville, Memphis; MI Detroit, Ann Arbor; OK Oklahoma City, Tulsa; OR Portland, Eugene; NV Las Vegas, Reno; KY Louisville; MD Baltimore;
WI Milwaukee, Madison; NM Albuquerque, Santa Fe; GA Atlanta, Savannah; NE Omaha; MN Minneapolis; KS Wichita; LA New Orleans; HI Honolulu; AK Anchorage;
UT Salt Lake City; ID Boise; VA Virginia Beach, Richmond; MO St. Louis, Kansas City; NJ Newark, Jersey City; AL Birmingham; SC Charleston; CT Hartford; RI Providence`;

function read(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const group of text.trim().split(/;\s*/)) {
    const [code = "", ...rest] = group.trim().split(/\s+/);
    for (const name of rest.join(" ").split(/,\s*/)) found.set(name.toLowerCase(), code);
  }
  return found;
}

const stateCodes = read(states);
const stateOfCity = read(cities);
const stateNames = new Map(
  states
    .trim()
    .split(/;\s*/)
    .map((group) => [group.trim().slice(0, 2), group.trim().slice(3).replace(/\s+/g, " ")] as const),
);

/** "CA" for "Los Angeles". */
export function stateCodeOf(city: string): string | undefined {
  return stateOfCity.get(city.toLowerCase());
}

/** "California" for "Los Angeles". */
export function stateNameOf(city: string): string | undefined {
  return stateNames.get(stateCodeOf(city) ?? "");
}

/** "CA" for "California". */
export function codeOfState(name: string): string | undefined {
  return stateCodes.get(name.toLowerCase());
}

export function isState(name: string): boolean {
  return stateCodes.has(name.toLowerCase()) || stateNames.has(name);
}

export const colorNames: ReadonlySet<string> = new Set(
  "red green blue yellow orange purple violet pink brown black white gray grey cyan magenta teal navy maroon olive lime gold silver beige turquoise indigo crimson scarlet lavender".split(
    " ",
  ),
);
