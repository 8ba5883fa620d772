import { useQuery } from '@tanstack/react-query'
import type { EmployerId } from '#core/ids.ts'
import { listElements, updateElement } from '#features/payroll/returns/elements.ts'
import { type Purpose, purposeLabels, purposes } from '#features/payroll/returns/rules/words.ts'
import { sentence } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/LoadProblem.tsx'
import { may } from '#ui/session/may.ts'
import { Select, optionsOf } from '#ui/Select.tsx'
import { toast } from '#ui/toast.ts'

/** What officers said that the elements of an employer's files are; each can be changed, or asked again by the next file. */
export function RememberedElements({ employerId }: { employerId: EmployerId }) {
  const elements = useQuery(query(listElements, { employerId }))
  const update = useAction(updateElement)
  if (elements.data?.length === 0) return null
  return (
    <Card
      title="Elements"
      description="What its files call the elements of a salary, as you named them. A return that is not posted yet follows a change."
    >
      {!elements.data ? (
        <Loading of={elements} failed="Failed to load the elements" lines={2} />
      ) : (
        <div className="return-fields">
          {elements.data.map(({ element, purpose }) => (
            <Select<Purpose | 'forget'>
              key={element}
              label={element || 'No element'}
              value={purpose}
              options={[...optionsOf(purposes, purposeLabels), { value: 'forget', label: 'Forget it, ask again' }]}
              disabled={!may('deduction.manage') || update.isPending}
              onChange={(meant) =>
                meant &&
                update.mutate(
                  { employerId, element, purpose: meant === 'forget' ? null : meant },
                  { onError: (error) => toast.error(sentence(error)) },
                )
              }
            />
          ))}
        </div>
      )}
    </Card>
  )
}
