import { Users } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** Where the first members come from. */
export function NoMembers({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="No members yet"
      actions={
        <>
          <Button needs="member.create" onClick={onAdd}>
            Add one member
          </Button>
          <Link needs="member.create" className={buttonClass('primary')} to="/coop/member-management/import">
            Import your register
          </Link>
        </>
      }
    >
      Import your register from Excel or CSV, or add one member.
    </EmptyState>
  )
}

/** What to try where no one matches. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="No member matches"
      actions={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      Try part of a name, the last digits of a phone, or the membership number.
    </EmptyState>
  )
}
