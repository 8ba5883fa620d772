import { useQuery } from '@tanstack/react-query'
import { listBankLines, listOpenEntries, matchLines } from '#features/accounting/reconciliation/contract.ts'
import { CircleCheck } from 'lucide'
import { type ComponentProps, useState } from 'react'
import type { AccountId, BankLineId, EntryId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import './MatchDialog.css'
import { entryColumns } from './OpenEntries.tsx'
import type { BankLine, OpenEntry } from './api.ts'

const lineColumns: Column<BankLine>[] = [
  { key: 'on', header: 'Date', width: '112px', cell: ({ on }) => <DateText on={on} /> },
  { key: 'narration', header: 'On the statement', card: 'title', cell: ({ narration }) => narration || '–' },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'corner',
    cell: ({ amount }) => <MoneyText amount={amount} />,
  },
]

/** What was ticked, kept whole, because it may be on another page. */
function useTicked<Row>(keyOf: (row: Row) => string, start: readonly Row[]) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(() => new Map(start.map((row) => [keyOf(row), row])))
  const select = (rows: readonly Row[] | undefined) => (keys: Set<string>) => {
    const known = new Map([...ticked, ...(rows ?? []).map((row) => [keyOf(row), row] as const)])
    setTicked(new Map([...known].filter(([key]) => keys.has(key))))
  }
  return { ticked, select }
}

/** Says what lines of the bank are in the books: one or several of each side, which come to the same. */
export function MatchDialog({
  accountId,
  line,
  onClose,
}: {
  accountId: AccountId
  line: BankLine
  onClose: () => void
}) {
  const [[linesPage, entriesPage], setPages] = useState([1, 1])
  const side = line.amount > 0n ? 'in' : 'out'
  const entries = useQuery(query(listOpenEntries, { accountId, side, page: entriesPage, limit: 10 }))
  const lines = useQuery(query(listBankLines, { accountId, show: 'open', page: linesPage, limit: 10 }))
  const ofLines = useTicked<BankLine>(({ id }) => id, [line])
  const ofEntries = useTicked<OpenEntry>(({ entryId }) => entryId, [])
  const match = useAction(matchLines)
  const [told, posted] = [sumOf(ofLines.ticked), sumOf(ofEntries.ticked)]
  const why = whyNotYet(ofLines.ticked.size, ofEntries.ticked.size, told, posted)
  return (
    <Drawer
      wide
      open
      onClose={onClose}
      title={`What is ${moneyText(line.amount)} in the books?`}
      description={line.narration}
      actions={
        <>
          <p aria-live="polite" className="dialog__sentence">
            Statement <span className="number">{moneyText(told)}</span>, books{' '}
            <span className="number">{moneyText(posted)}</span>, difference{' '}
            <strong className="number">{moneyText(kobo(told - posted))}</strong>. {why}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={match.isPending}
            disabled={why !== undefined}
            onClick={() =>
              match.mutate(
                {
                  accountId,
                  lineIds: [...ofLines.ticked.keys()] as BankLineId[],
                  entryIds: [...ofEntries.ticked.keys()] as EntryId[],
                },
                toastThen('Matched', onClose),
              )
            }
          >
            Match
          </Button>
        </>
      }
    >
      <div className="stack">
        {match.error && <RefusedBanner error={match.error} title="This was not matched" />}
        <div className="match-sides">
          <Side
            title="On the statement"
            asked={lines}
            failed="Failed to load the lines"
            set={({ page = 1 }) => setPages([page, entriesPage])}
            caption="Lines that are not in the books"
            columns={lineColumns}
            rowKey={({ id }) => id}
            selected={new Set(ofLines.ticked.keys())}
            onSelect={ofLines.select(lines.data?.rows.filter(({ waiting }) => !waiting))}
          />
          <Side
            title="In the books"
            asked={entries}
            failed="Failed to load the entries"
            set={({ page = 1 }) => setPages([linesPage, page])}
            caption="Entries that no statement shows"
            columns={entryColumns}
            rowKey={({ entryId }) => entryId}
            selected={new Set(ofEntries.ticked.keys())}
            onSelect={ofEntries.select(entries.data?.rows)}
            empty={
              <EmptyState icon={CircleCheck} title="Nothing in the books is open">
                Record what the bank did from its line: that matches the two by itself.
              </EmptyState>
            }
          />
        </div>
      </div>
    </Drawer>
  )
}

function Side<Row>({ title, ...list }: { title: string } & ComponentProps<typeof List<Row>>) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <List limited dense loadingRows={3} {...list} />
    </section>
  )
}

function sumOf(ticked: ReadonlyMap<string, { amount: Kobo }>): Kobo {
  return sumKobo([...ticked.values()].map(({ amount }) => amount))
}

/** Why the two sides are no match yet. */
function whyNotYet(lines: number, entries: number, told: Kobo, posted: Kobo): string | undefined {
  if (lines === 0) return 'Tick the lines of the statement.'
  if (entries === 0) return 'Tick what they are in the books.'
  return told === posted ? undefined : 'Tick more or fewer, until nothing differs.'
}
