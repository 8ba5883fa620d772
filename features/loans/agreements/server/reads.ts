import type { TenantActor } from '#core/actor.ts'
import { amountInWords } from '#core/amount-in-words.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { LoanId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/loans/agreements/contract.ts'
import { getLoan } from '#features/loans/details/server/reads.ts'
import type { getLoan as loanContract } from '#features/loans/loans/contract.ts'
import { costWithSavings, previewAgreed, yearlyCostOf } from '#features/loans/loans/rules/agreed-preview.ts'
import { agreedStatuses } from '#features/loans/loans/rules/agreed-statuses.ts'
import {
  type AgreedTerms,
  type Delay,
  delayOf,
  settlingInWords,
  termsInWords,
} from '#features/loans/loans/rules/agreement.ts'
import { type AnswerWay, answerWayText } from '#features/loans/loans/rules/consent.ts'
import { guaranteeStatusLabels } from '#features/loans/loans/rules/guarantee.ts'
import type { Instalment } from '#features/loans/loans/rules/loan-plan.ts'
import type { LoanPreview } from '#features/loans/loans/rules/loan-preview.ts'
import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import { eventsOf } from '#features/loans/loans/rules/running-loan.ts'
import type { ScheduleTerms } from '#features/loans/loans/rules/schedule-terms.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/reads.ts'
import { action, type Ask } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { AgreementPaper, Section } from '#platform/files/agreement-paper.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { cellsOf, plainColumns, type TableColumn } from '#platform/files/table-columns.ts'
import { writeAgreement } from '#platform/files/table-file.ts'

const loanNotAgreed = refusal(
  'loan_not_agreed',
  409,
  'There is an agreement once a loan is approved, and this one is {status}.',
)

/**
 * The agreement as a PDF. Whoever is a party to it may read it: the rows are then read as the office would, in a
 * transaction of their own, because the loan's row is closed to a guarantor. Refuses: not_found, loan_not_agreed, overloaded.
 */
export const getLoanAgreement = action(contract.getLoanAgreement, async (ask, { loanId }) => {
  const { tx, actor, now, context } = ask
  const reader = await findReader(tx, actor, loanId)
  return new FileDraft(async () => {
    const scope = { cooperativeId: actor.cooperativeId, role: 'job' as const }
    const agreement = await context.database.tenant(scope, (own) => findAgreement({ ...ask, tx: own }, loanId), {
      readOnly: true,
      snapshot: true,
    })
    const { logo } = agreement.facts
    const content = await writeAgreement({ ...paperOf(agreement, { reader, memberId: actor.memberId, now }), logo })
    return {
      fileName: `loan-agreement-${numberOf(agreement).replaceAll('/', '-')}.pdf`,
      mediaType: 'application/pdf',
      content,
    }
  })
})

type For = { reader: Reader; memberId: string | undefined; now: Date }

/** Whose it is and which of their applications: the same on every print. */
function numberOf({ loan, facts }: Agreement): string {
  return `${loan.membershipno}/L${facts.count}`
}

function paperOf(agreement: Agreement, whom: For): AgreementPaper {
  const { facts, loan } = agreement
  const approved = loan.decisions.find(({ decision }) => decision === 'approved')
  return {
    society: facts.society,
    societyLines: [
      ...(facts.registrationNumber ? [`Registration number ${facts.registrationNumber}`] : []),
      ...(facts.address ? [facts.address] : []),
    ],
    logo: null,
    title: `Agreement on a ${loan.loanConfig} loan`,
    foot: `agreement ${numberOf(agreement)}`,
    titleLines: [
      `Number ${numberOf(agreement)}. Agreed on ${dayText(dayIn(approved?.at ?? loan.submittedAt))}. Printed on ${dayText(dayIn(whom.now))}.`,
      ...(whom.reader === 'guarantor' ? ['Copy for a guarantor: of the guarantees it shows their own.'] : []),
    ],
    sections: [
      parties(agreement),
      terms(agreement, whom),
      schedule(agreement),
      pledges(agreement, whom),
      decisions(agreement),
    ],
    signatures: [
      { name: loan.memberName, role: 'Borrower' },
      ...guarantorsFor(agreement, whom).map(({ name }) => ({ name, role: 'Guarantor' })),
      { name: 'President', role: `For ${facts.society}` },
      { name: 'Secretary', role: `For ${facts.society}` },
    ],
  }
}

