import { ArrowDown, ArrowUp, X } from 'lucide'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import './LayoutColumns.css'

type Layout<Field> = { field: Field; heading: string }[]

/** The columns of a file for somebody else, from left to right: which, in which order and under which headings. */
export function LayoutColumns<Field extends string>({
  layout,
  fields,
  labels,
  headingOf,
  isTried,
  onChange,
  children,
}: {
  layout: Layout<Field>
  fields: readonly Field[]
  labels: Record<Field, string>
  /** Of a column that is added. */
  headingOf: (field: Field) => string
  /** Missing headings are pointed out. */
  isTried: boolean
  onChange: (layout: Layout<Field>) => void
  /** Beside the field that adds a column. */
  children?: ReactNode
}) {
  const left = fields.filter((field) => layout.every((column) => column.field !== field))
  const move = (place: number, by: number) => {
    const next = [...layout]
    const [column] = next.splice(place, 1)
    if (column) next.splice(place + by, 0, column)
    onChange(next)
  }
  return (
    <>
      <ol className="layout-columns">
        {layout.map(({ field, heading }, place) => (
          <li key={field} className="layout-column">
            <TextField
              label={labels[field]}
              maxLength={60}
              value={heading}
              onChange={(text) =>
                onChange(layout.map((column) => (column.field === field ? { ...column, heading: text } : column)))
              }
              error={isTried && heading.trim() === '' ? 'Enter the heading' : undefined}
            />
            <div className="row layout-column__buttons">
              <IconButton
                icon={ArrowUp}
                label={`Move ${labels[field]} up`}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${labels[field]} down`}
                disabled={place === layout.length - 1}
                onClick={() => move(place, 1)}
              />
              <IconButton
                icon={X}
                label={`Leave ${labels[field]} out`}
                onClick={() => onChange(layout.filter((column) => column.field !== field))}
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
            options={optionsOf(left, labels)}
            onChange={(field) => field && onChange([...layout, { field, heading: headingOf(field) }])}
          />
        )}
        {children}
      </div>
    </>
  )
}
