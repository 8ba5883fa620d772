import type { runInterest as contract } from '#features/savings/interest/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, InterestRunId, TransactionId } from '#core/ids.ts'
import { moneyText, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { needChartAccount } from '#features/accounting/books/server/queries.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { openCreditedAccounts } from '#features/savings/transactions/server/open-credited-accounts.ts'
import { findOpenDays, findPaidType, findPayeesOfFormer } from '#features/savings/transactions/server/queries.ts'
import { lockBooksComputed, receiptNumber } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { postInterestNow } from './post-interest.ts'
import { findInterestType, findLastEntry, findPeriod } from './queries.ts'
import { type Calculated, calculateInterest } from './calculate-interest.ts'
import { insertRun, type NewRun } from './store.ts'

/**
 * Computes the interest of a period once more and posts it, or lets it wait where journals need approval. What is posted is
 * what the books say at this moment (`lockBooksComputed`).
 * Refuses: interest_not_borne, interest_period_unknown, interest_posted, interest_posted_later, interest_before_period_ends,
 * interest_nothing_to_pay, interest_changed, chart_account_missing, and a date that the books do not take.
 */
export async function runInterest(
  tx: Tx,
  actor: TenantActor,
  { accountTypeId, to, total, occurredOn = to }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  if (occurredOn < to) refuse('interest_before_period_ends', { field: 'occurredOn', to: dayText(to) })
  const find = async () => {
    const type = await findInterestType(tx, accountTypeId)
    return { type, period: await findPeriod(tx, type, to, today) }
  }
  const { type, period, lines } = await lockBooksComputed(tx, actor.cooperativeId, async () => {
    const found = await find()
    return { ...found, lines: await calculateInterest(tx, found.type, found.period) }
  })
  // A run that waits for approval has no entry yet, and is in the way all the same.
  await find()
  const dated = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (dated) throw dated
  await needChartAccount(tx, interestCode)
  const sum = sumKobo(lines.map(({ amount }) => amount))
  if (sum === 0n) refuse('interest_nothing_to_pay', { field: 'to', name: type.name })
  if (sum !== total) refuse('interest_changed', { field: 'total', total: moneyText(sum) })
  const needed = approvalsNeeded(await findApprovalRules(tx), 'journal', sum)

  // From here on it must succeed, unless another run was quicker.
  const run: NewRun = {
    runId: newId<InterestRunId>(),
    transactionId: newId<TransactionId>(),
    accountTypeId,
    period,
    terms: type.terms,
    lines,
    creditedTo: await openOwedAccounts(tx, actor, accountTypeId, lines),
    total: sum,
    occurredOn,
    description: `Interest on ${type.name}, ${dayText(period.from)} to ${dayText(period.to)}`,
    seenTo: await findLastEntry(tx),
    approvalsNeeded: needed,
  }
  await insertOnce(tx, actor, run, type.name)
  const posted = needed > 0 ? undefined : await postInterestNow(tx, actor, { ...run, name: type.name, to }, requestId)
  const members = lines.filter(({ amount }) => amount > 0n).length
  return {
    runId: run.runId,
    status: posted ? 'approved' : 'pending',
    members,
    total: sum,
    entryNumber: posted?.number ?? null,
    receiptNumber: posted ? receiptNumber(posted) : null,
  }
}

/** What an account earned before its member left is owed to them, or is saved on the record into which theirs was merged. */
async function openOwedAccounts(
  tx: Tx,
  { cooperativeId }: TenantActor,
  accountTypeId: AccountTypeId,
  lines: readonly Calculated[],
): Promise<Map<AccountId, AccountId>> {
  const paid = lines.filter(({ amount }) => amount > 0n)
  const payees = await findPayeesOfFormer(
    tx,
    paid.map(({ memberId }) => memberId),
  )
  const credited = paid.filter(({ memberId }) => payees.has(memberId))
  if (credited.length === 0) return new Map()
  const type = await findPaidType(tx, accountTypeId)
  const accountOf = await openCreditedAccounts(
    tx,
    cooperativeId,
    credited.map(({ memberId }) => ({ memberId, type })),
  )
  return new Map(credited.map(({ accountId, memberId }) => [accountId, accountOf({ memberId, type })]))
}

async function insertOnce(tx: Tx, actor: TenantActor, run: NewRun, name: string): Promise<void> {
  try {
    await insertRun(tx, actor, run)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'interest_of_a_month_once')
      refuse('interest_posted', { field: 'to', name, to: dayText(run.period.to) })
    throw error
  }
}
