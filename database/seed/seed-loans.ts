import { addMonthsToDay } from '#core/calendar.ts'
import type { LoanConfigurationId, LoanId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { findLoanConfigurations } from '#features/society/configuration/server/reads.ts'
import { acceptGuarantee } from '#features/loans/guarantees/server/accept-guarantee.ts'
import { declineGuarantee } from '#features/loans/guarantees/server/decline-guarantee.ts'
import { applyForLoan } from '#features/loans/loans/server/apply-for-loan.ts'
import { approveLoan } from '#features/loans/loans/server/approve-loan.ts'
import { disburseLoan } from '#features/loans/loans/server/disburse-loan.ts'
import { rejectLoan } from '#features/loans/loans/server/reject-loan.ts'
import { repayLoan } from '#features/loans/loans/server/repay-loan.ts'
import { writeOffLoan } from '#features/loans/write-offs/server/write-off-loan.ts'
import { type SampleLoan, sampleLoans } from './sample-people.ts'
import { asMember, asOfficer, instalmentDay, memberAt, type SampleSociety, seedDay } from './sample-society.ts'

/** Loans in each state: some wait, some run, two are in arrears, one is repaid, one was turned down and one written off. */
export async function seedLoans(society: SampleSociety): Promise<void> {
  const { actor } = society
  const offered = new Map((await asOfficer(society, findLoanConfigurations)).map(({ name, id }) => [name, id]))
  for (const asked of sampleLoans) {
    const loanConfigId = offered.get(asked.loan)
    if (!loanConfigId) throw new Error(`The sample cooperative has no ${asked.loan} loan`)
    const loanId = await apply(society, asked, loanConfigId)
    if (asked.outcome === 'approved')
      await asOfficer(society, (tx) => approveLoan(tx, actor, { loanId }, society.context))
    if (asked.outcome === 'rejected')
      await asOfficer(society, (tx) =>
        rejectLoan(
          tx,
          actor,
          { loanId, reason: 'The committee asks for an invoice of the goods first.' },
          society.context,
        ),
      )
    if (asked.monthsRunning !== undefined)
      await runLoan(society, loanId, { ...asked, monthsRunning: asked.monthsRunning })
  }
}

async function apply(society: SampleSociety, asked: SampleLoan, loanConfigId: LoanConfigurationId): Promise<LoanId> {
  const { context, actor } = society
  const {
    naira,
    instalments,
    purpose,
    outcome,
    accepted = outcome === 'approved' ? asked.guarantors : [],
    declined = [],
  } = asked
  const guarantors = asked.guarantors.map((n) => memberAt(society, n).memberid)
  const application = {
    memberId: memberAt(society, asked.n).memberid,
    loanConfigId,
    principal: kobo(naira * 100),
    instalments,
    purpose,
    guarantors,
  }
  const { id: loanId } = await asOfficer(society, (tx) => applyForLoan(tx, actor, application, context))
  for (const [answering, answer] of [
    [accepted, acceptGuarantee],
    [declined, declineGuarantee],
  ] as const) {
    for (const n of answering) {
      const guarantor = memberAt(society, n)
      await asMember(society, guarantor, (tx, own) => answer(tx, own, { loanId, memberId: guarantor.memberid }))
    }
  }
  return loanId
}

/** Paid out some months ago and repaid in cash month by month, but for this month's instalment and those that are late. */
async function runLoan(
  society: SampleSociety,
  loanId: LoanId,
  { monthsRunning, monthsLate = 0, writtenOff }: SampleLoan & { monthsRunning: number },
): Promise<void> {
  const { context, actor } = society
  const day = instalmentDay(seedDay(society))
  await asOfficer(society, async (tx) => {
    const { schedule } = await disburseLoan(
      tx,
      actor,
      { loanId, on: addMonthsToDay(day, -monthsRunning), to: 'cash' },
      context,
    )
    for (const { dueOn, total } of schedule.slice(0, monthsRunning - 1 - monthsLate))
      await repayLoan(tx, actor, { loanId, amount: total, on: dueOn }, context)
    if (writtenOff !== undefined)
      await writeOffLoan(
        tx,
        actor,
        { loanId, reason: writtenOff, on: addMonthsToDay(day, -2), releasesPledges: true },
        context,
      )
  })
}
