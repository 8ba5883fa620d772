import { addMonthsToDay } from '#core/calendar.ts'
import type { LoanConfigurationId, LoanId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { acceptGuarantee, declineGuarantee } from '#features/loans/guarantees/server/actions.ts'
import { applyForLoan, approveLoan, disburseLoan, rejectLoan, repayLoan } from '#features/loans/loans/server/actions.ts'
import { writeOffLoan } from '#features/loans/write-offs/server/actions.ts'
import { findLoanConfigurations } from '#features/society/configuration/server/reads.ts'
import { askOf } from '#platform/action.ts'
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
      await asOfficer(society, (tx) => approveLoan(askOf(tx, actor, society.context), { loanId }))
    if (asked.outcome === 'rejected')
      await asOfficer(society, (tx) =>
        rejectLoan(askOf(tx, actor, society.context), {
          loanId,
          reason: 'The committee asks for an invoice of the goods first.',
        }),
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
  const { id: loanId } = await asOfficer(society, (tx) => applyForLoan(askOf(tx, actor, context), application))
  for (const [answering, answer] of [
    [accepted, acceptGuarantee],
    [declined, declineGuarantee],
  ] as const) {
    for (const n of answering) {
      const guarantor = memberAt(society, n)
      await asMember(society, guarantor, (tx, own) =>
        answer(askOf(tx, own, context), { loanId, memberId: guarantor.memberid }),
      )
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
    const ask = askOf(tx, actor, context)
    const { schedule } = await disburseLoan(ask, { loanId, on: addMonthsToDay(day, -monthsRunning), to: 'cash' })
    for (const { dueOn, total } of schedule.slice(0, monthsRunning - 1 - monthsLate))
      await repayLoan(ask, { loanId, amount: total, on: dueOn })
    if (writtenOff !== undefined)
      await writeOffLoan(ask, { loanId, reason: writtenOff, on: addMonthsToDay(day, -2), releasesPledges: true })
  })
}
