import { useQuery } from '@tanstack/react-query'
import { getDividendChoice, setDividendChoice } from '#features/surplus/appropriation/contract.ts'
import { dividendDestinationNames, dividendDestinations } from '#features/surplus/appropriation/rules/destination.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Card } from '#ui/Card.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { toastThen } from '#ui/toast.ts'
import * as strings from './strings.ts'

/** Where the member's next dividend goes; nothing where the society decides that. */
export function DividendChoice() {
  const choice = useQuery(query(getDividendChoice, {}))
  const save = useAction(setDividendChoice)
  if (!choice.data?.membersChoose) return null
  return (
    <Card title={strings.yourNextDividend}>
      <div className="stack">
        {save.error && <RefusedBanner error={save.error} title={strings.yourChoiceWasNotSaved} />}
        <Select
          label={strings.payItTo}
          value={choice.data.paidTo}
          options={optionsOf(dividendDestinations, dividendDestinationNames)}
          onChange={(paidTo) =>
            paidTo !== '' &&
            save.mutate(
              { paidTo },
              toastThen(strings.choiceSaved, () => undefined),
            )
          }
        />
        <p className="muted">{strings.sharesAreBoughtAndLoans}</p>
      </div>
    </Card>
  )
}
