import { ChevronLeft, ChevronRight } from 'lucide'
import { type Period, addMonths, periodOf, periodsBetween } from '#core/calendar.ts'
import { IconButton } from './Button.tsx'
import { periodName, todayInLagos } from './format.ts'
import './MonthPicker.css'
import { Select } from './Select.tsx'

/** Months to choose from, newest first: three years back to one ahead, and the chosen one wherever it lies. */
export function monthOptions(chosen: Period | undefined): { value: Period; label: string }[] {
  const now = periodOf(todayInLagos())
  const months = periodsBetween(addMonths(now, -36), addMonths(now, 12))
  if (chosen && !months.includes(chosen)) months.push(chosen)
  return months
    .toSorted()
    .toReversed()
    .map((value) => ({ value, label: periodName(value) }))
}

/** A month, with the way to its neighbours. */
export function MonthPicker({
  label,
  value,
  onChange,
}: {
  label: string
  value: Period
  onChange: (month: Period) => void
}) {
  return (
    <div className="month-picker">
      <IconButton icon={ChevronLeft} label="Month before" onClick={() => onChange(addMonths(value, -1))} />
      <Select
        hideLabel
        label={label}
        value={value}
        options={monthOptions(value)}
        onChange={(month) => month && onChange(month)}
      />
      <IconButton icon={ChevronRight} label="Month after" onClick={() => onChange(addMonths(value, 1))} />
    </div>
  )
}
