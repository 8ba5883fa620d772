import { useQuery } from '@tanstack/react-query'
import { getDividendChoice, setDividendChoice } from '#contract/society/surplus.ts'
import { dividendDestinationNames, dividendDestinations } from '#domain/society/surplus/destination.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Card } from '#web/ui/Card.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { toastThen } from '#web/ui/toast.ts'

/** Where the member's next dividend goes; nothing where the society decides that. */
export function DividendChoice() {
  const choice = useQuery(query(getDividendChoice, {}))
  const save = useAction(setDividendChoice)
  if (!choice.data?.membersChoose) return null
  return (
    <Card title="Your next dividend">
      <div className="stack">
        {save.error && <RefusedBanner error={save.error} title="Your choice was not saved" />}
        <Select
          label="Pay it to"
          value={choice.data.paidTo}
          options={optionsOf(dividendDestinations, dividendDestinationNames)}
          onChange={(paidTo) =>
            paidTo !== '' &&
            save.mutate(
              { paidTo },
              toastThen('Choice saved', () => undefined),
            )
          }
        />
        <p className="muted">
          Shares are bought and loans repaid from your savings, where the rest stays. A bank account needs your bank
          details under Profile.
        </p>
      </div>
    </Card>
  )
}
