import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { applyPenalties } from '#features/loans/running-loans/server/apply-penalties.ts'
import { findLoansToPenalise, findLoansToSpare, isLookedOn } from './queries.ts'
import { savePenaltyDay } from './store.ts'

/** Brings some loans of a cooperative to what is known of their penalties by today; false once it has come through all of them. */
export async function chargePenalties(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<boolean> {
  if (await isLookedOn(tx, today)) return false
  const spared = await findLoansToSpare(tx)
  await applyPenalties(tx, cooperativeId, spared, null)
  if (spared.length > 0) return true
  const late = await findLoansToPenalise(tx, today)
  await applyPenalties(tx, cooperativeId, late, today)
  if (late.length === 0) await savePenaltyDay(tx, cooperativeId, today)
  return late.length > 0
}
