import { channel } from 'node:diagnostics_channel'
import { offices } from '#core/contract/changes.ts'
import { everything } from '#core/contract/live.ts'
import type { CooperativeId, LoginId, MemberId, SessionId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'

/** What may have changed, and for whom. Never what it changed to: a hint is no secret, and one that is lost costs a moment. */
export type Hint = {
  /** Beginnings of addresses, as `changes` of an endpoint names them, or `everything`. */
  topics: readonly string[]
  /** Absent for the super administrators. */
  cooperativeId?: CooperativeId
  /** Whether it concerns the cooperative's officers. */
  officers: boolean
  /** The members whom it concerns besides; identifiers of other things among them match no one. */
  members: 'all' | readonly string[]
  /** Where it concerns one person alone: their login. */
  login?: LoginId
  /** The session whose own browser knows already. */
  by?: SessionId
}

/** Where a process gathers its hints (hint-channel.ts). Without a subscriber, as in a tool, they go nowhere. */
export const hints = channel('ajose.hints')

/** Hints once this transaction is committed. NOTIFY in the transaction itself would put all commits in one line. */
export function hintAfter(tx: Tx, hint: Hint): void {
  tx.afterCommit(() => hints.publish(hint))
}

/** For members who are notified in this transaction: what they are told of has mostly changed what their portal shows. */
export function hintMembers(tx: Tx, cooperativeId: CooperativeId, members: 'all' | readonly MemberId[]): void {
  hintAfter(tx, { topics: [everything], cooperativeId, officers: false, members })
}

/** For the officers, once one of them got an office or lost it: what waits may take fewer of them now, or more. */
export function hintOffices(tx: Tx, cooperativeId: CooperativeId): void {
  hintAfter(tx, { topics: offices, cooperativeId, officers: true, members: [] })
}
