import type { CooperativeStatus, TenantActor } from '#core/actor.ts'
import { amountInWords } from '#core/amount-in-words.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type {
  ConsentLinkId,
  CooperativeId,
  DocumentId,
  GuaranteePaperId,
  LoanId,
  LoginId,
  MemberId,
} from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { type Approvals, registerApprovals } from '#features/access/approvals/server/reads.ts'
import * as contract from '#features/loans/consents/contract.ts'
import { findGuarantee, type OwnGuarantee, toHoldOf } from '#features/loans/guarantees/server/reads.ts'
import { consentInWords } from '#features/loans/loans/rules/consent.ts'
import { dueDates } from '#features/loans/loans/rules/due-dates.ts'
import { guaranteedStatuses, type GuaranteeStatus, reopenableStatuses } from '#features/loans/loans/rules/guarantee.ts'
import { type InterestMethod, interestMethodLabels, type LoanStatus } from '#features/loans/loans/rules/loan.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { action } from '#platform/action.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { writeAgreement } from '#platform/files/table-file.ts'

export const consentLinkUsed = refusal(
  'consent_link_used',
  410,
  'This link has been used: you {answer}. Nothing was changed.',
)
export const consentLinkReplaced = refusal(
  'consent_link_replaced',
  410,
  'A newer link was made for you. Open that one.',
)
const guaranteePaperMissing = refusal(
  'guarantee_paper_missing',
  409,
  'No signed form of this guarantor is waiting. Add a photo or PDF of it first.',
)

/**
 * The form that a guarantor signs on paper, for an officer or the borrower to print. The guarantee is read in a transaction
 * of the office, because its row is closed to the borrower. Refuses: not_found, overloaded.
 */
export const getGuarantorForm = action(
  contract.getGuarantorForm,
  async ({ tx, actor, now, context: { database }, today }, { loanId, memberId }) => {
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
        titleLines: [`Printed on ${dayText(today)}.`],
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
  },
)

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

/** A link as its token finds it, before a cooperative is known. */
export type FoundLink = {
  linkId: ConsentLinkId
  cooperativeId: CooperativeId
  cooperativeStatus: CooperativeStatus
  society: string
  loanId: LoanId
  memberId: MemberId
  guarantor: string
  /** That a code can go to, of the register at this moment; empty where there is none. */
  phone: string
  /** The guarantor's login, where the register gave them one. */
  loginId: LoginId | null
}

export type LinkRow = FoundLink & { expiresAt: Date; outcome: 'accepted' | 'declined' | 'replaced' | null }

/** The phone of member `m` that a code proves something about: another member who has it too could read the code. */
const phoneForCodes = sql`case when exists (select from app.member o where o.cooperative_id = m.cooperative_id and o.phone = m.phone and o.member_id <> m.member_id and o.removed_at is null) then '' else coalesce(m.phone, '') end`

/** The link with this token, whatever became of it. */
export async function findLink(tx: Tx, token: string): Promise<LinkRow | undefined> {
  return tx.maybe<LinkRow>(sql`
    select k.link_id, k.cooperative_id, c.status as cooperative_status, c.name as society, k.loan_id, k.member_id,
      m.first_name || ' ' || m.last_name as guarantor, ${phoneForCodes} as phone, b.login_id, k.expires_at, k.outcome
    from app.consent_link k
    join app.cooperative c on c.cooperative_id = k.cooperative_id and c.deleted_at is null
    join app.member m on m.cooperative_id = k.cooperative_id and m.member_id = k.member_id and m.removed_at is null
    left join platform.membership b on b.cooperative_id = k.cooperative_id and b.member_id = k.member_id
    where k.token_hash = ${tokenHash(token)}`)
}

export type LockedLink = { codesSent: number; codeSentAt: Date | null; codeHash: Buffer | null; triesLeft: number }

/**
 * The open link, locked until the transaction ends, after the loan's guarantees: of two answers at once the second finds it
 * used. Refuses: consent_link_used, consent_link_replaced, also where the guarantor was asked again since.
 */
export async function lockLink(tx: Tx, { linkId }: FoundLink, { askedAt }: OwnGuarantee): Promise<LockedLink> {
  const locked = await tx.maybe<{ linkId: ConsentLinkId }>(
    sql`select link_id from app.consent_link where link_id = ${linkId} and ended_at is null for update`,
  )
  const { outcome, madeAt, ...link } = await tx.one<LockedLink & { outcome: LinkRow['outcome']; madeAt: Date }>(sql`
    select outcome, made_at, codes_sent, code_sent_at, code_hash, tries_left from app.consent_link where link_id = ${linkId}`)
  if (outcome === 'replaced' || madeAt < askedAt) refuse(consentLinkReplaced({ field: 'token' }))
  if (outcome || !locked) refuse(consentLinkUsed({ field: 'token', answer: outcome ?? 'answered' }))
  return link
}

