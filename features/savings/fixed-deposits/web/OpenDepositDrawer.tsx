import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMemberAccounts, listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { openFixedDeposit } from '#features/savings/fixed-deposits/contract.ts'
import type { listAccountTypes } from '#features/society/configuration/account-types.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { isDay } from '#core/calendar.ts'
import { depositInWords, interestSaid } from '#features/society/configuration/rules/type-terms.ts'
import { ratesOffered, termsInWords, termsOffered } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import { type DepositTerms, planDeposit } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { Refusal } from '#core/refusal.ts'
import type { AccountId, AccountTypeId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { FoundMember } from '#ui/parts/choices.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select } from '#ui/Select.tsx'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'

type DepositType = Replied<typeof listAccountTypes>

/** A deposit of a member: how much, on which terms, and where the money comes from. */
export function OpenDepositDrawer({ types, onClose }: { types: readonly DepositType[]; onClose: () => void }) {
  const [member, setMember] = useState<FoundMember>()
  const [typeId, setTypeId] = useState<AccountTypeId | undefined>(types[0]?.id)
  const [term, setTerm] = useState<number>()
  const [amount, setAmount] = useState<Kobo>()
  const [from, setFrom] = useState('')
  const [on, setOn] = useState<string>(todayInLagos())
  const [tries, setTries] = useState(0)
  const open = useAction(openFixedDeposit)
  const sources = useSources(member)
  const type = types.find(({ id }) => id === typeId)
  const terms = type && interestSaid(null, type.fixedDeposit).deposit
  const months = term ?? terms?.months
  const refused = fieldErrors(open.error)
  const problems = {
    ...(!member && { memberId: 'Choose the member' }),
    ...(amount === undefined && { amount: 'Enter the amount' }),
    ...(!isDay(on) && { occurredOn: 'Choose the day' }),
  }
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const submit = () => {
    setTries(tries + 1)
    if (!member || amount === undefined || !isDay(on) || !typeId) return
    const [kind, id] = from.split(':')
    const source =
      kind === 'savings'
        ? { fromAccountTypeId: id as AccountTypeId }
        : kind === 'society'
          ? { paidThrough: id as AccountId }
          : {}
    open.mutate(
      { memberId: member.memberid, accountTypeId: typeId, months, amount, occurredOn: on, ...source },
      toastThen(({ certificate, maturesOn }) => `${certificate} opened until ${dayText(maturesOn)}`, onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Open a deposit"
      description="The money is bound until it matures; until then it can only be broken."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="open-deposit" busy={open.isPending}>
          Open the deposit
        </CancelOr>
      }
    >
      <Form
        id="open-deposit"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : open.error}
      >
        {open.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={open.error} title="The deposit was not opened" />
        )}
        <MemberField
          label="Member"
          onlyActive
          autoFocus
          selected={member}
          error={shown['memberId']}
          onSelect={setMember}
        />
        <Select
          label="Deposit"
          value={typeId ?? ''}
          options={types.map(({ id, name, fixedDeposit }) => ({
            value: id as string,
            label: fixedDeposit ? `${name}, ${depositInWords(fixedDeposit)}` : name,
          }))}
          onChange={(id) => {
            setTypeId((id || undefined) as AccountTypeId | undefined)
            setTerm(undefined)
          }}
          error={shown['accountTypeId']}
        />
        <MoneyField
          label="Amount"
          hint={type?.fixedDeposit ? `From ${moneyText(type.fixedDeposit.leastAmount)} on` : undefined}
          value={amount}
          onChange={setAmount}
          error={shown['amount']}
        />
        {terms && termsOffered(terms).length > 1 && (
          <Select
            label="Term"
            value={String(months)}
            options={termsOffered(terms).map((each) => ({
              value: String(each),
              label: `${termsInWords([each])}, ${earningText(terms, { months: each, amount, on })}`,
            }))}
            onChange={(chosen) => setTerm(Number(chosen))}
            error={shown['months']}
          />
        )}
        <Select
          label="Paid from"
          value={from || (sources[0]?.value ?? '')}
          options={sources}
          onChange={setFrom}
          error={shown['paidThrough'] ?? shown['fromAccountTypeId']}
        />
        <DateField label="Opened on" max={todayInLagos()} value={on} onChange={setOn} error={shown['occurredOn']} />
        <Projection terms={terms} months={months} amount={amount} on={on} />
      </Form>
    </Drawer>
  )
}

/** Cash and bank of the society, and the member's savings with what is free on them. */
function useSources(member: FoundMember | undefined): { value: string; label: string }[] {
  const money = useQuery(query(listPostingAccounts, { use: 'money' }))
  const held = useQuery({
    ...query(listMemberAccounts, { memberId: member?.memberid as FoundMember['memberid'] }),
    enabled: member !== undefined,
  })
  const society = (money.data ?? [])
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ id, name }) => ({ value: `society:${id}`, label: name }))
  const savings =
    member && held.data
      ? held.data
          .filter(({ kind, free }) => kind === 'savings' && free > 0n)
          .map(({ accountTypeId, name, free }) => ({
            value: `savings:${accountTypeId}`,
            label: `${name}, ${moneyText(free)} free`,
          }))
      : []
  return [...society, ...savings]
}

type Wish = { months: number | undefined; amount: Kobo | undefined; on: string }

/** The deposit as the server would open it, once enough is typed. */
function plannedOf(terms: DepositTerms, { months, amount, on }: Wish): ReturnType<typeof planDeposit> | undefined {
  if (amount === undefined || amount <= 0n || !isDay(on)) return undefined
  return planDeposit({ name: '', terms }, { months, principal: amount, openedOn: on })
}

/** What a term earns on the amount that is typed, else its rates. */
function earningText(terms: DepositTerms, wish: Wish): string {
  const planned = plannedOf(terms, wish)
  if (planned && !(planned instanceof Refusal))
    return `${planned.rateBasisPoints / 100} %, ${moneyText(planned.interestAtMaturity)} of interest`
  return ratesOffered(terms)
    .filter(({ months }) => months === wish.months)
    .map(({ from, rateBasisPoints }) => `${rateBasisPoints / 100} % from ${moneyText(from)}`)
    .join(', ')
}

/** When it matures, at which rate and with how much. */
function Projection({ terms, ...wish }: Wish & { terms: DepositTerms | null | undefined }) {
  const planned = terms && plannedOf(terms, wish)
  if (!planned || planned instanceof Refusal) return null
  return (
    <Banner>
      Matures on {dayText(planned.maturesOn)} with {moneyText(planned.interestAtMaturity)} of interest at{' '}
      {planned.rateBasisPoints / 100} % a year.
    </Banner>
  )
}
