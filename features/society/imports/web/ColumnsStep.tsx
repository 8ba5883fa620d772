import { useQuery } from '@tanstack/react-query'
import { listImportRows } from '#features/society/imports/contract.ts'
import { Suspense, lazy, useState } from 'react'
import { CircleCheck, CircleSlash } from 'lucide'
import { isDay } from '#core/calendar.ts'
import type { AccountTypeId } from '#core/ids.ts'
import { lackedBeside } from '#features/society/imports/rules/fields.ts'
import { query } from '#ui/api/query.ts'
import { choiceQueries } from '#ui/parts/choices.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { monthOptions } from '#ui/MonthPicker.tsx'
import { Select } from '#ui/Select.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { dayText, periodName, plural, todayInLagos } from '#ui/format.ts'
import './ColumnsStep.css'
import { WizardActions } from './WizardActions.tsx'
import { type Import, type ImportChanges, useCounted } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

const LeftOutRows = lazy(async () => ({ default: (await import('./LeftOutRows.tsx')).LeftOutRows }))
// Only who imports contributions needs these.
const OtherMonth = lazy(async () => ({ default: (await import('./OtherMonth.tsx')).OtherMonth }))
const PaidThrough = lazy(async () => ({ default: (await import('#ui/parts/PaidThrough.tsx')).PaidThrough }))

