import { codeFor } from '#features/accounting/books/rules/code-for.ts'
import type { AccountTypeId, CooperativeId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings, openControlAccount } from '#platform/ledger/ledger.ts'
import { findPayableType, findTypeCodes, type PaidType } from './queries.ts'
import { insertPayableType } from './store.ts'

/** `dividends` are to be paid to members' banks; `former` is owed to those whose membership is over. */
const names = { dividends: 'Dividends payable', former: 'Owed to former members' }

/** The account type of what is payable, made with its control account the first time. Refuses: chart_full. */
export async function ensurePayableType(
  tx: Tx,
  cooperativeId: CooperativeId,
  what: keyof typeof names,
): Promise<PaidType> {
  const find = () => findPayableType(tx, what === 'former')
  const found = await find()
  if (found) return found
  // Another may be making it at this moment.
  await blockPostings(tx, cooperativeId)
  const made = await find()
  if (made) return made
  const name = names[what]
  const controlId = await openControlAccount(tx, cooperativeId, 'savings', name)
  const code = codeFor(name, await findTypeCodes(tx))
  await insertPayableType(tx, cooperativeId, {
    ...{ id: newId<AccountTypeId>(), name, controlId, code },
    isForFormer: what === 'former',
  })
  return (await find()) as PaidType
}
