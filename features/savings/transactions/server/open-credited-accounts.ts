import type { AccountId, CooperativeId, MemberId } from '#core/ids.ts'
import { codeFor } from '#features/accounting/books/rules/code-for.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings, ensureMemberAccounts, openControlAccount } from '#platform/ledger/ledger.ts'
import { findPayableType, findPayeesOfFormer, findTypeCodes, type PaidType } from './reads.ts'
import { insertPayableType } from './writes.ts'

/** `dividends` are to be paid to members' banks; `former` is owed to those whose membership is over. */
const payableNames = { dividends: 'Dividends payable', former: 'Owed to former members' }

/** The account type of what is payable, made with its control account the first time. Refuses: chart_full. */
export async function ensurePayableType(
  tx: Tx,
  cooperativeId: CooperativeId,
  what: keyof typeof payableNames,
): Promise<PaidType> {
  const find = () => findPayableType(tx, what === 'former')
  const found = await find()
  if (found) return found
  // Another may be making it at this moment.
  await blockPostings(tx, cooperativeId)
  const made = await find()
  if (made) return made
  const name = payableNames[what]
  const controlId = await openControlAccount(tx, cooperativeId, 'savings', name)
  const code = codeFor(name, await findTypeCodes(tx))
  await insertPayableType(tx, cooperativeId, { name, controlId, code, isForFormer: what === 'former' })
  return (await find()) as PaidType
}

/** `number`: the membership number of one who may be a member still. */
type Credited = { memberId: MemberId; number?: number; type: PaidType }

/**
 * Opens the accounts that money for these members is credited to, and finds each: the member's own of that type; for who has left
 * or died, what they are owed, which is paid out; for a merged record, that of the record that stays.
 */
export async function openCreditedAccounts(
  tx: Tx,
  cooperativeId: CooperativeId,
  credited: readonly Credited[],
): Promise<(credit: Pick<Credited, 'memberId' | 'type'>) => AccountId> {
  const payees = await findPayeesOfFormer(
    tx,
    credited.map(({ memberId }) => memberId),
  )
  const isOwed = [...payees.values()].some(({ isFormer }) => isFormer)
  const owed = isOwed ? await ensurePayableType(tx, cooperativeId, 'former') : undefined
  const placeOf = ({ memberId, type }: Pick<Credited, 'memberId' | 'type'>) => {
    const payee = payees.get(memberId)
    return { payee, memberId: payee?.payeeId ?? memberId, type: payee?.isFormer ? (owed ?? type) : type }
  }
  const accounts = await ensureMemberAccounts(
    tx,
    cooperativeId,
    credited.map((each) => {
      const { payee, memberId, type } = placeOf(each)
      return {
        ...{ memberId, membershipNumber: payee?.number ?? each.number ?? 0 },
        ...{ accountTypeId: type.id, typeName: type.name, typeKind: type.kind },
        ...{ controlId: type.controlId, controlCode: type.controlCode },
      }
    }),
  )
  return (each) => {
    const { memberId, type } = placeOf(each)
    const found = accounts.get(`${memberId} ${type.id}`)
    if (!found) throw new Error(`No account of member ${memberId} was opened`)
    return found
  }
}
