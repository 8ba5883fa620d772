import { type previewDividend, runDividend } from '#features/surplus/appropriation/contract.ts'
import { useState } from 'react'
import type { Parsed } from '#core/contract/endpoint.ts'
import { isDay } from '#core/calendar.ts'
import { dividendDestinationNames } from '#features/surplus/appropriation/rules/destination.ts'
import {
  departureNames,
  departureReasonMax,
  departureReasonMin,
} from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { excludedBy } from '#features/surplus/appropriation/rules/exclusion.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { CallReply } from '#ui/api/call.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, moneyText, plural, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { AccountType } from './api.ts'

type Terms = Omit<Parsed<typeof runDividend>, 'paidTo' | 'members' | 'net' | 'occurredOn' | 'departure'>

/** The last look before members get their dividend. */
export function PayDividendDialog({
  terms,
  summary,
  savings,
  onClose,
  onDone,
}: {
  terms: Terms
  summary: CallReply<typeof previewDividend>['summary']
  savings: readonly AccountType[]
  onClose: () => void
  onDone: () => void
}) {
  const {
    basis,
    name,
    yearEnd,
    members,
    excludedMembers,
    excluding,
    excludedByName,
    net,
    tax,
    approvals,
    destinations,
    departures,
  } = summary
  const [paidTo, setPaidTo] = useState(() => savings.find(({ isDefault }) => isDefault) ?? savings[0])
  const [on, setOn] = useState<string>(todayInLagos())
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const pay = useAction(runDividend)
  const isUnexplained = departures.length > 0 && reason.trim().length < departureReasonMin
  const refused = fieldErrors(pay.error)
  const submit = () => {
    setTries(tries + 1)
    if (!isDay(on) || !paidTo || isUnexplained) return
    pay.mutate(
      {
        ...terms,
        paidTo: paidTo.id,
        members,
        net,
        occurredOn: on,
        ...(departures.length > 0 && { departure: reason }),
      },
      toastThen(
        ({ status, entryNumber }) =>
          status === 'pending' ? 'The dividend waits for approval' : `Dividend posted as voucher No. ${entryNumber}`,
        onDone,
      ),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Pay ${moneyText(net)} to members?`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="pay-dividend" busy={pay.isPending}>
          {approvals > 0 ? 'Send for approval' : 'Pay to members'}
        </CancelOr>
      }
    >
      <Form
        id="pay-dividend"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && isUnexplained ? tries : pay.error}
      >
        {pay.error && !refused['occurredOn'] && !refused['departure'] && (
          <RefusedBanner error={pay.error} title="Nothing was posted" />
        )}
        <p>
          {plural(members, 'member')} {members === 1 ? 'gets' : 'get'}{' '}
          {basis === 'named' ? 'what was entered by name' : 'their part'} of the {name.toLowerCase()} of the year to{' '}
          {dayText(yearEnd)}, as one voucher. {tax > 0n && `${moneyText(tax)} is withheld for tax. `}
          {excludedMembers > 0 &&
            `${plural(excludedMembers, 'member')} ${excludedMembers === 1 ? 'is' : 'are'} excluded: ${excludedBy({ excluding, excludedMembers, excludedByName })}. `}
          {approvals > 0 && 'Another officer approves it first. '}It can be reversed as one.
        </p>
        {destinations.some(({ paidTo: to }) => to !== 'savings') && (
          <Facts
            items={destinations.map(({ paidTo: to, members: count, net: part }) => ({
              label: `${dividendDestinationNames[to]}, ${plural(count, 'member')}`,
              value: <MoneyText amount={part} />,
            }))}
          />
        )}
        {departures.length > 0 && (
          <TextField
            label="Why not as in your bye-laws"
            hint={`They say otherwise on ${departures.map((each) => departureNames[each]).join(', ')}. The reason is stored with the dividend.`}
            maxLength={departureReasonMax}
            value={reason}
            onChange={setReason}
            error={
              refused['departure'] ??
              (tries > 0 && isUnexplained ? `Enter the reason, at least ${departureReasonMin} characters` : undefined)
            }
          />
        )}
        <Select
          label="Savings account"
          value={paidTo?.id ?? ''}
          options={savings.map(({ id, name: label }) => ({ value: id as string, label }))}
          onChange={(value) => setPaidTo(savings.find(({ id }) => id === value))}
          error={refused['paidTo']}
        />
        <DateField
          label="Date of the voucher"
          max={todayInLagos()}
          value={on}
          onChange={setOn}
          error={refused['occurredOn']}
        />
      </Form>
    </Dialog>
  )
}
