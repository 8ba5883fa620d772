import { Landmark } from 'lucide'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** Why the list is empty, and the step that fills it. */
export function NoLoans({
  filtered,
  onShowAll,
  onApply,
}: {
  filtered: boolean
  onShowAll: () => void
  onApply: () => void
}) {
  if (filtered)
    return (
      <EmptyState
        icon={Landmark}
        title="No loan matches"
        actions={<Button onClick={onShowAll}>Show all loans</Button>}
      />
    )
  return (
    <EmptyState
      icon={Landmark}
      title="No loans yet"
      actions={
        <Button needs="loan.apply" look="primary" onClick={onApply}>
          Enter the first application
        </Button>
      }
    >
      Members apply in their portal, or you enter the application of a member here.
    </EmptyState>
  )
}
