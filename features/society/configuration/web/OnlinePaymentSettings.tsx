import { useQuery } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import { getPaymentSettings, updatePaymentSettings } from '#features/payments/online-payments/contract.ts'
import type { AccountTypeId } from '#core/ids.ts'
import type { ChargeBearer } from '#features/payments/online-payments/rules/online-payment.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { choiceQueries } from '#ui/parts/choices.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Form, fieldsOf } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'

/** Whether members pay online, to which account of the society, and who bears the charge. */
export function OnlinePaymentSettings() {
  const asked = useQuery(query(getPaymentSettings, {}))
  return (
    <section className="settings-section" aria-label="Online payments">
      <div>
        <h2>Online payments</h2>
        <p className="muted">
          Members pay contributions, instalments and shares by card or transfer from their portal. What they pay is
          posted by itself.
        </p>
      </div>
      {asked.isError && <LoadProblem title="Failed to load the settings of online payments" of={asked} />}
      {asked.isPending && <SkeletonLines lines={3} />}
      {asked.data &&
        (asked.data.provider === null ? (
          <Banner title="No payment provider">
            Those who run this installation have set up no payment provider. Ask them to.
          </Banner>
        ) : (
          <Fields kept={asked.data} />
        ))}
    </section>
  )
}

const bearers: { value: ChargeBearer; label: string }[] = [
  { value: 'society', label: 'The society, as an expense' },
  { value: 'member', label: 'The member, on top of the amount' },
]

function Fields({ kept }: { kept: Replied<typeof getPaymentSettings> }) {
  const { isOn, chargeBorneBy } = kept
  const { values, edit, forget } = useEdits({
    isOn,
    chargeBorneBy,
    subaccount: kept.subaccount ?? '',
    transfersTo: kept.transfersTo ?? '',
  })
  const types = useQuery({ ...choiceQueries.accountTypes(), enabled: kept.givesAccounts })
  const update = useAction(updatePaymentSettings)
  const refused = fieldErrors(update.error)
  const field = fieldsOf(values, edit, refused)
  function submit() {
    update.mutate(
      {
        ...values,
        subaccount: values.subaccount.trim() || null,
        transfersTo: (values.transfersTo as AccountTypeId) || null,
      },
      {
        onSuccess: () => {
          forget()
          toast.success('Online payments changed')
        },
      },
    )
  }
  return (
    <Form className="stack" problems={update.error} onSubmit={submit}>
      <Checkbox label="Members pay online" checked={values.isOn} onChange={(next) => edit({ isOn: next })} />
      {kept.needsSubaccount && (
        <TextField
          label="Sub-account at the provider"
          hint="All of the money goes to it, and from there to your bank account. Its code is in the provider’s dashboard."
          maxLength={60}
          {...field('subaccount')}
        />
      )}
      <Select
        label="Who bears the provider’s charge"
        value={values.chargeBorneBy}
        options={bearers}
        onChange={(next) => edit({ chargeBorneBy: next === 'member' ? 'member' : 'society' })}
      />
      {kept.givesAccounts && (
        <Select
          label="Transfers to members’ account numbers go to"
          hint="Members get an account number of their own from their portal."
          value={values.transfersTo}
          placeholder="Ordinary savings"
          options={(types.data ?? [])
            .filter(({ kind, isDefault }) => kind !== 'shares' && !isDefault)
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => edit({ transfersTo: next })}
        />
      )}
      {kept.provider === 'sandbox' && (
        <p className="muted">
          No money moves in the sandbox. <a href="/sandbox-checkout/transfer">Send a transfer for a try</a> to any
          account number, or <a href="/sandbox-checkout/desk">refund, dispute and settle payments</a>.
        </p>
      )}
      {update.error && Object.keys(refused).length === 0 && (
        <RefusedBanner error={update.error} title="Online payments were not changed" />
      )}
      <div className="settings-save">
        <span className="muted">Where another officer can approve it, the change waits for them.</span>
        <Button needs="configuration.update" look="primary" type="submit" busy={update.isPending}>
          Save online payments
        </Button>
      </div>
    </Form>
  )
}
