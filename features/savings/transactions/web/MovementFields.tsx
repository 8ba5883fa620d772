import { useQuery } from '@tanstack/react-query'
import { getConfiguration } from '#features/society/configuration/contract.ts'
import { listPostingAccounts, listMemberAccounts } from '#features/savings/transactions/movements.ts'
import { Suspense, lazy } from 'react'
import type { AccountId, AccountTypeId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { MovementType } from '#features/savings/transactions/rules/movement-types.ts'
import { isInShares } from '#features/savings/transactions/rules/movement.ts'
import { query } from '#ui/api/query.ts'
import { type FoundMember, choiceQueries } from '#ui/parts/choices.ts'
import { fieldsOf } from '#ui/Form.tsx'
import { DateField } from '#ui/DateField.tsx'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { fill } from '#core/fill.ts'
import { tellerNumberOrReference } from '#ui/parts/strings.ts'
import * as strings from './strings.ts'

const PayTo = lazy(async () => ({ default: (await import('#ui/parts/PayTo.tsx')).PayTo }))

/** What is in the form. A place is an account type of the member's, or (`society:`) cash or bank of the society. */
export type Values = {
  saver: FoundMember | undefined
  taker: FoundMember | undefined
  amount: Kobo | undefined
  shares: string
  occurredOn: string
  accountTypeId: AccountTypeId | undefined
  toAccountTypeId: AccountTypeId | undefined
  place: string
  paidThrough: AccountId | undefined
  incomeAccountId: AccountId | undefined
  reference: string
  description: string
}
export type Problems = Partial<Record<keyof Values | 'memberId' | 'toMemberId', string>>

const dates: Record<MovementType, string> = {
  deposit: strings.datePaid,
  withdrawal: strings.datePaidOut,
  transfer: strings.date,
  share_purchase: strings.date,
  share_transfer: strings.date,
  share_redemption: strings.date,
  charge: strings.date,
}

const notes: Record<MovementType, { officer: string; own: string }> = {
  deposit: { officer: strings.tellerNumberWhoBroughtIt, own: strings.bankNameOnTheTransfer },
  withdrawal: { officer: strings.whoReceivedItChequeNumber, own: strings.whatItIsFor },
  transfer: { officer: strings.whoAskedForIt, own: strings.whatItIsFor },
  share_purchase: { officer: strings.tellerNumberWhoBroughtIt, own: strings.bankNameOnTheTransfer },
  share_transfer: { officer: strings.resolutionOfTheCommittee, own: '' },
  share_redemption: { officer: strings.resolutionOfTheCommittee, own: '' },
  charge: { officer: strings.whatItIsForSuch, own: '' },
}

type Asked = {
  type: MovementType
  officer: boolean
  memberId: MemberId | undefined
  values: Values
  shown: Problems
  set: (changes: Partial<Values>) => void
}

/** The fields that one kind of movement asks for. */
export function MovementFields({ type, officer, memberId, values, shown, set }: Asked) {
  const [from, to] = accountLabels(type)
  const own = useOwnAccounts(memberId)
  const dated = officer || type === 'deposit'
  const field = fieldsOf(values, set, shown)
  return (
    <>
      {officer && (
        <MemberField
          label={type === 'share_transfer' ? strings.from : strings.member}
          autoFocus
          selected={values.saver}
          error={shown.memberId}
          details={({ phone, savings }) => [
            phoneText(phone),
            fill(strings.savingsSavings, { savings: moneyText(savings) }),
          ]}
          onSelect={(saver) => set({ saver })}
        />
      )}
      {type === 'share_transfer' && (
        <MemberField
          label={strings.to}
          onlyActive
          selected={values.taker}
          error={shown.toMemberId}
          onSelect={(taker) => set({ taker })}
        />
      )}
      {type === 'transfer' && officer && (
        <MemberField
          label={strings.toMember}
          optional
          hint={strings.savingsOfTheWrongMember}
          onlyActive
          except={values.saver ? [values.saver] : []}
          selected={values.taker}
          error={shown.toMemberId}
          onSelect={(taker) => set({ taker })}
        />
      )}
      {isInShares(type) ? (
        <Shares
          own={own}
          {...field('shares')}

          autoFocus={!officer}
        />
      ) : (
        <MoneyField
          label={strings.amount}
          hint={strings.means}
          {...field('amount')}

          data-autofocus={officer ? undefined : true}
        />
      )}
      {type === 'charge' && <Income values={values} shown={shown} set={set} />}
      {from && (
        <Select
          label={from}
          value={values.accountTypeId ?? ''}
          options={savingsOptions(own, type !== 'deposit')}
          onChange={(id) => set({ accountTypeId: id as AccountTypeId })}
          error={shown.accountTypeId}
        />
      )}
      {to && (
        <Select
          label={to}
          value={values.toAccountTypeId ?? ''}
          placeholder={strings.chooseTheAccount}
          options={savingsOptions(own, false)}
          onChange={(id) => set({ toAccountTypeId: (id || undefined) as AccountTypeId | undefined })}
          error={shown.toAccountTypeId}
        />
      )}
      {(type === 'share_purchase' || type === 'share_redemption' || type === 'charge') && (
        <PlaceField type={type} officer={officer} own={own} values={values} shown={shown} set={set} />
      )}
      {officer && (type === 'deposit' || type === 'withdrawal') && (
        <PaidThrough label={type === 'deposit' ? strings.paidTo : strings.paidFrom} {...field('paidThrough')} />
      )}
      {officer && type === 'withdrawal' && memberId && (
        <Suspense>
          <PayTo memberId={memberId} />
        </Suspense>
      )}
      {dated && <DateField label={dates[type]} max={todayInLagos()} {...field('occurredOn')} />}
      {(type === 'deposit' || type === 'withdrawal' || values.place.startsWith('society:')) && (
        <TextField label={tellerNumberOrReference} optional maxLength={60} {...field('reference')} />
      )}
      <TextField
        label={type === 'transfer' && values.taker ? strings.reasonBothMembersRead : strings.note}
        optional={!(type === 'transfer' && values.taker)}
        maxLength={200}
        placeholder={notes[type][officer ? 'officer' : 'own']}
        {...field('description')}
      />
    </>
  )
}

function accountLabels(type: MovementType): [from: string | undefined, to: string | undefined] {
  if (type === 'deposit') return [strings.into, undefined]
  if (type === 'withdrawal') return [strings.from, undefined]
  return type === 'transfer' ? [strings.from, strings.to] : [undefined, undefined]
}

type OwnAccount = {
  id: AccountTypeId
  name: string
  kind: string
  free: string | undefined
  shares: number | null
  releaseOn: string | undefined
}

/** The member's accounts with what is free on each, or the account types as long as no one is chosen. */
function useOwnAccounts(memberId: MemberId | undefined): OwnAccount[] {
  const types = useQuery(choiceQueries.accountTypes())
  const held = useQuery({
    ...query(listMemberAccounts, { memberId: memberId as MemberId }),
    enabled: memberId !== undefined,
  })
  if (memberId !== undefined && held.data) {
    return held.data.map(({ accountTypeId: id, name, kind, free, shares, releaseOn }) => ({
      id,
      name,
      kind,
      shares,
      free: moneyText(free),
      releaseOn: releaseOn !== null && releaseOn > todayInLagos() ? dayText(releaseOn) : undefined,
    }))
  }
  return (
    types.data?.map(({ id, name, kind }) => ({
      id,
      name,
      kind,
      free: undefined,
      shares: null,
      releaseOn: undefined,
    })) ?? []
  )
}

function savingsOptions(own: readonly OwnAccount[], isOut: boolean) {
  return own
    .filter(({ kind }) => kind === 'savings')
    .map(({ id, name, free, releaseOn }) => ({
      value: id,
      label: [
        name,
        ...(isOut && free !== undefined ? [fill(strings.amountFree, { free })] : []),
        ...(isOut && releaseOn !== undefined ? [fill(strings.fromDay, { releaseOn })] : []),
      ].join(', '),
    }))
}

function Shares({
  own,
  value,
  error,
  onChange,
  autoFocus,
}: {
  own: readonly OwnAccount[]
  value: string
  error: string | undefined
  onChange: (shares: string) => void
  autoFocus: boolean
}) {
  const settings = useQuery(query(getConfiguration, {}))
  const held = own.find(({ kind }) => kind === 'shares')?.shares
  const par = settings.data
    ? fill(strings.oneShareIs, { shareParValue: moneyText(settings.data.shareParValue) })
    : undefined
  return (
    <TextField
      label={strings.shares}
      hint={[par, typeof held === 'number' ? fill(strings.heldNow, { held }) : undefined].filter(Boolean).join('; ')}
      inputMode="numeric"
      value={value}
      onChange={onChange}
      error={error}
      data-autofocus={autoFocus ? true : undefined}
    />
  )
}

function Income({ values, shown, set }: Pick<Asked, 'values' | 'shown' | 'set'>) {
  const accounts = useQuery(query(listPostingAccounts, { use: 'income' }))
  return (
    <Select
      label={strings.forText}
      value={values.incomeAccountId ?? ''}
      placeholder={strings.chooseWhatItIsFor}
      options={accounts.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(id) => set({ incomeAccountId: id || undefined })}
      error={shown.incomeAccountId}
    />
  )
}

/** Cash or bank of the society, or savings of the member: where the money comes from or goes to. */
function PlaceField({
  type,
  officer,
  own,
  values,
  shown,
  set,
}: Pick<Asked, 'type' | 'officer' | 'values' | 'shown' | 'set'> & { own: readonly OwnAccount[] }) {
  const money = useQuery({ ...query(listPostingAccounts, { use: 'money' }), enabled: officer })
  const society = officer
    ? (money.data?.map(({ id, name, isDefault }) => ({
        value: isDefault ? 'society:' : `society:${id}`,
        label: name,
      })) ?? [])
    : [{ value: 'society:', label: strings.cashOrBankTransfer }]
  return (
    <Select
      label={type === 'share_redemption' ? strings.paidTo : strings.paidFrom}
      value={values.place}
      options={[...savingsOptions(own, type !== 'share_redemption'), ...society]}
      onChange={(place) => set({ place })}
      error={shown.paidThrough ?? shown.accountTypeId ?? shown.toAccountTypeId}
    />
  )
}
