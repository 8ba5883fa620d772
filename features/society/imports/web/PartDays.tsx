import { type PartDayChoice, partDayChoices, partDayWords } from '#features/society/imports/rules/part-day.ts'
import { Card } from '#ui/Card.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { plural } from '#ui/format.ts'
import type { Import } from './api.ts'

/** Which day is used for all dates that are a year or a month alone. */
export function PartDays({ found, onChoose }: { found: Import; onChoose: (choice: PartDayChoice) => void }) {
  const rows = found.rowsWithPartDays
  return (
    <Card
      title="Dates with a year or month only"
      description={`${plural(rows, 'row')} ${rows === 1 ? 'has' : 'have'} a date such as 2014 or Apr 2015. Choose the day to use for all of them. To use another day, enter the full date in its row.`}
    >
      <Select
        label="Day to use"
        value={found.partDays ?? ''}
        placeholder="Choose a day"
        options={optionsOf(partDayChoices, partDayWords)}
        hint={
          found.partDays === 'first'
            ? '2014 becomes 1 January 2014, Apr 2015 becomes 1 April 2015.'
            : found.partDays === 'last'
              ? '2014 becomes 31 December 2014, Apr 2015 becomes 30 April 2015. A year or month that has not ended becomes today.'
              : 'For dates of joining and of birth.'
        }
        onChange={(choice) => choice && onChoose(choice)}
      />
    </Card>
  )
}
