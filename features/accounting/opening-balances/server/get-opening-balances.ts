import { differencesMax, type getOpeningBalances as contract } from '#features/accounting/opening-balances/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { subtract, sumKobo } from '#core/money.ts'
import type { Checked } from '#features/accounting/opening-balances/rules/opening-balances.ts'
import type { Tx } from '#platform/db/tx.ts'
import { checkCurrent, findCurrent, findSecondSignature, type OpeningBalances } from './queries.ts'

type Reply = Replied<typeof contract>

export async function getOpeningBalances(tx: Tx, actor: TenantActor): Promise<Reply> {
  const found = await findCurrent(tx, actor)
  return found ? shownOf(tx, actor, found, await checkCurrent(tx, found)) : null
}

/** The workbook as the contract has it. What is in the books is no longer laid beside a register that goes on changing. */
export async function shownOf(
  tx: Tx,
  actor: TenantActor,
  found: OpeningBalances,
  { differences: all, controls, sums, members, holdings, loans, deposits, assets, held, arrears }: Checked,
): Promise<NonNullable<Reply>> {
  const { sheetColumns: _columns, uploadedById, signedAt, ...facts } = found
  const approvals = found.transactionId ? await findSecondSignature(tx, actor, found.transactionId) : undefined
  const differences = found.status === 'approved' ? [] : all
  return {
    ...facts,
    members,
    held: sumKobo(holdings.map(({ amount }) => amount)),
    loans: loans.length,
    lent: sumKobo(loans.map(({ principal }) => principal)),
    deposits: deposits.length,
    deposited: sumKobo(deposits.map(({ principal }) => principal)),
    assets: assets.length,
    bookValue: sumKobo(assets.map(({ cost, openingDepreciation }) => subtract(cost, openingDepreciation))),
    unallocated: held.length,
    unallocatedAmount: sumKobo(held.map(({ amount }) => amount)),
    arrears: sumKobo(arrears.map(({ amount }) => amount)),
    ...sums,
    controls: controls.map(({ accountId: _account, ...control }) => control),
    differences: differences.slice(0, differencesMax),
    differencesTotal: differences.length,
    signatures: [
      ...(signedAt ? [{ by: found.uploadedBy, at: signedAt }] : []),
      ...(approvals?.given ?? []).map(({ by, at }) => ({ by, at })),
    ],
    open:
      differences.length === 0 &&
      // Who works alone approves their own daily work, but signs these only once.
      (found.status === 'unsigned') === (uploadedById === actor.loginId) &&
      (approvals?.open ?? true),
  }
}
