import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { MemberId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/statements/contract.ts'
import { statementDays } from '#features/savings/statements/rules/statement.ts'
import { action, type Ask } from '#platform/action.ts'
import type { Section } from '#platform/files/agreement-paper.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { cellsOf, plainColumns, type PlainRow, type TableColumn } from '#platform/files/table-columns.ts'
import { draftPaper } from './draft-paper.ts'
import {
  addressOf,
  findCheck,
  findStatement,
  ownMemberId,
  type Statement,
  statementFiguresOf,
  statementLinkOver,
} from './reads.ts'

const statementLinkStale = refusal(
  'statement_link_stale',
  409,
  'Something was posted in these days since the link was made. Make a new link, so that both show the same.',
)

export const getOwnStatement = action(contract.getOwnStatement, (ask, input) =>
  draftStatement(ask, ownMemberId(ask.actor), input),
)

export const getMemberStatement = action(contract.getMemberStatement, (ask, { memberId, ...input }) =>
  draftStatement(ask, memberId, input),
)

/** The statement of these days, this month's where none are named, as data or on paper. Refuses: statement_days_wrong, statement_too_long, statement_link_over, statement_link_stale. */
async function draftStatement(
  { tx, now, today, context }: Ask,
  memberId: MemberId,
  { from, to, format, check }: Parsed<typeof contract.getOwnStatement>,
): Promise<Statement | FileDraft> {
  const days = statementDays({ from, to }, now)
  const statement = await findStatement(tx, memberId, days)
  if (format !== 'pdf') return statement
  const link = await findCheck(tx, memberId, check, now)
  if (link && (link.from !== days.from || link.to !== days.to)) refuse(statementLinkOver({ field: 'check' }))
  // The paper and the page that confirms it never differ.
  if (link && !isSame(link.figures, statementFiguresOf(statement))) refuse(statementLinkStale({ field: 'check' }))
  const { member, society } = statement
  return draftPaper(tx, `statement-${member.membershipno.replaceAll('/', '-')}-${days.from}-${days.to}.pdf`, {
    society,
    title: 'Statement of account',
    foot: `statement of ${member.membershipno}`,
    titleLines: [
      `${member.name}, membership number ${member.membershipno}`,
      `${dayText(days.from)} to ${dayText(days.to)}. Printed on ${dayText(today)}. Amounts in naira (₦).`,
    ],
    sections: sectionsOf(statement),
    check: link
      ? {
          url: addressOf(context.publicUrl(), link.token),
          words: `Until ${dayText(dayIn(link.expiresAt))} this page shows what ${society} gave out on ${dayText(dayIn(link.madeAt))}. Compare the figures.`,
        }
      : null,
  })
}

/** JSONB gives its keys back in an order of its own. */
function isSame(one: object, other: object): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    )
  return text(one) === text(other)
}

type Account = Statement['accounts'][number]
type Line = Account['lines'][number]

const columnsFor = ({ kind }: Account): TableColumn<Line>[] => [
  { header: 'Date', kind: 'date', width: 14, value: ({ on }) => on },
  { header: 'What', kind: 'text', width: 30, value: ({ description }) => description },
  { header: 'Receipt', kind: 'text', width: 20, value: ({ receiptNumber }) => receiptNumber },
  { header: kind === 'loan' ? 'Paid out' : 'In', kind: 'money', width: 14, value: (line) => some(line.in) },
  { header: kind === 'loan' ? 'Repaid' : 'Out', kind: 'money', width: 14, value: ({ out }) => some(out) },
  { header: kind === 'loan' ? 'Owed' : 'Balance', kind: 'money', width: 14, value: ({ balance }) => balance },
]

/** Nothing is left empty, as in a passbook. */
function some(amount: Kobo): Kobo | null {
  return amount === 0n ? null : amount
}

/** What is on paper of a statement. */
export function sectionsOf({ accounts, totals, pledges, from, to }: Statement): Section[] {
  const { saved, owed } = totals
  return [
    {
      title: 'Together',
      facts: [
        [
          `Held on ${dayText(to)}`,
          `${moneyText(saved.closing)} (before these days ${moneyText(saved.opening)}, in ${moneyText(saved.in)}, out ${moneyText(saved.out)})`,
        ],
        ...(owed.opening !== 0n || owed.in !== 0n
          ? [
              [
                `Owed on ${dayText(to)}`,
                `${moneyText(owed.closing)} of principal (before these days ${moneyText(owed.opening)}, paid out ${moneyText(owed.in)}, repaid ${moneyText(owed.out)})`,
              ] as const,
            ]
          : []),
      ],
    },
    ...accounts.map((account) => accountSection(account, from, to)),
    {
      title: 'Pledged',
      ...(pledges.length === 0
        ? { sentences: [`Nothing of these savings was pledged for a loan or was held on ${dayText(to)}.`] }
        : {
            facts: pledges.map(
              ({ account, amount, reason, since }) =>
                [account, `${moneyText(amount)} pledged on ${dayText(dayIn(since))}: ${reason}`] as const,
            ),
          }),
    },
  ]
}

function accountSection(account: Account, from: Day, to: Day): Section {
  const columns = columnsFor(account)
  const edge = (
    look: PlainRow['look'],
    on: Day,
    words: string,
    sums: { in: Kobo; out: Kobo } | undefined,
    balance: Kobo,
  ): PlainRow => ({ look, cells: [on, words, null, sums?.in ?? null, sums?.out ?? null, balance] })
  return {
    title: account.name,
    note: '',
    columns: plainColumns(columns),
    rows: [
      edge('plain', from, 'Brought forward', undefined, account.opening),
      ...account.lines.map((line) => ({ look: 'plain' as const, cells: cellsOf(columns, line) })),
      edge('total', to, 'Carried forward', account, account.closing),
    ],
  }
}
