export { playModel, recordModel, type WriteLine } from "./model-cassette.ts";
export { createPlayer, type Player } from "./player.ts";
export { parseTape, tapeHead, type TapeLine } from "./tape.ts";
export { playVerbs, recordVerbs } from "./verbs-cassette.ts";
