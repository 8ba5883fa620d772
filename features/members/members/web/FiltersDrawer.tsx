import { useQuery } from '@tanstack/react-query'
import { listEmployers } from '#features/payroll/employers/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { useState } from 'react'
import { memberRoles } from '#core/actor.ts'
import { isDay } from '#core/calendar.ts'
import { peopleNames } from '#features/members/members/rules/filter-in-words.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'

const names = ['status', 'role', 'gender', 'employer', 'joinedFrom', 'joinedTo', 'arrears'] as const
type Filters = Record<(typeof names)[number], string>

const choices = {
  status: [
    ['active', 'Active'],
    ['inactive', 'Inactive'],
    ['left', 'Left'],
    ['deceased', 'Deceased'],
  ],
  role: memberRoles.map((role) => [role, peopleNames[role]] as const),
  gender: [
    ['female', 'Female'],
    ['male', 'Male'],
    ['other', 'Other'],
  ],
  arrears: [
    ['contributions', 'Owes contributions of past months'],
    ['loans', 'Has a loan that is overdue'],
  ],
} as const
const optionsOf = (pairs: readonly (readonly [string, string])[]) => pairs.map(([value, label]) => ({ value, label }))

/** All filters of the register together; what is chosen is as chips over the list. */
export function FiltersDrawer({
  filter,
  onApply,
  onClose,
}: {
  filter: (name: string) => string
  onApply: (filters: Filters) => void
  onClose: () => void
}) {
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, filter(name)])) as Filters)
  const employers = useQuery(wholeList(listEmployers, {}))
  const field = (name: (typeof names)[number]) => ({
    value: values[name],
    onChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
  })
  const wrongWay = isDay(values.joinedFrom) && isDay(values.joinedTo) && values.joinedFrom > values.joinedTo
  return (
    <Drawer
      open
      onClose={onClose}
      title="Filters"
      actions={
        <>
          <Button onClick={() => setValues(Object.fromEntries(names.map((name) => [name, ''])) as Filters)}>
            Clear all
          </Button>
          <Button look="primary" type="submit" form="member-filters">
            Show members
          </Button>
        </>
      }
    >
      <Form
        id="member-filters"
        className="stack"
        problems={wrongWay ? values : undefined}
        onSubmit={() => {
          if (wrongWay) return
          onApply(values)
          onClose()
        }}
      >
        <Select label="Status" placeholder="Any status" options={optionsOf(choices.status)} {...field('status')} />
        <Select label="Behind with" placeholder="Any" options={optionsOf(choices.arrears)} {...field('arrears')} />
        <Select
          label="Employer"
          placeholder="Any employer"
          options={(employers.data ?? []).map(({ id, name }) => ({ value: id as string, label: name }))}
          {...field('employer')}
        />
        <Select label="Role" placeholder="Any role" options={optionsOf(choices.role)} {...field('role')} />
        <Select label="Gender" placeholder="Any gender" options={optionsOf(choices.gender)} {...field('gender')} />
        <div className="columns">
          <DateField label="Joined from" {...field('joinedFrom')} />
          <DateField
            label="Joined by"
            {...field('joinedTo')}
            error={wrongWay ? 'Choose a day after the first' : undefined}
          />
        </div>
      </Form>
    </Drawer>
  )
}
