import { wordSet } from "./words.ts";

/** Nouns that only introduce another: "the name of", "a list of". Alone they are no value. */
export const emptyNouns = wordSet(`
  name list type kind sort number amount value level rate information data detail result term case example way thing item part
  set group total summary overview list table option choice question answer help time moment order purpose reason basis case view
  need use help plan report update one ones lot couple pair bit piece series range rest end start today person people something anything
  everything someone result output outcome`);

/** Adjectives that judge or place rather than name: seldom a value on their own. */
export const emptyAdjectives = wordSet(`
  good better best great new old latest recent current next last previous upcoming past first second third other another certain specific
  given particular different various following same similar right wrong real available possible able sure own main whole entire full
  total overall exact exactly approximately about around roughly nearly estimated detailed quick quickly please currently recently simple
  necessary required suitable potential respective respectively combined resulting calculated above below many several interested looking
  top nearest closest cheapest popular rated
  based using located related including starting ending total`);

export const codeNames = {
  currency: `USD $ dollar american-dollar united-states-dollar; EUR €; GBP £ pound pound-sterling; JPY ¥ yen; CHF franc; CNY yuan renminbi;
    INR ₹ rupee; RUB ₽ ruble; KZT ₸; UAH ₴; KRW won; PLN zloty; TRY lira; ZAR rand; THB baht; SEK swedish-kronor; BTC btc bitcoin; ETH eth ethereum`,
  language: "zh mandarin cantonese; fa farsi; tl tagalog",
  region: "US us usa u.s u.s.a america; GB uk britain england scotland wales; AE uae; CZ czech-republic; TR turkey",
};
