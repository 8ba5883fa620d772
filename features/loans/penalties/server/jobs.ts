import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { applyPenalties } from '#features/loans/running-loans/server/save-loans.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findLoansToPenalise, findLoansToSpare, isChargedOn } from './reads.ts'
import { savePenaltyDay } from './writes.ts'

/** Charges some loans of a cooperative the penalties that are known by today; false once it has come through all of them. */
export async function chargePenalties(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<boolean> {
  if (await isChargedOn(tx, today)) return false
  const spared = await findLoansToSpare(tx)
  await applyPenalties(tx, cooperativeId, spared, null)
  if (spared.length > 0) return true
  const late = await findLoansToPenalise(tx, today)
  await applyPenalties(tx, cooperativeId, late, today)
  if (late.length === 0) await savePenaltyDay(tx, cooperativeId, today)
  return late.length > 0
}
