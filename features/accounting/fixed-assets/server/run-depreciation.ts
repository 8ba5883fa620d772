import type { runDepreciation as contract } from '#features/accounting/fixed-assets/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { accumulatedDepreciationCode, depreciationCode } from '#features/accounting/books/rules/chart.ts'
import { dayIn, lastDayOf, periodName } from '#core/calendar.ts'
import type { DepreciationRunId } from '#core/ids.ts'
import { moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { needChartAccount } from '#features/accounting/books/server/queries.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { calculateDepreciation } from './calculate-depreciation.ts'
import { insertRun } from './store.ts'

/**
 * Posts all depreciation up to the end of a month that is not posted yet, as one journal of its last day. Two officers at once
 * take turns, so the second finds nothing to post. Refuses: depreciation_month_not_over, depreciation_unchanged,
 * depreciation_changed, chart_account_missing, and what any journal refuses.
 */
export async function runDepreciation(
  tx: Tx,
  actor: TenantActor,
  { through, amount: looked }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const on = lastDayOf(through)
  if (on > dayIn(context.now)) refuse('depreciation_month_not_over', { field: 'through', month: periodName(through) })
  const assets = await calculateDepreciation(tx, through)
  const amount = sumKobo(assets.map((asset) => asset.amount))
  if (amount === zeroKobo) refuse('depreciation_unchanged', { field: 'through', month: periodName(through) })
  if (amount !== looked) refuse('depreciation_changed', { field: 'amount', amount: moneyText(amount) })
  const [expense, accumulated] = [
    await needChartAccount(tx, depreciationCode),
    await needChartAccount(tx, accumulatedDepreciationCode),
  ]

  // From here on it must succeed.
  const { id, status, entryNumber } = await recordJournal(
    tx,
    actor,
    {
      type: 'journal',
      occurredOn: on,
      description: `Depreciation to ${periodName(through)}`,
      lines: [
        { accountId: expense, debit: amount, credit: zeroKobo },
        { accountId: accumulated, debit: zeroKobo, credit: amount },
      ],
    },
    context,
  )
  const runId = newId<DepreciationRunId>()
  await insertRun(tx, actor, {
    ...{ runId, transactionId: id, through: on, amount },
    lines: assets.flatMap(({ assetId, months }) => months.map((month) => ({ assetId, ...month }))),
  })
  return { runId, transactionId: id, status, entryNumber, amount, assets: assets.length }
}
