import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, EntryId, InterestRunId, TransactionId } from '#core/ids.ts'
import { moneyText, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import * as contract from '#features/savings/interest/contract.ts'
import { interestDescription } from '#features/savings/transactions/rules/movement.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { keepPostedRun, saveMembersCredits } from '#features/savings/transactions/server/actions.ts'
import { openCreditedAccounts } from '#features/savings/transactions/server/open-credited-accounts.ts'
import {
  findOpenDays,
  findPaidType,
  findPayeesOfFormer,
  type LockedTransaction,
} from '#features/savings/transactions/server/reads.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockBooksComputed, type Posted, postSelected, receiptNumber } from '#platform/ledger/ledger.ts'
import { type Calculated, calculateInterest } from './calculate-interest.ts'
import { findGoneMember, findInterestType, findLastEntry, findPeriod, findRun, interestPosted } from './reads.ts'
import { insertRun, type NewRun, voucherLines } from './writes.ts'

const interestChanged = refusal(
  'interest_changed',
  409,
  'The books have changed since you looked: the interest now comes to {total}. Look at the list again.',
)
const interestNothingToPay = refusal(
  'interest_nothing_to_pay',
  409,
  'No one earned interest on {name} in this period, so there is nothing to post.',
)
const interestBeforePeriodEnds = refusal(
  'interest_before_period_ends',
  422,
  'Interest is posted when its period is over. Choose {to} or a later date.',
)
const interestMemberLeft = refusal(
  'interest_member_left',
  409,
  '{name} was deleted since this was worked out. Reject it and run the interest again.',
)

/**
 * Computes the interest of a period once more and posts it, or lets it wait where journals need approval. What is posted is
 * what the books say at this moment (`lockBooksComputed`).
 * Refuses: interest_not_borne, interest_period_unknown, interest_posted, interest_posted_later, interest_before_period_ends,
 * interest_nothing_to_pay, interest_changed, chart_account_missing, and a date that the books do not take.
 */
export const runInterest = action(contract.runInterest, async ({ tx, actor, today, context }, input) => {
  const { accountTypeId, to, total, occurredOn = to } = input
  if (occurredOn < to) refuse(interestBeforePeriodEnds({ field: 'occurredOn', to: dayText(to) }))
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
  if (sum === 0n) refuse(interestNothingToPay({ field: 'to', name: type.name }))
  if (sum !== total) refuse(interestChanged({ field: 'total', total: moneyText(sum) }))
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
    description: interestDescription(type.name, period.from, period.to),
    seenTo: await findLastEntry(tx),
    approvalsNeeded: needed,
  }
  await insertOnce(tx, actor, run, type.name)
  const posted =
    needed > 0 ? undefined : await postInterestNow(tx, actor, { ...run, name: type.name, to }, context.requestId)
  const members = lines.filter(({ amount }) => amount > 0n).length
  return {
    runId: run.runId,
    status: posted ? ('approved' as const) : ('pending' as const),
    members,
    total: sum,
    entryNumber: posted?.number ?? null,
    receiptNumber: posted ? receiptNumber(posted) : null,
  }
})

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
      refuse(interestPosted({ field: 'to', name, to: dayText(run.period.to) }))
    throw error
  }
}

type Asked = { runId: InterestRunId; name: string; to: Day; occurredOn: Day; description: string }

/** Posts a run as one voucher, exactly as its lines have it, and keeps each member's part among their transactions. Refuses as `postSelected` does. */
async function postInterest(
  tx: Tx,
  actor: TenantActor,
  { runId, name, to, occurredOn, description }: Asked,
  requestId: string,
): Promise<Posted> {
  const expenseId = await needChartAccount(tx, interestCode)
  const head = {
    id: newId<EntryId>(),
    on: occurredOn,
    kind: 'interest' as const,
    source: { type: 'interest_run', id: runId },
    actorId: actor.loginId,
    requestId,
  }
  const posted = await postSelected(tx, actor.cooperativeId, head, voucherLines(runId, expenseId))
  await saveMembersCredits(tx, actor, posted.entryId, {
    type: 'interest',
    number: posted.number,
    on: occurredOn,
    description,
    told: t('{amount} interest on {name} for the period to {to} is on your account.', {
      amount: '{amount}',
      name,
      to: dayText(to),
    }),
    link: '/member/transactions',
  })
  return posted
}

/** Checks a pending run against today's rules, and answers how it is posted. Refuses: interest_member_left, and a date that the books do not take. */
export async function postWaitingInterest(
  tx: Tx,
  actor: TenantActor,
  { id, occurredOn, description }: LockedTransaction,
  { today, requestId }: { today: Day; requestId: string },
) {
  const run = await findRun(tx, { transactionId: id })
  const reason = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (reason) throw reason
  const gone = await findGoneMember(tx, run.runId)
  if (gone) refuse(interestMemberLeft({ name: gone.name }))
  return async () => ({
    ...(await postInterest(tx, actor, { ...run, occurredOn, description }, requestId)),
    occurredOn,
    through: null,
  })
}

/** Posts a run that waits for no one. */
async function postInterestNow(
  tx: Tx,
  actor: TenantActor,
  asked: Asked & { transactionId: LockedTransaction['id'] },
  requestId: string,
): Promise<Posted> {
  const posted = await postInterest(tx, actor, asked, requestId)
  await keepPostedRun(tx, asked.transactionId, posted, asked.occurredOn)
  return posted
}
