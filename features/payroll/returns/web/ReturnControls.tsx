import { useState } from 'react'
import { updateReturn, postReturn } from '#features/payroll/returns/contract.ts'
import { type Day, isDay } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { Link } from '#ui/router/Link.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { moneyText, todayInLagos } from '#ui/format.ts'
import { Select, optionsOf } from '#ui/Select.tsx'
import { filePurposes, purposeLabels } from '#features/payroll/returns/rules/words.ts'
import { figuresThatDiffer } from '#features/payroll/returns/rules/figures-that-differ.ts'
import './ReturnControls.css'
import type { Return } from './api.ts'

/** The sums that must meet before anything is posted, and the button that posts. */
export function ReturnControls({
  found,
  isOpen,
  onAnother,
}: {
  found: Return
  isOpen: boolean
  onAnother: () => void
}) {
  const { totals } = found
  const post = useAction(postReturn)
  const update = useAction(updateReturn)
  const accepted = (totals.posted + totals.unallocated) as Kobo
  const [says, setSays] = useState<Kobo | undefined>(found.employerSays ?? undefined)
  const [on, setOn] = useState<string>(found.occurredOn)
  const [isAsking, setAsking] = useState(false)
  const { error } = update
  const refused = fieldErrors(update.error)
  return (
    <Card
      title="Control totals"
      description="The sum of the file is what is posted, held, refused and left out."
      actions={
        isOpen && (
          <>
            <Button needs="deduction.manage" onClick={onAnother}>
              Choose another file
            </Button>
            <Button needs="deduction.manage" look="primary" onClick={() => setAsking(true)}>
              Post return
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {error && Object.keys(refused).length === 0 && <RefusedBanner error={error} title="This was not done" />}
        <Facts
          items={[
            { label: 'Scheduled', value: <MoneyText amount={found.scheduled} /> },
            { label: 'Sum of the file', value: <MoneyText amount={totals.file} /> },
            { label: "To members' accounts and levy", value: <MoneyText amount={totals.posted} /> },
            {
              label: 'Held as unallocated',
              value: (
                <>
                  <MoneyText amount={totals.unallocated} />
                  {found.status === 'posted' && totals.unallocated > 0n && (
                    <>
                      {' '}
                      <Link to="/coop/financial-operations/held-money" search={{ scheduleId: found.scheduleId }}>
                        Allocate or return it
                      </Link>
                    </>
                  )}
                </>
              ),
            },
            { label: 'Refused', value: <MoneyText amount={totals.refused} /> },
            ...(totals.leftOut > 0n ? [{ label: 'Left out', value: <MoneyText amount={totals.leftOut} /> }] : []),
            ...(totals.open > 0n ? [{ label: 'To be named', value: <MoneyText amount={totals.open} /> }] : []),
            { label: 'The employer owes by this', value: <MoneyText amount={accepted} /> },
          ]}
        />
        {isOpen && (
          <div className="return-fields">
            {found.elements.length === 0 && (
              <Select
                label="This file is for"
                value={found.purpose}
                options={optionsOf(filePurposes, purposeLabels)}
                onChange={(purpose) => purpose && update.mutate({ returnId: found.id, purpose })}
                error={refused['purpose']}
              />
            )}
            <MoneyField
              label="The employer says it paid"
              optional
              value={says}
              onChange={setSays}
              onBlur={() =>
                (says ?? null) !== found.employerSays &&
                update.mutate({ returnId: found.id, employerSays: says ?? null })
              }
              error={refused['employerSays']}
            />
            <DateField
              label="Deducted on"
              max={todayInLagos()}
              value={on}
              onChange={(next) => {
                setOn(next)
                if (isDay(next)) update.mutate({ returnId: found.id, occurredOn: next as Day })
              }}
              error={refused['occurredOn']}
            />
          </div>
        )}
        {found.employerSays !== null && <Said said={found.employerSays} accepted={accepted} />}
      </div>
      {isAsking && (
        <ConfirmDialog
          action={{ error: post.error, isPending: post.isPending || update.isPending }}
          title="Post this return?"
          description={<WhatPosts found={found} accepted={accepted} />}
          button="Post return"
          failed="Nothing was posted"
          onConfirm={() => post.mutate({ returnId: found.id }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

function WhatPosts({ found, accepted }: { found: Return; accepted: Kobo }) {
  const { totals } = found
  const differing = figuresThatDiffer(found, accepted)
  return (
    <>
      <MoneyText amount={totals.posted} /> goes to members' accounts and the levy
      {totals.unallocated > 0n && (
        <>
          , <MoneyText amount={totals.unallocated} /> is held as unallocated
        </>
      )}
      {totals.refused > 0n && (
        <>
          , <MoneyText amount={totals.refused} /> is refused
        </>
      )}
      {totals.leftOut > 0n && (
        <>
          , <MoneyText amount={totals.leftOut} /> is left out
        </>
      )}
      . One voucher is posted, which can be reversed as a whole.
      {differing.length > 0 && (
        <>
          <strong className="return-differing">These differ from the {moneyText(accepted)} you are posting:</strong>
          {differing.map(({ label, amount }) => (
            <span className="return-differing" key={label}>
              {label}: <MoneyText amount={amount} />
            </span>
          ))}
        </>
      )}
    </>
  )
}

function Said({ said, accepted }: { said: Kobo; accepted: Kobo }) {
  if (said === accepted)
    return (
      <Banner tone="success">
        This is what the employer says: <MoneyText amount={said} />.
      </Banner>
    )
  const difference = (said > accepted ? said - accepted : accepted - said) as Kobo
  return (
    <Banner tone="warning" title="The employer says something else">
      It says <MoneyText amount={said} />, which is <MoneyText amount={difference} />{' '}
      {said > accepted ? 'more' : 'less'} than this return.
    </Banner>
  )
}
