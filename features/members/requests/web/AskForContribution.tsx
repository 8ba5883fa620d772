import { useQuery } from '@tanstack/react-query'
import { askForChange } from '#features/members/requests/contract.ts'
import { useState } from 'react'
import { addMonths, type Period, periodName, periodOf, periodsBetween } from '#core/calendar.ts'
import { monthsAheadMax } from '#features/members/requests/rules/member-request.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select } from '#ui/Select.tsx'
import { moneyText, todayInLagos } from '#ui/format.ts'
import { AskDrawer } from './AskDrawer.tsx'
import { ownRecordQuery } from './ask-api.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The form of a request for another monthly contribution. */
export function AskForContribution({ onClose }: { onClose: () => void }) {
  const record = useQuery(ownRecordQuery())
  const ask = useAction(askForChange)
  const now = periodOf(todayInLagos())
  const [monthly, setMonthly] = useState<Kobo>()
  const [from, setFrom] = useState<Period>(addMonths(now, 1))
  const refused = fieldErrors(ask.error)
  return (
    <AskDrawer
      title={strings.changeMyMonthlyContribution}
      ask={ask}
      fields={['contribution.monthly', 'contribution.from']}
      missing={monthly === undefined}
      change={monthly === undefined ? {} : { contribution: { monthly, from } }}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <MoneyField
            label={strings.newAmountEachMonth}
            hint={
              record.data
                ? fill(strings.youHaveAgreedToNow, {
                    monthlyContributions: moneyText(record.data.monthlyContributions),
                  })
                : '25k means 25,000.'
            }
            data-autofocus
            value={monthly}
            onChange={(amount) => {
              setMonthly(amount)
              ask.reset()
            }}
            error={tried && monthly === undefined ? strings.enterTheAmountSuchAs : refused['contribution.monthly']}
          />
          <Select
            label={strings.fromWhichMonth}
            value={from}
            options={periodsBetween(now, addMonths(now, monthsAheadMax)).map((value) => ({
              value,
              label: periodName(value),
            }))}
            onChange={(next) => next && setFrom(next)}
            error={refused['contribution.from']}
          />
        </>
      )}
    </AskDrawer>
  )
}
