import * as contract from '#features/surplus/appropriation/contract.ts'
import { basisOf, countedDays } from '#features/surplus/appropriation/rules/dividend.ts'
import { capOf } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { action } from '#platform/action.ts'
import { heldMonthsBy, methodBy } from './calculate-dividend.ts'
import { findClosedYear, findDividendRules } from './reads.ts'
import { findBases } from './share-by-weights.ts'

/** What a dividend is held to when it is paid, if no one is excluded from it. Refuses: year_not_closed. */
export const getDividendCap = action(contract.getDividendCap, async ({ tx }, { yearEnd }) => {
  const year = await findClosedYear(tx, yearEnd)
  const rules = await findDividendRules(tx)
  const { basis, accountTypeId, accountType, capBasisPoints, capClause: clause } = rules
  if (capBasisPoints === null || (basis !== null && basis !== 'balance')) return { cap: null }
  const percent = capBasisPoints / 100
  if (accountTypeId === null || accountType === null) return { cap: { percent, clause, of: null } }
  const terms = { basis: 'balance' as const, accountTypeId, method: methodBy(rules), heldMonths: heldMonthsBy(rules) }
  const total = basisOf((await findBases(tx, terms, year)).map((member) => member.basis))
  const { counted, allowed } = capOf(total, countedDays(terms.method, year).length, capBasisPoints)
  return { cap: { percent, clause, of: { accountType, counted, allowed } } }
})
