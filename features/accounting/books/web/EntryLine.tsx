import { Undo2 } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural } from '#ui/format.ts'
import type { CashLine, LedgerLine } from './api.ts'

/** What an entry was, leading to the whole of it; what undid it or what it undoes is beside. */
export function EntryLine({ line }: { line: LedgerLine | CashLine }) {
  return (
    <>
      <Link
        className="report__link"
        to="/coop/financial-operations/reports/entries/$entryId"
        params={{ entryId: line.entryId }}
      >
        {line.description}
      </Link>{' '}
      {line.postings > 1 && !line.description.includes('payments of members') && (
        <span className="muted">{plural(line.postings, 'line')} </span>
      )}
      {line.reversedBy && (
        <Tag tone="warning" icon={Undo2}>
          {`Reversed by No. ${line.reversedBy.number}`}
        </Tag>
      )}
    </>
  )
}
