import { ArrowDown, ArrowUp, Plus, X } from 'lucide'
import { updateEmployer } from '#contract/society/deductions.ts'
import { useState } from 'react'
import { usualLayout, whyNotLayout } from '#domain/society/deductions/layout.ts'
import { useAction } from '#web/api/use-action.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ReadOnlyUnless } from '#web/ui/ReadOnlyUnless.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useEdits } from '#web/ui/use-edits.ts'
import './LayoutEditor.css'
import { type Employer } from './api.ts'
import { fieldLabels, layoutFields } from '#domain/society/deductions/words.ts'

const reasons = {
  repeated: 'Give each column a heading of its own.',
  no_member: 'Add a column for the staff number or the membership number.',
  nothing: 'Add a column for the total or for an amount.',
}

/** Which columns the employer wants, in which order and under which headings; its return is read by the same. */
export function LayoutEditor({ employer }: { employer: Employer }) {
  const {
    values: { layout },
    edit,
    forget,
  } = useEdits({ layout: employer.layout })
  const update = useAction(updateEmployer)
  const left = layoutFields.filter((field) => layout.every((column) => column.field !== field))
  const why = whyNotLayout(layout)
  const [tries, setTries] = useState(0)
  const change = (next: typeof layout) => {
    edit({ layout: next })
    if (update.error) update.reset()
  }
  const move = (place: number, by: number) => {
    const next = [...layout]
    const [column] = next.splice(place, 1)
    if (column) next.splice(place + by, 0, column)
    change(next)
  }
  const submit = () => {
    setTries(tries + 1)
    if (why) return
    update.mutate(
      { employerId: employer.id, layout },
      {
        onSuccess: () => {
          forget()
          toast.success('Columns saved')
        },
      },
    )
  }
  return (
    <Card
      title="Columns"
      description="From left to right, as this employer wants them. A list that was sent keeps the columns with which it left."
      actions={
        <Button needs="deduction.manage" look="primary" type="submit" form="layout" busy={update.isPending}>
          Save columns
        </Button>
      }
    >
      <ReadOnlyUnless may="deduction.manage">
        <Form id="layout" className="stack" onSubmit={submit} problems={tries > 0 && why ? tries : update.error}>
          {(update.error ?? (tries > 0 && why)) && (
            <Banner tone="danger" title="The columns were not saved">
              {update.error ? sentence(update.error) : why && reasons[why]}
            </Banner>
          )}
          <ol className="layout-columns">
            {layout.map(({ field, heading }, place) => (
              <li key={field} className="layout-column">
                <TextField
                  label={fieldLabels[field]}
                  maxLength={60}
                  value={heading}
                  onChange={(text) =>
                    change(layout.map((column) => (column.field === field ? { ...column, heading: text } : column)))
                  }
                  error={tries > 0 && heading.trim() === '' ? 'Enter the heading' : undefined}
                />
                <div className="row layout-column__buttons">
                  <IconButton
                    icon={ArrowUp}
                    label={`Move ${fieldLabels[field]} up`}
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move ${fieldLabels[field]} down`}
                    disabled={place === layout.length - 1}
                    onClick={() => move(place, 1)}
                  />
                  <IconButton
                    icon={X}
                    label={`Leave ${fieldLabels[field]} out`}
                    onClick={() => change(layout.filter((column) => column.field !== field))}
                  />
                </div>
              </li>
            ))}
          </ol>
          <div className="row">
            {left.length > 0 && (
              <Select
                hideLabel
                label="Add a column"
                value=""
                placeholder="Add a column"
                options={optionsOf(left, fieldLabels)}
                onChange={(field) =>
                  field &&
                  change([
                    ...layout,
                    {
                      field,
                      heading: usualLayout.find((column) => column.field === field)?.heading ?? fieldLabels[field],
                    },
                  ])
                }
              />
            )}
            <Button look="quiet" icon={Plus} onClick={() => change([...usualLayout])}>
              Start from our usual columns
            </Button>
          </div>
        </Form>
      </ReadOnlyUnless>
    </Card>
  )
}
