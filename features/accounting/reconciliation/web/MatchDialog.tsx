import { useQuery } from '@tanstack/react-query'
import { matchLines, listOpenEntries } from '#features/accounting/reconciliation/contract.ts'
import { CircleCheck } from 'lucide'
import { useState } from 'react'
import type { AccountId, EntryId } from '#core/ids.ts'
import { sumKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { entryColumns } from './OpenEntries.tsx'
import type { BankLine, OpenEntry } from './api.ts'

/** Says what a line of the bank is in the books: one entry, or several that come to it. */
export function MatchDialog({
  accountId,
  line,
  onClose,
}: {
  accountId: AccountId
  line: BankLine
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listOpenEntries, { accountId, side: line.amount > 0n ? 'in' : 'out', page, limit: 10 }))
  // Kept with their amounts, because a chosen one may be on another page.
  const [chosen, setChosen] = useState<ReadonlyMap<string, OpenEntry>>(new Map())
  const match = useAction(matchLines)
  const sum = sumKobo([...chosen.values()].map(({ amount }) => amount))
  const agrees = sum === line.amount
  const select = (keys: Set<string>) => {
    const known = new Map([
      ...chosen,
      ...(list.data?.rows ?? []).map((entry) => [entry.entryId as string, entry] as const),
    ])
    setChosen(new Map([...known].filter(([key]) => keys.has(key))))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`What is ${moneyText(line.amount)} in the books?`}
      description={line.narration}
      actions={
        <>
          <p aria-live="polite" className={agrees ? undefined : 'muted'}>
            Chosen: <span className="number">{moneyText(sum)}</span> of {moneyText(line.amount)}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={match.isPending}
            disabled={!agrees}
            onClick={() =>
              match.mutate(
                { accountId, lineIds: [line.id], entryIds: [...chosen.keys()] as EntryId[] },
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
        <List
          asked={list}
          failed="Failed to load the entries"
          set={({ page: next = 1 }) => setPage(next)}
          limited
          dense
          caption="Entries that no statement shows"
          columns={entryColumns}
          rowKey={({ entryId }) => entryId}
          selected={new Set(chosen.keys())}
          onSelect={select}
          loadingRows={3}
          empty={
            <EmptyState icon={CircleCheck} title="Nothing in the books is open">
              Enter what the bank did first; then it can be matched.
            </EmptyState>
          }
        />
      </div>
    </Dialog>
  )
}