function parties({ facts, loan }: Agreement): Section {
  const { society, borrowerAddress, borrowerPhone } = facts
  return {
    title: 'Between whom, and about what',
    facts: [
      ['Lender', society],
      [
        'Borrower',
        `${loan.memberName}, membership number ${loan.membershipno}${borrowerPhone ? `, phone ${borrowerPhone}` : ''}${borrowerAddress ? `, ${borrowerAddress}` : ''}`,
      ],
      ['Amount', moneyText(loan.principal)],
      ['In words', amountInWords(loan.principal)],
      ...(loan.purpose ? [['For', loan.purpose] as const] : []),
    ],
  }
}

function terms({ loan, schedule: how, preview, delay, withSavings }: Agreement, { reader }: For): Section {
  const { principal, instalments, repaidEvery, interestMethod, annualRatePercent } = loan
  const [first, last] = [preview.instalments[0], preview.instalments.at(-1)]
  if (!first || !last) throw new Error('An agreed loan has instalments')
  const { interest, fees, total } = preview.totals
  return {
    title: 'Terms',
    sentences: [
      ...termsInWords({
        principal,
        instalments,
        repaidEvery,
        schedule: how,
        interestMethod,
        annualRatePercent,
        ...yearlyCostOf(preview),
        // A guarantor may read nothing of the borrower's savings.
        withSavings: reader === 'guarantor' ? null : withSavings,
        delay,
        regularInstalment: preview.monthlyInstalment,
        firstDueOn: first.dueOn,
        lastDueOn: last.dueOn,
        interest,
        fees,
        interestDeducted: preview.interestDeducted,
        feesDeducted: preview.feesDeducted,
        charges: loan.charges,
        total,
        goods: loan.goods,
      }),
      ...loan.settles.map(settlingInWords),
    ],
  }
}

const columns: TableColumn<Instalment>[] = [
  { header: 'Instalment', kind: 'text', width: 12, value: ({ number }) => String(number) },
  { header: 'Due on', kind: 'date', width: 14, value: ({ dueOn }) => dueOn },
  { header: 'Principal', kind: 'money', value: ({ principal }) => principal },
  { header: 'Interest', kind: 'money', value: ({ interest }) => interest },
  { header: 'Fees', kind: 'money', width: 12, value: ({ fees }) => fees },
  { header: 'To pay', kind: 'money', value: ({ total }) => total },
  { header: 'Left after it', kind: 'money', value: ({ balance }) => balance },
]

function schedule({ loan, preview, startOn, isPaidOut }: Agreement): Section {
  const { principal, interest, fees, total } = preview.totals
  return {
    title: 'Schedule',
    columns: plainColumns(columns),
    note: isPaidOut
      ? `${moneyText(loan.disbursed)} was paid out, the first of it on ${dayText(startOn)}. Amounts in naira (₦).`
      : `As it runs if all is paid out on ${dayText(startOn)}; the day of payment decides when instalments fall due. Amounts in naira (₦).`,
    rows: [
      ...preview.instalments.map((line) => ({ look: 'plain' as const, cells: cellsOf(columns, line) })),
      { look: 'total' as const, cells: ['Together', null, principal, interest, fees, total, null] },
    ],
  }
}

function guarantorsFor({ loan }: Agreement, { reader, memberId }: For) {
  return loan.guarantors.filter(
    (each) => each.status === 'accepted' && (reader !== 'guarantor' || each.memberId === memberId),
  )
}

function pledges(agreement: Agreement, whom: For): Section {
  const { loan, facts } = agreement
  const own = guarantorsFor(agreement, whom)
  const others = loan.guarantors.filter(({ status }) => status === 'accepted').length - own.length
  const lines: (readonly [string, string])[] = own.map(
    ({ name, membershipno, amount, answeredAt, answeredWay, confirmedBy }) => [
      'Guarantor',
      `${name}, membership number ${membershipno}, answers with ${amount > 0n ? `${moneyText(amount)} of their savings (${amountInWords(amount).toLowerCase()})` : 'their word'}. ${
        answeredWay === 'old_books'
          ? 'Agreed in the books that the society kept before.'
          : answeredAt
            ? `${guaranteeStatusLabels.accepted} ${wayInWords(answeredWay, confirmedBy)} on ${dayText(dayIn(answeredAt))}.`
            : 'Agreed before guarantors answered in the app.'
      }`,
    ],
  )
  if (others > 0) lines.push(['Beside', `${others} other ${others === 1 ? 'guarantor' : 'guarantors'}`])
  // A guarantor may read nothing of the borrower's savings.
  if (whom.reader !== 'guarantor' && facts.ownPledge > 0n)
    lines.unshift([
      'Borrower',
      `${moneyText(facts.ownPledge)} of the borrower's own savings stays until the loan is repaid.`,
    ])
  if (loan.collateral) lines.push(['Collateral', loan.collateral])
  return {
    title: 'What is pledged',
    facts: lines.length > 0 ? lines : [['Nothing', 'No one guarantees this loan, and nothing is pledged.']],
  }
}