/** What every column of the file is, guessed from its heading, with its first values beside it. */
export function ColumnsStep({
  found,
  onNext,
  onOtherFile,
}: {
  found: Import
  onNext: (checked: Import) => void
  onOtherFile: () => void
}) {
  const update = useUpdateImport(found.id)
  const samples = useQuery({ ...query(listImportRows, { importId: found.id, page: 1, limit: 3 }), staleTime: 0 })
  const accountTypes = useQuery({ ...choiceQueries.accountTypes(), enabled: found.kind === 'contributions' })
  const labelOf = (field: string) => found.fields.find(({ name }) => name === field)?.label ?? field
  const halves = lackedBeside(found.mapping)
  const missing = found.missingFields.filter((field) => !halves.some(({ lacks }) => lacks.includes(field))).map(labelOf)
  // What was chosen and is not answered yet: on a slow line the next choice begins from it, not from what the server last said.
  const [chosen, setChosen] = useState<ImportChanges>({})
  const mapping = chosen.mapping ?? found.mapping
  const payment: ImportChanges = {
    period: found.period ?? undefined,
    occurredOn: found.occurredOn ?? todayInLagos(),
    accountTypeId: found.accountTypeId ?? accountTypes.data?.find(({ isDefault }) => isDefault)?.id,
    ...(found.paidThrough ? { paidThrough: found.paidThrough } : {}),
    ...chosen,
  }
  const forget = () => setChosen({})
  const isOpen =
    found.kind === 'contributions' &&
    (found.period === null || found.occurredOn === null || found.accountTypeId === null)

  function match(column: number, field: string) {
    choose({ mapping: mapping.map((one) => (one === field ? null : one)).with(column, field === '' ? null : field) })
  }
  function choose(changes: ImportChanges) {
    setChosen({ ...chosen, ...changes })
    update.mutate(changes, { onSettled: forget })
  }
  return (
    <>
      {update.error && <RefusedBanner error={update.error} title="This was not saved" />}
      {found.kind === 'contributions' && found.namedMonth?.isOther && (
        <Suspense>
          <OtherMonth found={found} />
        </Suspense>
      )}
      {found.kind === 'contributions' && (
        <Payment payment={payment} accountTypes={accountTypes.data} onChange={choose} />
      )}
      <Card
        title="Match the columns"
        description={`${plural(found.rows, 'row')} ${found.rows === 1 ? 'was' : 'were'} read. Choose what each column of your file is.`}
      >
        {found.columnsRemembered && (
          <Banner tone="info" title="Columns as last time">
            Your last file with these headings was matched in this way.
          </Banner>
        )}
        {missing.length > 0 && (
          <Banner tone="warning" title={`Still needed: ${missing.join(', ')}`}>
            Choose {missing.length === 1 ? 'it' : 'them'} for the right column of your file.
          </Banner>
        )}
        {halves.map(({ field, lacks }) => (
          <Banner key={field} tone="warning" title={`${labelOf(field)} also needs: ${lacks.map(labelOf).join(', ')}`}>
            Choose {lacks.length === 1 ? 'it' : 'them'} for the right column of your file, or leave{' '}
            {labelOf(field).toLowerCase()} out.
          </Banner>
        ))}
        <ol className="import-columns">
          {found.columns.map((heading, column) => {
            const field = mapping[column] ?? ''
            return (
              <li key={column} className="import-columns__column">
                <div className="import-columns__file">
                  <p className="import-columns__heading">{heading || `Column ${column + 1}`}</p>
                  <p className="import-columns__samples muted">
                    {samples.data ? (
                      samples.data.rows
                        .map(({ cells }) => cells[column])
                        .filter(Boolean)
                        .join(' · ') || 'empty'
                    ) : (
                      <Skeleton width="18ch" />
                    )}
                  </p>
                </div>
                <Select
                  hideLabel
                  label={`What is ${heading || `column ${column + 1}`}?`}
                  value={field}
                  placeholder="Leave out"
                  options={found.fields.map(({ name, label }) => ({
                    value: name,
                    label: found.missingFields.includes(name) ? `${label}: still needed` : label,
                  }))}
                  onChange={(next) => match(column, next)}
                />
                <span className="import-columns__state">
                  {field ? (
                    <Tag tone="success" icon={CircleCheck}>
                      Matched
                    </Tag>
                  ) : (
                    <Tag icon={CircleSlash}>Left out</Tag>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
      </Card>
      {found.rowsLeftOut > 0 && (
        <Suspense>
          <LeftOutRows found={found} busy={update.isPending} onTakeBack={(row) => update.mutate({ unskip: [row] })} />
        </Suspense>
      )}
      <WizardActions note={update.isPending ? 'Checking the file …' : undefined}>
        <Button onClick={onOtherFile}>Choose another file</Button>
        <Button
          look="primary"
          busy={update.isPending}
          disabled={found.missingFields.length > 0 || (isOpen && !payment.period)}
          onClick={() => (isOpen ? update.mutate({ ...payment, mapping }, { onSuccess: onNext }) : onNext(found))}
        >
          Check {plural(found.rows, 'row')}
        </Button>
      </WizardActions>
    </>
  )
}

function Payment({
  payment,
  accountTypes,
  onChange,
}: {
  payment: ImportChanges
  accountTypes: readonly { id: AccountTypeId; name: string }[] | undefined
  onChange: (changes: ImportChanges) => void
}) {
  const { counted, setCounted } = useCounted()
  return (
    <Card
      title="What was paid"
      description={
        payment.period &&
        payment.occurredOn &&
        `For ${periodName(payment.period)}, paid on ${dayText(payment.occurredOn)}.`
      }
    >
      <div className="columns">
        <Select
          label="For the month"
          value={payment.period ?? ''}
          options={monthOptions(payment.period)}
          {...(payment.period
            ? {}
            : { placeholder: 'Choose the month', hint: 'The file names several months or a day' })}
          onChange={(period) => period && onChange({ period })}
        />
        <DateField
          label="Date paid"
          max={todayInLagos()}
          value={payment.occurredOn ?? ''}
          onChange={(text) => isDay(text) && text <= todayInLagos() && onChange({ occurredOn: text })}
        />
        <Select
          label="Into"
          value={payment.accountTypeId ?? ''}
          options={(accountTypes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange({ accountTypeId: id as AccountTypeId })}
        />
        <Suspense>
          <PaidThrough
            label="Paid to"
            value={payment.paidThrough}
            onChange={(paidThrough) => paidThrough && onChange({ paidThrough })}
          />
        </Suspense>
        <MoneyField label="Cash or transfer counted" optional value={counted} onChange={setCounted} />
      </div>
    </Card>
  )
}
