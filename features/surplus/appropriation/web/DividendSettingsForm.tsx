import { useQuery } from '@tanstack/react-query'
import { getDividendSettings, updateDividendSettings } from '#features/surplus/appropriation/contract.ts'
import {
  type DividendSettings,
  dividendDestinationNames,
  dividendDestinations,
} from '#features/surplus/appropriation/rules/destination.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toastThen } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'

/** Where dividends go, and whether members choose that themselves. */
export function DividendSettingsForm() {
  const settings = useQuery(query(getDividendSettings, {}))
  if (settings.isError) return <LoadProblem title="Failed to load where dividends go" of={settings} />
  if (!settings.data) return <SkeletonLines lines={3} />
  return (
    <ReadOnlyUnless may="configuration.update">
      <Destination settings={settings.data} />
    </ReadOnlyUnless>
  )
}

function Destination({ settings }: { settings: DividendSettings }) {
  const { values, edit, forget } = useEdits(settings)
  const save = useAction(updateDividendSettings)
  return (
    <Form
      className="stack"
      onSubmit={() => save.mutate(values, toastThen('Payment of dividends saved', forget))}
      problems={save.error}
    >
      <h3>Payment of dividends</h3>
      <ActionProblem error={save.error} title="The payment of dividends was not saved" />
      <div className="row row--fields">
        <Select
          label="Dividends are paid to"
          value={values.paidTo}
          options={optionsOf(dividendDestinations, dividendDestinationNames)}
          onChange={(paidTo) => paidTo && edit({ paidTo })}
        />
      </div>
      <p className="muted">
        Shares are bought and loans repaid from the savings, where the rest stays. What is for banks is held on an
        account of each member until you record its payment under Paid to members.
      </p>
      <Checkbox
        label="Members can choose another way for themselves"
        checked={values.membersChoose}
        onChange={(membersChoose) => edit({ membersChoose })}
      />
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save payment
        </Button>
      </div>
    </Form>
  )
}
