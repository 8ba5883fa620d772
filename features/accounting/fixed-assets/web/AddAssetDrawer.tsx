import { addFixedAsset } from '#features/accounting/fixed-assets/contract.ts'
import { useState } from 'react'
import { addMonths, type Day, isDay, isPeriod, type Period, periodOf, periodsBetween } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { periodName, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { AssetAccount } from './api.ts'

type Values = {
  name: string
  accountId: string
  boughtOn: string
  cost: Kobo | undefined
  salvage: Kobo | undefined
  life: string
  how: 'bought' | 'earlier'
  paidThrough: AccountId | undefined
  openingDepreciation: Kobo | undefined
  openingThrough: string
}

const landCode = '1530'

/** An asset that is bought now, or one that is in the books already. */
export function AddAssetDrawer({ accounts, onClose }: { accounts: readonly AssetAccount[]; onClose: () => void }) {
  const classes = accounts.filter(({ isClass }) => isClass)
  const [values, setValues] = useState<Values>({
    name: '',
    accountId: classes[0]?.accountId ?? '',
    boughtOn: todayInLagos(),
    cost: undefined,
    salvage: undefined,
    life: '48',
    how: 'bought',
    paidThrough: undefined,
    openingDepreciation: undefined,
    openingThrough: '',
  })
  const [tries, setTries] = useState(0)
  const save = useAction(addFixedAsset)
  const refused = fieldErrors(save.error)
  const set = (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes }))
  const isBought = values.how === 'bought'
  const willWait = useWillWait('journal', values.cost)
  const problems = problemsOf(values)
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    if (Object.keys(problems).length > 0) return
    const { name, accountId, boughtOn, cost, salvage, life, paidThrough, openingDepreciation, openingThrough } = values
    save.mutate(
      {
        name: name.trim(),
        accountId: accountId as AccountId,
        boughtOn: boughtOn as Day,
        cost: cost ?? zeroKobo,
        lifeMonths: life === '' ? null : Number(life),
        ...(salvage !== undefined && { salvage }),
        ...(isBought && { paidThrough: paidThrough as AccountId }),
        ...(!isBought &&
          isPeriod(openingThrough) &&
          life !== '' && { openingThrough, openingDepreciation: openingDepreciation ?? zeroKobo }),
      },
      toastThen(
        ({ number, state }) => (state === 'waiting' ? `${number} waits for approval` : `${number} recorded`),
        onClose,
      ),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Add an asset"
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="add-asset" busy={save.isPending}>
          {isBought && willWait ? 'Send for approval' : 'Add asset'}
        </CancelOr>
      }
    >
      <Form id="add-asset" className="stack" onSubmit={submit} problems={tries > 0 ? shown : undefined}>
        <ActionProblem
          error={save.error}
          title="The asset was not recorded"
          isBeside={Object.keys(refused).length > 0}
        />
        <TextField
          label="What it is"
          maxLength={120}
          value={values.name}
          onChange={(name) => set({ name })}
          error={shown['name']}
          data-autofocus
        />
        <Select
          label="Class"
          value={values.accountId}
          options={classes.map(({ accountId, code, name }) => ({ value: accountId, label: `${code} ${name}` }))}
          onChange={(accountId) =>
            set({
              accountId,
              ...(classes.some((each) => each.accountId === accountId && each.code === landCode) && { life: '' }),
            })
          }
          error={shown['accountId']}
        />
        <DateField
          label="Bought on"
          max={todayInLagos()}
          value={values.boughtOn}
          onChange={(boughtOn) => set({ boughtOn })}
          error={shown['boughtOn'] ?? shown['occurredOn']}
        />
        <MoneyField label="Cost" value={values.cost} onChange={(cost) => set({ cost })} error={shown['cost']} />
        <TextField
          label="Useful life in months"
          optional
          hint="Left empty, it is not depreciated, as land is. Furniture often has 60, computers 36, vehicles 48."
          inputMode="numeric"
          maxLength={4}
          value={values.life}
          onChange={(life) => set({ life })}
          error={shown['lifeMonths']}
        />
        <MoneyField
          label="Salvage value"
          optional
          hint="What it should bring at the end of its life"
          value={values.salvage}
          onChange={(salvage) => set({ salvage })}
          error={shown['salvage']}
        />
        <Select
          label="Purchase"
          value={values.how}
          options={[
            { value: 'bought', label: 'Post the purchase now' },
            { value: 'earlier', label: 'It is in the books already' },
          ]}
          onChange={(how) => set({ how: how === 'earlier' ? 'earlier' : 'bought' })}
        />
        {isBought ? (
          <PaidThrough
            label="Paid from"
            value={values.paidThrough}
            onChange={(paidThrough) => set({ paidThrough })}
            error={shown['paidThrough']}
          />
        ) : (
          values.life !== '' && <Earlier values={values} shown={shown} set={set} />
        )}
      </Form>
    </Drawer>
  )
}

/** What was depreciated before the register. */
function Earlier({
  values,
  shown,
  set,
}: {
  values: Values
  shown: Record<string, string | undefined>
  set: (changes: Partial<Values>) => void
}) {
  const now = periodOf(todayInLagos())
  const bought: Period = isDay(values.boughtOn) ? periodOf(values.boughtOn) : now
  const first = bought < addMonths(now, -60) ? addMonths(now, -60) : addMonths(bought, -1)
  return (
    <>
      <Select
        label="Depreciated through"
        hint="The last month in the books. Depreciation goes on from the next one."
        value={values.openingThrough}
        placeholder="Not depreciated yet"
        options={periodsBetween(first, now)
          .toReversed()
          .map((value) => ({ value: value as string, label: periodName(value) }))}
        onChange={(openingThrough) => set({ openingThrough })}
        error={shown['openingThrough']}
      />
      {values.openingThrough !== '' && (
        <MoneyField
          label="Depreciation by then"
          value={values.openingDepreciation}
          onChange={(openingDepreciation) => set({ openingDepreciation })}
          error={shown['openingDepreciation']}
        />
      )}
    </>
  )
}

function problemsOf({ name, boughtOn, cost, life, how, paidThrough }: Values): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Enter what it is' }),
    ...(!isDay(boughtOn) && { boughtOn: 'Choose the day' }),
    ...((cost === undefined || cost <= zeroKobo) && { cost: 'Enter an amount above zero' }),
    ...(!/^[1-9]\d{0,3}$|^$/.test(life) && { lifeMonths: 'Enter a whole number of months' }),
    ...(how === 'bought' && paidThrough === undefined && { paidThrough: 'Choose the account that paid' }),
  }
}
