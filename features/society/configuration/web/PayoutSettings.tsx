import { useQuery } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import {
  endPayoutKey,
  enterPayoutKey,
  getPayoutSettings,
  updatePayoutLimit,
  usePayoutKey as contractOfUse,
} from '#features/payments/payouts/contract.ts'
import { useState } from 'react'
import { payoutKeyPattern } from '#features/payments/payouts/rules/payout.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'

type Settings = Replied<typeof getPayoutSettings>

/** The society's own account at Paystack, from which payment batches can be sent. */
export function PayoutSettings() {
  const asked = useQuery(query(getPayoutSettings, {}))
  return (
    <section className="settings-section" aria-label="Payments to members">
      <div>
        <h2>Payments to members</h2>
        <p className="muted">
          Payment batches can be sent from your society’s own Paystack account instead of a bank file. The money leaves
          your Paystack balance, so pay into that first.
        </p>
      </div>
      {asked.isError && <LoadProblem title="Failed to load the settings of payments to members" of={asked} />}
      {asked.isPending && <SkeletonLines lines={3} />}
      {asked.data &&
        (asked.data.provider === null ? (
          <Banner title="No payment provider">
            Those who run this installation have set up no payment provider. Ask them to.
          </Banner>
        ) : (
          <div className="stack">
            <Keys kept={asked.data} />
            <Limit kept={asked.data} />
          </div>
        ))}
    </section>
  )
}

function Keys({ kept: { used, usedSince, proposed, webhook, provider } }: { kept: Settings }) {
  const use = useAction(contractOfUse)
  const end = useAction(endPayoutKey)
  const problem = use.error ?? end.error
  const remove = (keyId: NonNullable<Settings['used']>['id']) => (
    <Button
      needs="configuration.update"
      busy={end.isPending}
      onClick={() => end.mutate({ keyId }, { onSuccess: () => toast.success('Key removed') })}
    >
      Remove key
    </Button>
  )
  return (
    <>
      {used ? (
        <p>
          Used: the key ending in <span className="number">{used.keyEnd}</span>, entered by {used.enteredBy}
          {usedSince && (
            <>
              , since <DateText on={usedSince} time />
            </>
          )}
          . {remove(used.id)}
        </p>
      ) : (
        <p>No key is used. Payment batches go out as a bank file.</p>
      )}
      {proposed && (
        <Banner tone="warning" title={`The key ending in ${proposed.keyEnd} is not used yet`}>
          <p>
            {proposed.enteredBy} entered it on <DateText on={proposed.enteredAt} time />.
          </p>
          <Button
            needs="configuration.update"
            look="primary"
            busy={use.isPending}
            onClick={() => use.mutate({ keyId: proposed.id }, { onSuccess: () => toast.success('Key in use') })}
          >
            Use this key
          </Button>{' '}
          {remove(proposed.id)}
        </Banner>
      )}
      {problem && <RefusedBanner error={problem} title="The key was not changed" />}
      <EnterKey isSandbox={provider === 'sandbox'} />
      {webhook && (
        <p className="muted">
          Webhook to enter in Paystack’s dashboard, so that results come at once: <code>{webhook}</code>{' '}
          <CopyButton text={webhook} label="Copy webhook" /> Without it they come some minutes later.
        </p>
      )}
    </>
  )
}

function EnterKey({ isSandbox }: { isSandbox: boolean }) {
  const [secretKey, setKey] = useState('')
  const [tries, setTries] = useState(0)
  const enter = useAction(enterPayoutKey)
  const problem = payoutKeyPattern.test(secretKey.trim())
    ? undefined
    : 'Enter a secret key of Paystack, which begins with sk_live_ or sk_test_'
  const refused = fieldErrors(enter.error)['secretKey']
  function submit() {
    setTries(tries + 1)
    if (problem) return
    enter.mutate(
      { secretKey: secretKey.trim() },
      {
        onSuccess: () => {
          setKey('')
          setTries(0)
          toast.success('Key stored')
        },
      },
    )
  }
  return (
    <Form className="stack" problems={tries > 0 && problem ? tries : enter.error} onSubmit={submit}>
      <TextField
        label="Secret key of your Paystack account"
        hint={
          isSandbox
            ? 'No money moves in the sandbox: enter sk_test_ and any twelve letters.'
            : 'From Settings, API Keys in Paystack’s dashboard. It is stored sealed and never shown again. Switch off “Confirm transfers before sending” there.'
        }
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={140}
        value={secretKey}
        onChange={setKey}
        error={refused ?? (tries > 0 ? problem : undefined)}
      />
      {enter.error && !refused && <RefusedBanner error={enter.error} title="The key was not stored" />}
      <div className="settings-save">
        <span className="muted">Where there is another officer, they agree before it is used.</span>
        <Button needs="configuration.update" type="submit" busy={enter.isPending}>
          Store key
        </Button>
      </div>
    </Form>
  )
}

function Limit({ kept }: { kept: Settings }) {
  const { values, edit, forget } = useEdits<{ dailyLimit: Settings['dailyLimit'] | undefined }>({
    dailyLimit: kept.dailyLimit,
  })
  const update = useAction(updatePayoutLimit)
  const refused = fieldErrors(update.error)['dailyLimit']
  return (
    <Form
      className="stack"
      problems={update.error}
      onSubmit={() =>
        update.mutate(
          { dailyLimit: values.dailyLimit ?? null },
          {
            onSuccess: () => {
              forget()
              toast.success('Limit changed')
            },
          },
        )
      }
    >
      <MoneyField
        label="Most that is sent a day"
        hint="Empty: no limit. A higher one waits for another officer."
        value={values.dailyLimit ?? undefined}
        onChange={(dailyLimit) => edit({ dailyLimit })}
        error={refused}
      />
      {update.error && !refused && <RefusedBanner error={update.error} title="The limit was not changed" />}
      <div className="settings-save">
        <Button needs="configuration.update" type="submit" busy={update.isPending}>
          Save limit
        </Button>
      </div>
    </Form>
  )
}
