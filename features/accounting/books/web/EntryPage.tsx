import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, Printer, Undo2 } from 'lucide'
import { getEntry } from '#features/accounting/books/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { EntryId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import type { CallReply } from '#ui/api/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { entryKindNames } from '#features/accounting/books/rules/entry.ts'
import { countText } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { AccountLink } from './AccountLink.tsx'

type Line = Replied<typeof getEntry>

const columns: Column<Line>[] = [
  { key: 'line', header: 'Line', width: '64px', align: 'end', card: 'hidden', cell: (row) => row.line },
  { key: 'debit', header: 'Debit account', card: 'title', cell: (row) => <Side of={row.debit} /> },
  { key: 'credit', header: 'Credit account', cell: (row) => <Side of={row.credit} /> },
  moneyColumn('amount', 'Amount', (row) => row.amount, { card: 'corner' }),
]

function Side({ of }: { of: Line['debit'] }) {
  return (
    <>
      <AccountLink accountId={of.accountId} days={undefined}>
        {of.memberName ?? of.name}
      </AccountLink>{' '}
      <span className="muted number">{of.memberName ? of.name : of.code}</span>
    </>
  )
}

/** One voucher of the books, whole: what moved, who made it, where it comes from, and what ties it to the one before. */
export function EntryPage() {
  const { entryId = '' } = useParams()
  const { page, limit, set } = useListSearch()
  const asked = useQuery({
    ...query(getEntry, { entryId: entryId as EntryId, page, limit }),
    placeholderData: keepPreviousData,
  })
  const entry = asked.data?.summary
  const standing = entry?.reversedBy
    ? { icon: Undo2, tone: 'warning' as const, word: 'Reversed' }
    : { icon: CircleCheck, tone: 'success' as const, word: 'Posted' }
  return (
    <Page
      title={entry ? `Entry No. ${entry.number}` : 'Entry'}
      tabTitle="Entry"
      description={
        <span className="row">
          {entry?.description}
          {entry && (
            <Tag tone={standing.tone} icon={standing.icon}>
              {standing.word}
            </Tag>
          )}
        </span>
      }
      actions={
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
      }
    >
      {asked.isError ? (
        <LoadProblem title="Failed to load the entry" of={asked} />
      ) : (
        <div className="report stack">
          <Card>{entry && <EntryFacts entry={entry} line={asked.data?.rows[0]} />}</Card>
          <Card flush>
            <Table
              dense
              caption="Lines of the entry"
              columns={columns}
              rows={asked.data?.rows}
              rowKey={(row) => String(row.line)}
              loadingRows={2}
              busy={asked.isPlaceholderData}
              totals={entry && { debit: 'Total', amount: <MoneyText amount={entry.total} /> }}
            />
            <Pagination
              meta={asked.data?.meta}
              onPage={(next) => set({ page: next })}
              onLimit={(next) => set({ limit: next })}
            />
          </Card>
        </div>
      )}
    </Page>
  )
}

type Head = CallReply<typeof getEntry>['summary']

function EntryFacts({ entry, line }: { entry: Head; line: Line | undefined }) {
  return (
    <Facts
      items={[
        { label: 'Date', value: <DateText on={entry.on} /> },
        { label: 'Kind', value: entryKindNames[entry.kind] },
        { label: 'Made by', value: entry.by },
        { label: 'Made', value: <DateText on={entry.createdAt} time /> },
        { label: 'Reason', value: entry.reason },
        { label: 'Reverses', value: entry.reverses && <EntryNumber of={entry.reverses} /> },
        { label: 'Reversed by', value: entry.reversedBy && <EntryNumber of={entry.reversedBy} /> },
        { label: 'Comes from', value: <Source entry={entry} line={line} /> },
        { label: 'Hash', value: entry.hash && <code className="report__hash">{entry.hash}</code> },
        {
          label: 'Hash of the entry before',
          value: entry.previousHash && <code className="report__hash">{entry.previousHash}</code>,
        },
      ]}
    />
  )
}

function EntryNumber({ of: { entryId, number } }: { of: { entryId: string; number: number } }) {
  return (
    <Link to="/coop/financial-operations/reports/entries/$entryId" params={{ entryId }}>
      No. {number}
    </Link>
  )
}

/** What somebody did in the product, from which the entry was made. */
function Source({ entry, line }: { entry: Head; line: Line | undefined }) {
  const { transactions, importId } = entry.source
  if (entry.kind === 'closing')
    return (
      <Link to="/coop/financial-operations/reports/$report" params={{ report: 'closing' }}>
        Closing of the year
      </Link>
    )
  if (transactions === 0) return 'A journal of the books'
  const words = importId
    ? 'An imported file'
    : transactions === 1
      ? 'A transaction'
      : `${countText(transactions)} transactions recorded together`
  const member = transactions === 1 ? (line?.debit.memberName ?? line?.credit.memberName) : null
  // What a reversal undoes has a day of its own.
  const days = entry.reverses ? {} : { from: entry.on, to: entry.on }
  return (
    <Link to="/coop/financial-operations/transactions" search={{ ...days, q: member ?? undefined }}>
      {words}
    </Link>
  )
}
