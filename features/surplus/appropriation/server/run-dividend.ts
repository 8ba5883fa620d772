import * as contract from '#features/surplus/appropriation/contract.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import { taxPayableCode } from '#features/accounting/books/rules/chart.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { AccountId, DividendRunId, TransactionId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { departureText, whyNotDepart, whyNotWithinCap } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import { keepPostedRun } from '#features/savings/transactions/server/actions.ts'
import {
  ensurePayableType,
  openCreditedAccounts,
} from '#features/savings/transactions/server/open-credited-accounts.ts'
import { findOpenDays, type PaidType } from '#features/savings/transactions/server/reads.ts'
import { lockBooksComputed, receiptNumber } from '#platform/ledger/ledger.ts'
import { dividendPaid } from '#features/surplus/appropriation/rules/refusals.ts'
import { type Calculated, calculateDividend } from './calculate-dividend.ts'
import { postDividend } from './post-dividend.ts'
import { findType, findUsualSavings } from './reads.ts'
import { insertRun, type NewRun } from './writes.ts'

const dividendChanged = refusal(
  'dividend_changed',
  409,
  'The members or the books have changed since you looked: {members} members would get {total} now. Look at the list again.',
)

/**
 * Works a dividend out once more and pays it out, or lets it wait where journals need approval. Refuses: dividend_changed, dividend_paid, own_transaction,
 * dividend_above_cap, dividend_departure_unexplained,
 * account_type_not_found, chart_account_missing, a date that the books do not take, and as `calculateDividend` does.
 */
export const runDividend = action(contract.runDividend, async (ask, input) => {
  const { tx, actor, today, context } = ask
  const { paidTo, members, net, occurredOn = today, departure, ...terms } = input
  const { requestId, paymentsWaiting } = context
  const calculated = await lockBooksComputed(tx, actor.cooperativeId, () => calculateDividend(tx, terms, today))
  const { lines, totals, pool, year, name, basisTotal, departures, cap } = calculated
  const unfit = (cap && whyNotWithinCap(pool, cap)) ?? whyNotDepart(departures, departure ?? '')
  if (unfit) throw unfit
  const type = await findType(tx, paidTo, { field: 'paidTo', kinds: ['savings'] })
  if (lines.length !== members || totals.net !== net)
    refuse(dividendChanged({ field: 'net', members: lines.length, total: moneyText(totals.net) }))
  const dated = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (dated) throw dated
  if (totals.tax > 0n) await needChartAccount(tx, taxPayableCode)
  const needed = approvalsNeeded(await findApprovalRules(tx), 'journal', pool)
  // What waits is approved by another officer; no officer posts alone what was entered for that officer by name.
  if (needed === 0 && terms.basis === 'named' && lines.some(({ memberId }) => isSelf(actor, memberId)))
    refuse('own_transaction')

  // From here on it must succeed, unless another run was quicker.
  const accountOf = await openAccounts(tx, actor, lines, type)
  const reason = departures.length > 0 ? (departure ?? null) : null
  const run = {
    ...calculated.terms,
    ...{
      appropriationId: terms.appropriationId,
      accountId: terms.accountId,
      name,
      year,
      paidTo,
      basisTotal,
      pool,
      departure: reason,
      occurredOn,
    },
    runId: newId<DividendRunId>(),
    transactionId: newId<TransactionId>(),
    to: year.to,
    tax: totals.tax,
    lines: lines.map((line) => ({ ...line, accountId: accountOf(line) })),
    excluded: calculated.excluded,
    // The officer who approves it reads the reason in the list of what waits.
    description: `${name}, year to ${dayText(year.to)}${reason === null ? '' : `. ${departureText(reason)}`}`,
    approvalsNeeded: needed,
  }
  await insertOnce(tx, actor, run)
  const posted = needed > 0 ? undefined : await postDividend(tx, actor, run, { occurredOn, requestId, paymentsWaiting })
  if (posted) await keepPostedRun(tx, run.transactionId, posted, occurredOn)
  return {
    ...{ runId: run.runId, transactionId: run.transactionId, members, net },
    status: posted ? ('approved' as const) : ('pending' as const),
    entryNumber: posted?.number ?? null,
    receiptNumber: posted ? receiptNumber(posted) : null,
  }
})

/** A run that waits changes no books, so that another one at the same moment is seen here only. */
async function insertOnce(tx: Tx, actor: TenantActor, run: NewRun): Promise<void> {
  try {
    await insertRun(tx, actor, run)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'dividend_of_a_line_once')
      refuse(dividendPaid({ field: 'accountId', name: run.name }))
    throw error
  }
}

/**
 * Opens what is missing: savings for what stays there or buys shares, the usual savings for loans, a payable account for the bank;
 * what former members get is owed to them.
 */
async function openAccounts(
  tx: Tx,
  { cooperativeId }: TenantActor,
  lines: Calculated['lines'],
  savings: PaidType,
): Promise<(line: Calculated['lines'][number]) => AccountId> {
  const goesTo = (wanted: string) => lines.some(({ paidTo, isOwed }) => paidTo === wanted && !isOwed)
  const usual = goesTo('loan') ? await findUsualSavings(tx) : savings
  const payable = goesTo('bank') ? await ensurePayableType(tx, cooperativeId, 'dividends') : savings
  const typeOf = { savings, shares: savings, loan: usual, bank: payable }
  const accountOf = await openCreditedAccounts(
    tx,
    cooperativeId,
    lines.map(({ memberId, number, paidTo }) => ({ memberId, number, type: typeOf[paidTo] })),
  )
  return ({ memberId, paidTo }) => accountOf({ memberId, type: typeOf[paidTo] })
}
