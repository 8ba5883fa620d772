import type { getGuarantorForm as contract } from '#features/loans/consents/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { amountInWords } from '#core/amount-in-words.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { interestMethodLabels } from '#features/loans/loans/rules/loan.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { moneyText } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { writeAgreement } from '#platform/files/table-file.ts'
import { findGuarantee, type OwnGuarantee } from '#features/loans/guarantees/server/queries.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/queries.ts'
import { findGuarantor, type Guarantor, termsOf } from './queries.ts'

/**
 * The form that a guarantor signs on paper, for an officer or the borrower to print. The guarantee is read in a transaction
 * of the office, because its row is closed to the borrower. Refuses: not_found, overloaded.
 */
export async function draftGuarantorForm(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: Parsed<typeof contract>,
  { now, database }: Context,
): Promise<FileDraft> {
  const guarantor = await findGuarantor(tx, loanId, memberId)
  return new FileDraft(async () => {
    const scope = { cooperativeId: actor.cooperativeId, role: 'job' as const }
    const [guarantee, letterhead] = await database.tenant(
      scope,
      (own) => Promise.all([findGuarantee(own, loanId, memberId), findLetterhead(own)]),
      { readOnly: true },
    )
    const content = await writeAgreement({
      society: guarantor.society,
      societyLines: [
        ...(letterhead.registrationNumber ? [`Registration number ${letterhead.registrationNumber}`] : []),
        ...(letterhead.address ? [letterhead.address] : []),
      ],
      logo: letterhead.logo,
      title: `Consent of a guarantor to a ${guarantor.loan} loan`,
      foot: `guarantor form of ${guarantor.membershipno} for ${guarantee.membershipno}`,
      titleLines: [`Printed on ${dayText(dayIn(now))}.`],
      sections: sectionsOf(guarantor, guarantee, now),
      signatures: [
        { name: guarantor.name, role: 'Guarantor' },
        { name: 'Witness', role: 'Name and phone number' },
      ],
    })
    return {
      fileName: `guarantor-form-${guarantor.membershipno.replaceAll('/', '-')}.pdf`,
      mediaType: 'application/pdf',
      content,
    }
  })
}

function sectionsOf(
  { name, membershipno, society, loan, interestMethod, annualRatePpm }: Guarantor,
  guarantee: OwnGuarantee,
  now: Date,
) {
  const { borrower, principal, instalments, repaidEvery, purpose } = guarantee
  const { sentences } = termsOf(guarantee, now)
  const rate = `${annualRatePpm / 10_000} % a year. ${interestMethodLabels[interestMethod]}.`
  return [
    {
      title: 'The loan',
      facts: [
        ['Lender', society],
        ['Borrower', `${borrower}, membership number ${guarantee.membershipno}`],
        ['Guarantor', `${name}, membership number ${membershipno}`],
        ['Loan', loan],
        ['Amount', moneyText(principal)],
        ['In words', amountInWords(principal)],
        ['Repaid in', instalmentsInWords(instalments, repaidEvery)],
        ['Interest', annualRatePpm === 0 ? 'None' : rate],
        ...(purpose ? [['For', purpose] as const] : []),
      ] as (readonly [string, string])[],
    },
    { title: 'What the guarantor agrees to', sentences },
    {
      title: 'Consent',
      sentences: [
        'I have read this form, or it was read to me in a language that I understand. I agree to guarantee this loan.',
      ],
    },
  ]
}
