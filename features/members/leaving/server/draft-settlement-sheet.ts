import * as contract from '#features/members/leaving/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { amountInWords } from '#core/amount-in-words.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { leavingReasonLabels } from '#features/members/leaving/rules/leaving.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { action } from '#platform/action.ts'
import type { AgreementPaper, Section } from '#platform/files/agreement-paper.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { cellsOf, plainColumns, type TableColumn } from '#platform/files/table-columns.ts'
import { writeAgreement } from '#platform/files/table-file.ts'
import { getLeaving } from './get-leaving.ts'
import { findLetterhead, type Letterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { findLeaverOf, leavingNotOpen } from './reads.ts'

type Standing = Replied<typeof contract.getLeaving>
type Leaving = NonNullable<Standing['leaving']>

/** The settlement as a PDF to sign; before it is posted it says so. Refuses: not_found, leaving_not_open, where it was cancelled or reversed. */
export const draftSettlementSheet = action(contract.getSettlementSheet, async (ask, { leavingId }) => {
  const { tx, now } = ask
  const [memberId, letterhead] = await Promise.all([findLeaverOf(tx, leavingId), findLetterhead(tx)])
  const standing = await getLeaving(ask, { memberId })
  const { leaving } = standing
  if (leaving?.id !== leavingId) return refuse(leavingNotOpen())
  const { logo } = letterhead
  return new FileDraft(async () => ({
    fileName: `settlement-${standing.member.membershipno.replaceAll('/', '-')}.pdf`,
    mediaType: 'application/pdf',
    content: await writeAgreement({ ...paperOf(standing, leaving, letterhead, now), logo }),
  }))
})

function paperOf(
  { member, statement, payees }: Standing,
  leaving: Leaving,
  { society, registrationNumber, address }: Letterhead,
  now: Date,
): Omit<AgreementPaper, 'logo'> {
  const { settled } = leaving
  return {
    society,
    societyLines: [
      ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
      ...(address ? [address] : []),
    ],
    title: `Settlement of ${member.name}`,
    foot: `settlement of ${member.membershipno}`,
    titleLines: [
      settled
        ? `Settled on ${dayText(settled.on)}${settled.receiptNumber ? `, voucher ${settled.entryNumber}, receipt ${settled.receiptNumber}` : ''}.`
        : `Not settled yet: as it would be on ${dayText(statement.on)}.`,
      `Printed on ${dayText(dayIn(now))}.`,
    ],
    sections: [whose(member, leaving), sumsOf(statement), ...(payees.length > 0 ? [paidTo(payees)] : [])],
    signatures: [
      ...payees.map(({ name }) => ({ name, role: 'Received' })),
      { name: 'President', role: `For ${society}` },
      { name: 'Treasurer', role: `For ${society}` },
      { name: 'Secretary', role: `For ${society}` },
    ],
  }
}

function whose(
  { name, membershipno, joinedOn }: Standing['member'],
  { reason, noticedOn, noticeEndsOn, waived, note }: Leaving,
): Section {
  return {
    title: 'Who leaves, and why',
    facts: [
      ['Member', `${name}, membership number ${membershipno}, joined on ${dayText(joinedOn)}`],
      [leavingReasonLabels[reason], dayText(noticedOn)],
      ...(noticeEndsOn
        ? [['Notice', waived ? `Waived by ${waived.by}: ${waived.reason}` : `Until ${dayText(noticeEndsOn)}`] as const]
        : []),
      ...(note ? [['Note', note] as const] : []),
    ],
  }
}

type Line = { what: string; amount: Kobo }

const columns: TableColumn<Line>[] = [
  { header: 'What', kind: 'text', width: 60, value: ({ what }) => what },
  { header: 'Naira', kind: 'money', value: ({ amount }) => amount },
]

/** Each account and each loan on a line of its own, what is taken off below zero. */
function sumsOf({ accounts, interest: earned, loans, held, fee, net, missing }: Standing['statement']): Section {
  const lines: Line[] = [
    ...accounts.map(({ name, kind, amount }) => ({ what: kind === 'shares' ? `${name}, at par` : name, amount })),
    ...earned.map(({ name, from, to, amount }) => ({
      what: `Interest on ${name}, ${dayText(from)} to ${dayText(to)}`,
      amount,
    })),
    { what: 'Total held', amount: held },
    ...loans.flatMap(({ name, principal, interest, fees, penalties }) => [
      { what: `${name} loan: principal`, amount: kobo(-principal) },
      { what: `${name} loan: interest`, amount: kobo(-interest) },
      { what: `${name} loan: fees and penalties`, amount: kobo(-fees - penalties) },
    ]),
    { what: 'Leaving fee', amount: kobo(-fee) },
  ].filter(({ amount }) => amount !== 0n)
  return {
    title: 'Settlement',
    columns: plainColumns(columns),
    note:
      missing > 0n
        ? `${moneyText(missing)} is missing before it can be settled. Amounts in naira (₦).`
        : 'Amounts in naira (₦).',
    rows: [
      ...lines.map((line) => ({ look: 'plain' as const, cells: cellsOf(columns, line) })),
      { look: 'total' as const, cells: ['To be paid', net] },
    ],
  }
}

function paidTo(payees: Standing['payees']): Section {
  const total = payees.reduce((sum, { amount }) => kobo(sum + amount), kobo(0))
  return {
    title: 'Paid to',
    facts: [
      ...payees.map(
        ({ name, relationship, sharePercent, amount, paidThrough, paidOn }) =>
          [
            sharePercent < 100 ? `${sharePercent} %` : 'All',
            `${name}${relationship ? `, ${relationship}` : ''}: ${moneyText(amount)}${paidOn ? `, paid on ${dayText(paidOn)} from ${paidThrough}` : ', not paid yet'}`,
          ] as const,
      ),
      ['In words', amountInWords(total)] as const,
    ],
  }
}
