import type {
  getReconciliation as standingContract,
  getReconciliationPaper as contract,
} from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { AgreementPaper, Section } from '#platform/files/agreement-paper.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { cellsOf, plainColumns, type TableColumn } from '#platform/files/table-columns.ts'
import { writeAgreement } from '#platform/files/table-file.ts'
import { findLetterhead, type Letterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { findUnreconciled, getReconciliation } from './queries.ts'

type Standing = Replied<typeof standingContract>
type Figures = NonNullable<Standing['figures']>
type Open = Awaited<ReturnType<typeof findUnreconciled>>

/** So many lines of each part are printed; the paper says how many more there are. */
const linesMax = 200

/** The reconciliation statement of an account as a PDF to sign. Refuses: not_found, reconciliation_without_statement. */
export async function draftReconciliation(
  tx: Tx,
  actor: TenantActor,
  { accountId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<FileDraft> {
  const [standing, letterhead] = await Promise.all([getReconciliation(tx, actor, { accountId }), findLetterhead(tx)])
  const figures = standing.figures ?? refuse('reconciliation_without_statement')
  const open = await findUnreconciled(tx, accountId, figures.asOf, linesMax)
  const { logo } = letterhead
  return new FileDraft(async () => ({
    fileName: `reconciliation-${standing.code}-${figures.asOf}.pdf`,
    mediaType: 'application/pdf',
    content: await writeAgreement({ ...paperOf(standing, figures, open, letterhead, now), logo }),
  }))
}

function paperOf(
  { code, name, proposals }: Standing,
  figures: Figures,
  { entries, lines }: Open,
  { society, registrationNumber, address }: Letterhead,
  now: Date,
): Omit<AgreementPaper, 'logo'> {
  const { asOf, depositsCount, paymentsCount, notInBooksCount } = figures
  const told = entries.map(({ number, description, ...entry }) => ({ ...entry, what: `No. ${number} ${description}` }))
  return {
    society,
    societyLines: [
      ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
      ...(address ? [address] : []),
    ],
    title: `Bank reconciliation statement of ${name}`,
    foot: `reconciliation of ${name}, ${dayText(asOf)}`,
    titleLines: [
      `Account ${code} ${name}, as at ${dayText(asOf)}. Printed on ${dayText(dayIn(now))}.`,
      ...(proposals > 0
        ? [
            `${proposals} proposed ${proposals === 1 ? 'match is' : 'matches are'} counted as matched and not confirmed yet.`,
          ]
        : []),
    ],
    sections: [
      sumsOf(figures),
      ...listed(
        'Deposits in transit',
        'In the books, not on the bank statement yet.',
        told.filter(({ amount }) => amount > 0n),
        depositsCount,
        figures.deposits,
      ),
      ...listed(
        'Unpresented payments',
        'In the books, not on the bank statement yet.',
        told.filter(({ amount }) => amount < 0n),
        paymentsCount,
        figures.payments,
      ),
      ...listed(
        'On the bank statement, not in the books',
        'To be entered in the books.',
        lines.map(({ narration, ...line }) => ({ ...line, what: narration })),
        notInBooksCount,
        figures.notInBooks,
      ),
    ],
    signatures: [
      { name: 'Prepared by', role: 'Treasurer' },
      { name: 'Checked by', role: `For ${society}` },
    ],
  }
}

type Sum = { what: string; amount: Kobo }
const sumColumns: TableColumn<Sum>[] = [
  { header: 'What', kind: 'text', width: 60, value: ({ what }) => what },
  { header: 'Naira', kind: 'money', value: ({ amount }) => amount },
]

/** From the balance of the bank, line by line, to the balance of the cash book. */
function sumsOf({
  statement,
  deposits,
  payments,
  expected,
  books,
  difference,
  notInBooks,
  unexplained,
}: Figures): Section {
  const plain = (what: string, amount: Kobo) => ({
    look: 'plain' as const,
    cells: cellsOf(sumColumns, { what, amount }),
  })
  const total = (what: string, amount: Kobo) => ({ look: 'total' as const, cells: [what, amount] })
  return {
    title: 'Reconciliation',
    columns: plainColumns(sumColumns),
    note: 'Amounts in naira (₦); what is taken off is below zero.',
    rows: [
      plain('Balance per bank statement', statement),
      plain('Add deposits in transit', deposits),
      plain('Less unpresented payments', payments),
      total('Adjusted bank balance', expected),
      plain('Balance per cash book', books),
      total('Difference', difference),
      ...(difference === zeroKobo && notInBooks === zeroKobo
        ? []
        : [
            plain('Of it on the bank statement and not in the books', notInBooks),
            plain('Left unexplained', unexplained),
          ]),
    ],
  }
}

type Item = { on: Day; what: string; amount: Kobo }
const itemColumns: TableColumn<Item>[] = [
  { header: 'Date', kind: 'date', width: 14, value: ({ on }) => on },
  { header: 'What', kind: 'text', width: 60, value: ({ what }) => what },
  { header: 'Naira', kind: 'money', value: ({ amount }) => amount },
]

function listed(title: string, note: string, items: readonly Item[], count: number, sum: Kobo): Section[] {
  if (count === 0) return []
  const more = count - items.length
  return [
    {
      title,
      columns: plainColumns(itemColumns),
      note: more > 0 ? `${note} ${more} more are not printed; the total counts them.` : note,
      rows: [
        ...items.map((item) => ({ look: 'plain' as const, cells: cellsOf(itemColumns, item) })),
        { look: 'total' as const, cells: [null, 'Total', sum] },
      ],
    },
  ]
}
