import { type CallbackVerb, writeCallback } from "../../contracts/actions/callback.ts";
import type { Card, CardButton } from "../../contracts/api/chat.ts";
import type { VoiceCard } from "../conversation.ts";
import { minConfidence } from "../../drafts/gate/transcript.ts";
import { textsOf } from "../rendering.ts";

/** The transcript, to be confirmed or corrected; afterwards without buttons. */
export function voiceCard(id: string, card: VoiceCard): Card {
  const { heard, heardBadly, buttons } = textsOf(card);
  const isSure = card.isSettled || card.confidence >= minConfidence;
  const button = (label: string, verb: CallbackVerb): CardButton => ({ label, data: writeCallback({ verb, id }) });
  return {
    card_id: id,
    text: isSure ? heard(card.transcript) : heardBadly(card.transcript),
    buttons: card.isSettled
      ? []
      : [[{ ...button(buttons.right, "voice.confirm"), primary: true }, button(buttons.correct, "voice.correct")]],
  };
}
