import type { VoteId } from '#core/ids.ts'
import { session } from '#ui/session/session.ts'

/**
 * A member's secret ballot on this device, from before its signature until the member removes it: with it a vote that was
 * interrupted is completed, and the ballot is found again after the count. Bytes are in base64url.
 */
export type StoredBallot = {
  choices: number[]
  serial: string
  blinded: string
  /** What takes the blinding off the signature. */
  inverse: string
  signature?: string
  isCast?: true
}

/** Logging out leaves it here, because no one could make it again; it is the member's own for each login on this device. */
function key(voteId: VoteId): string {
  return `ballot:${session.owner()}:${voteId}`
}

export function readBallot(voteId: VoteId): StoredBallot | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key(voteId)) ?? 'null') as StoredBallot | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Throws where the device stores nothing: without it a lost reply would cost the member their vote. */
export function saveBallot(voteId: VoteId, ballot: StoredBallot): void {
  localStorage.setItem(key(voteId), JSON.stringify(ballot))
}

export function dropBallot(voteId: VoteId): void {
  localStorage.removeItem(key(voteId))
}