function wayInWords(way: AnswerWay | null, confirmedBy: string | null): string {
  if (way === 'link') return 'by consent link, with a code sent to their phone,'
  if (way === 'paper') return `${answerWayText(way, confirmedBy)},`
  const seen = confirmedBy === null ? '' : `, which ${confirmedBy} confirmed in person`
  return `in the app, logged in as themselves${seen},`
}

function decisions({ loan }: Agreement): Section {
  const given = loan.approvals.given.map(({ by, at }) => ['Approved', `${by}, ${dayText(dayIn(at))}`] as const)
  const decided = loan.decisions
    .filter(({ decision }) => decision === 'approved')
    .map(({ by, at }) => ['Approved', `${by}, ${dayText(dayIn(at))}`] as const)
  const minutes = loan.minutes
    .filter(({ decision }) => decision === 'approved')
    .map(({ meeting, metOn, minute, by }) => {
      const words = [
        ...(meeting && metOn ? [`${meeting} of ${dayText(metOn)}`] : []),
        ...(minute ? [meeting ? `minute ${minute}` : minute] : []),
      ].join(', ')
      return ['Minutes', `${words} (named by ${by})`] as const
    })
  return { title: 'Who decided', facts: [...(given.length > 0 ? given : decided), ...minutes] }
}

/** For whom an agreement is: a guarantor reads of the guarantees their own alone. */
type Reader = 'officer' | 'borrower' | 'guarantor'

/** What this caller is to the loan. Refuses: not_found, where they are nothing to it. */
async function findReader(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<Reader> {
  const isOfficer = actor.role !== 'member'
  const found = await tx.maybe<{ reader: Reader }>(sql`
    select ${isOfficer ? 'officer' : 'borrower'}::text as reader from app.loan where loan_id = ${loanId}
    union all
    select 'guarantor' from app.loan_guarantor where not ${isOfficer}::boolean and loan_id = ${loanId} and member_id = ${actor.memberId ?? null}::uuid and status = 'accepted'`)
  return found?.reader ?? refuse('not_found')
}

type Facts = {
  society: string
  registrationNumber: string | null
  address: string | null
  logo: Buffer | null
  borrowerAddress: string | null
  borrowerPhone: string | null
  /** Which application of this borrower it is, counted from their first. */
  count: number
  ownPledge: Kobo
}

type Agreement = {
  facts: Facts
  loan: Replied<typeof loanContract>
  schedule: ScheduleTerms
  /** As agreed: without what was repaid since. */
  preview: LoanPreview
  /** With own savings that have to stay. */
  withSavings: AgreedTerms['withSavings']
  delay: Delay
  /** From when the schedule counts, and whether money has been paid out then. */
  startOn: Day
  isPaidOut: boolean
}

/** Everything that is on the agreement. Refuses: loan_not_agreed. */
async function findAgreement(ask: Ask, loanId: LoanId): Promise<Agreement> {
  const { tx } = ask
  const [loan, held, facts] = await Promise.all([
    getLoan(ask, { loanId }),
    findRunningLoan(tx, loanId),
    tx.one<Facts>(sql`
      select c.name as society, c.registration_number, c.address, (select o.content from app.logo o) as logo, m.address as borrower_address, m.phone as borrower_phone,
        (select count(*)::int from app.loan o where o.member_id = l.member_id and (o.submitted_at, o.loan_id) <= (l.submitted_at, l.loan_id)) as count,
        coalesce((select p.amount from app.pledge p where p.pledge_id = l.own_pledge_id), 0)::bigint as own_pledge
      from app.loan l join app.member m using (member_id) join app.cooperative c on c.cooperative_id = l.cooperative_id where l.loan_id = ${loanId}`),
  ])
  if (!agreedStatuses.includes(loan.status))
    refuse(loanNotAgreed({ status: loanStatusLabels[loan.status].toLowerCase() }))
  const decided = loan.decisions.find(({ decision }) => decision === 'approved')?.at ?? loan.submittedAt
  const startOn = held.startOn ?? dayIn(decided)
  const { disbursements } = eventsOf(held.movements)
  const { plan, paidOut, preview } = previewAgreed(held, disbursements, startOn)
  if (preview instanceof Refusal) throw preview
  const { ownPledge: savings } = facts
  const rate = costWithSavings(preview, paidOut, savings)
  return {
    facts,
    loan,
    schedule: held.schedule,
    preview,
    withSavings: rate === null ? null : { savings, effectiveAnnualRate: rate },
    delay: delayOf(plan, paidOut),
    startOn,
    isPaidOut: disbursements.length > 0,
  }
}
