import { Plus } from 'lucide'
import { updateEmployer } from '#features/payroll/employers/contract.ts'
import { lazy, Suspense, useState } from 'react'
import { usualLayout, whyNotLayout } from '#features/payroll/employers/rules/layout.ts'
import { useAction } from '#ui/api/use-action.ts'
import { sentence } from '#ui/api/api-error.ts'
import { LayoutColumns } from '#ui/parts/LayoutColumns.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { toast } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'
import type { Employer } from './api.ts'
import { fieldLabels, layoutFields } from '#features/payroll/employers/rules/words.ts'

const RememberedElements = lazy(async () => ({
  default: (await import('#features/payroll/returns/web/RememberedElements.tsx')).RememberedElements,
}))

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
  const why = whyNotLayout(layout)
  const [tries, setTries] = useState(0)
  const change = (next: typeof layout) => {
    edit({ layout: next })
    if (update.error) update.reset()
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
    <div className="stack">
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
            <LayoutColumns
              layout={layout}
              fields={layoutFields}
              labels={fieldLabels}
              headingOf={(field) => usualLayout.find((column) => column.field === field)?.heading ?? fieldLabels[field]}
              isTried={tries > 0}
              onChange={change}
            >
              <Button look="quiet" icon={Plus} onClick={() => change([...usualLayout])}>
                Start from our usual columns
              </Button>
            </LayoutColumns>
          </Form>
        </ReadOnlyUnless>
      </Card>
      <Suspense>
        <RememberedElements employerId={employer.id} />
      </Suspense>
    </div>
  )
}
