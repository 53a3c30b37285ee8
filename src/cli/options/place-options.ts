import { remoteOptions } from "../remote/remote.ts";
import { folderOptions } from "./folder-options.ts";
import { json } from "./json-option.ts";

/** Options of commands that work in a workspace or on a server. */
export const placeOptions = { ...folderOptions, ...remoteOptions, json } as const;
