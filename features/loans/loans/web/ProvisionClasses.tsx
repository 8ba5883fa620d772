import { useQuery } from '@tanstack/react-query'
import { getProvisionClasses, updateProvisionClasses } from '#features/loans/portfolio/contract.ts'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'

type Classes = Replied<typeof getProvisionClasses>['classes']

/** From how many days late each class begins, and what is set aside of it. */
export function ProvisionClasses({ onClose }: { onClose: () => void }) {
  const asked = useQuery(query(getProvisionClasses, {}))
  if (asked.data) return <ClassesForm classes={asked.data.classes} onClose={onClose} />
  return (
    <Drawer open onClose={onClose} title="Classes of the provision">
      {asked.isError ? <LoadProblem title="Failed to load the classes" of={asked} /> : <SkeletonLines lines={6} />}
    </Drawer>
  )
}

function ClassesForm({ classes, onClose }: { classes: Classes; onClose: () => void }) {
  const [lines, setLines] = useState(() =>
    classes.map(({ name, from, percent }) => ({ name, from: String(from), percent: String(percent) })),
  )
  const [tries, setTries] = useState(0)
  const save = useAction(updateProvisionClasses)
  const refused = fieldErrors(save.error)
  const isDays = (text: string) => /^\d{1,4}$/.test(text)
  const isPercent = (text: string) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100
  const isWhole = lines.every(({ from, percent }) => isDays(from) && isPercent(percent))
  const change = (index: number, changes: Partial<(typeof lines)[number]>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...changes } : line)))
  function submit() {
    setTries(tries + 1)
    if (!isWhole) return
    save.mutate(
      { classes: lines.map(({ from, percent }) => ({ from: Number(from), percent: Number(percent) })) },
      toastThen('Classes saved', onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Classes of the provision"
      description="To begin with they are those of the Central Bank of Nigeria’s Revised Regulatory and Supervisory Guidelines for Microfinance Banks (2013): 1, 5, 20, 50 and 100 %. They do not bind cooperatives, but auditors know them. Enter what your bye-laws say."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="provision-classes" busy={save.isPending}>
          Save classes
        </CancelOr>
      }
    >
      <Form
        id="provision-classes"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && !isWhole ? tries : save.error}
      >
        <ActionProblem
          error={save.error}
          title="The classes were not saved"
          isBeside={Object.keys(refused).length > 0}
        />
        {lines.map(({ name, from, percent }, index) => (
          <div className="row row--fields" key={name}>
            <TextField
              label={`${name} from (days)`}
              inputMode="numeric"
              maxLength={4}
              readOnly={index === 0}
              value={from}
              onChange={(text) => change(index, { from: text })}
              error={
                refused[`classes.${index}.from`] ??
                (tries > 0 && !isDays(from) ? 'Enter a whole number of days' : undefined)
              }
            />
            <TextField
              label="Percent to set aside"
              inputMode="decimal"
              maxLength={6}
              value={percent}
              onChange={(text) => change(index, { percent: text })}
              error={
                refused[`classes.${index}.percent`] ??
                (tries > 0 && !isPercent(percent) ? 'Enter a percentage from 0 to 100' : undefined)
              }
            />
          </div>
        ))}
      </Form>
    </Drawer>
  )
}