/** How many links were made for this guarantee since then. */
export async function countLinks(tx: Tx, loanId: LoanId, memberId: MemberId, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from app.consent_link where loan_id = ${loanId} and member_id = ${memberId} and made_at > ${since}`)
  return count
}

/** What the guarantor of a loan agrees to, in plain sentences. */
export function termsOf(guarantee: OwnGuarantee, now: Date): { amount: Kobo; sentences: string[] } {
  const { borrower, alreadyHeld, lastDueOn, instalments, repaidEvery } = guarantee
  const amount = toHoldOf(guarantee)
  const planned = dueDates({ instalments, every: 1, unit: repaidEvery, startOn: dayIn(now) }).at(-1) ?? dayIn(now)
  return {
    amount,
    sentences: consentInWords({
      borrower,
      amount,
      alreadyHeld,
      lastDueOn: lastDueOn ?? planned,
      isPaidOut: lastDueOn !== null,
    }),
  }
}

export type Guarantor = {
  name: string
  membershipno: string
  status: GuaranteeStatus
  society: string
  borrowerId: MemberId
  borrower: string
  loan: string
  loanStatus: LoanStatus
  inPlace: boolean
  principal: Kobo
  interestMethod: InterestMethod
  annualRatePpm: number
}

/** A guarantor of a loan that the caller may see: an officer, or the borrower. Refuses: not_found. */
export async function findGuarantor(tx: Tx, loanId: LoanId, memberId: MemberId): Promise<Guarantor> {
  const found = await tx.maybe<Guarantor>(sql`
    select g.member_name as name, g.membershipno, g.status, s.name as society, l.member_id as borrower_id, m.first_name || ' ' || m.last_name as borrower, c.name as loan, l.status as loan_status, g.replaces is not null as in_place,
      l.principal, l.interest_method, l.annual_rate_ppm
    from app.loan_guarantor g join app.loan l on l.loan_id = g.loan_id join app.member m on m.member_id = l.member_id
    join app.loan_configuration c on c.loan_configuration_id = l.loan_configuration_id join app.cooperative s on s.cooperative_id = l.cooperative_id
    where g.loan_id = ${loanId} and g.member_id = ${memberId}`)
  return found ?? refuse('not_found')
}

/** The phone that a consent link and its codes can go to; empty where there is none. A borrower's session does not read it, so this is read before it. */
export async function findPhoneForCodes(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<string> {
  const found = await tx.maybe<{ phone: string }>(
    sql`select ${phoneForCodes} as phone from app.member m where cooperative_id = ${cooperativeId} and member_id = ${memberId} and removed_at is null`,
  )
  return found?.phone ?? ''
}

/** The phone of a member in the register; empty where there is none. */
export async function findPhone(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<string> {
  const found = await tx.maybe<{ phone: string | null }>(
    sql`select phone from app.member where cooperative_id = ${cooperativeId} and member_id = ${memberId} and removed_at is null`,
  )
  return found?.phone ?? ''
}

/** `isOwn`: this officer added it, under whichever login. */
export type WaitingPaper = { paperId: GuaranteePaperId; documentId: DocumentId; isOwn: boolean }

/** The signed form that waits, locked. Refuses: guarantee_paper_missing, also where it was signed before the guarantor was asked again. */
export async function lockWaitingPaper(
  tx: Tx,
  { loginId }: TenantActor,
  loanId: LoanId,
  memberId: MemberId,
): Promise<WaitingPaper> {
  await tx.run(
    sql`select from app.guarantee_paper where loan_id = ${loanId} and member_id = ${memberId} and status = 'waiting' for update`,
  )
  const found = await tx.maybe<WaitingPaper>(sql`
    select p.paper_id, p.document_id, app.is_same_person(p.added_by, ${loginId}) as is_own from app.guarantee_paper p join app.loan_guarantor g using (cooperative_id, loan_id, member_id)
    where p.loan_id = ${loanId} and p.member_id = ${memberId} and p.status = 'waiting' and p.added_at >= g.asked_at`)
  return found ?? refuse(guaranteePaperMissing())
}

/** Signed forms that can still be confirmed: by an officer who decides on loans, neither the borrower nor the guarantor, and never by who added them. */
export const guaranteePaperApprovals: Approvals = {
  kinds: ['loan'],
  id: null,
  waits: sql`p.status = 'waiting' and g.status = 'asked' and p.added_at >= g.asked_at and (l.status = any (${guaranteedStatuses}::text[]) or g.replaces is not null and l.status = any (${reopenableStatuses}::text[]))`,
  subjects: (where) => sql`
    select p.paper_id as subject_id, 'loan' as kind, 1 as needed, p.added_by as maker_id, true as made_by_officer, p.status = 'waiting' as open, array[l.member_id, p.member_id] as member_ids
    from app.guarantee_paper p join app.loan_guarantor g using (loan_id, member_id) join app.loan l using (loan_id) where ${where}`,
  rows: (_today, { loginId }) => sql`
    select p.paper_id, 'guarantee_paper', jsonb_build_object('loanId', p.loan_id), p.member_id, c.name, nullif(g.amount, 0), (p.added_at at time zone 'Africa/Lagos')::date, 'Loan of ' || b.first_name || ' ' || b.last_name, p.added_by_name,
      p.added_at, null::int, null::int, not app.is_same_person(p.added_by, ${loginId})
    from app.guarantee_paper p join app.loan_guarantor g using (loan_id, member_id) join app.loan l using (loan_id) join app.loan_configuration c using (loan_configuration_id) join app.member b on b.member_id = l.member_id
    where ${guaranteePaperApprovals.waits}`,
}

registerApprovals(guaranteePaperApprovals)

/** Whether an officer besides this login, neither the borrower nor the guarantor, could confirm a signed form. */
export async function hasOtherConfirmer(tx: Tx, loginId: LoginId, parties: readonly MemberId[]): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`select app.has_free_decider('loan', ${loginId}, ${parties}::uuid[]) as found`,
  )
  return found
}
