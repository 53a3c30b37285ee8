export {
  type ModelServer,
  openModelServer,
  type SeenRequest,
  type ServerScript,
  type ServerTurn,
  type WireFault,
} from "./model-server.ts";
