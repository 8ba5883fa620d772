import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Download, Printer } from 'lucide'
import { useState } from 'react'
import {
  addPasskey,
  confirmAuthenticator,
  getSecondFactor,
  removeAuthenticator,
  removePasskey,
  startAuthenticator,
  startPasskey,
} from '#features/access/login/second-factors.ts'
import type { PasskeyId } from '#core/ids.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { hasPasskeys, makePasskey, NoPasskey } from '#ui/api/passkeys.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { session, useCurrentUser } from '#ui/session/session.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TextField } from '#ui/TextField.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'
import './TwoStepCard.css'
import { fill, fillCount } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

type Step = 'overview' | 'password' | 'passkey' | { key: string; uri: string } | { recoveryCodes: string[] }

/** Two-step verification of the own login: turned on in three steps on the card itself, so that the codes can be printed. */
export function TwoStepCard() {
  const [step, setStep] = useState<Step>('overview')
  const user = useCurrentUser()
  const isShared = user.role === 'coop_admin' && user.memberId === null
  return (
    <Card title={strings.twoStepVerification} description={strings.afterYourPasswordAjoseAsks}>
      {step === 'overview' && <Overview onStart={() => setStep('password')} onAddPasskey={() => setStep('passkey')} />}
      {step === 'passkey' && (
        <NewPasskey
          onCancel={() => setStep('overview')}
          onAdded={(recoveryCodes) => setStep(recoveryCodes.length > 0 ? { recoveryCodes } : 'overview')}
        />
      )}
      {step === 'password' && (
        <AskPassword isShared={isShared} onCancel={() => setStep('overview')} onStarted={setStep} />
      )}
      {typeof step === 'object' && 'uri' in step && (
        <Scan
          started={step}
          onCancel={() => setStep('overview')}
          onConfirmed={(recoveryCodes) => setStep(recoveryCodes.length > 0 ? { recoveryCodes } : 'overview')}
        />
      )}
      {typeof step === 'object' && 'recoveryCodes' in step && (
        <RecoveryCodes
          codes={step.recoveryCodes}
          onDone={() => {
            setStep('overview')
            if (user.secondFactorMissing) session.update({ secondFactorMissing: false })
          }}
        />
      )}
    </Card>
  )
}

type Removal = { path: 'authenticator' } | { path: 'passkey'; passkeyId: PasskeyId; name: string }

function Overview({ onStart, onAddPasskey }: { onStart: () => void; onAddPasskey: () => void }) {
  const asked = useQuery(query(getSecondFactor, {}))
  const [removal, setRemoval] = useState<Removal>()
  const done = {
    onSuccess: () => toast.success(isLast ? strings.twoStepVerificationIsOff : strings.removed),
    onError: (error: Error) => toast.error(sentence(error)),
    onSettled: () => setRemoval(undefined),
  }
  const removeApp = useAction(removeAuthenticator, done)
  const removeKey = useAction(removePasskey, done)
  if (asked.isError && !asked.data) return <LoadProblem title={strings.failedToLoadTwoStep} of={asked} />
  if (!asked.data) return <SkeletonLines />
  const { authenticator, passkeys, recoveryCodesLeft: left, required } = asked.data
  const factors = passkeys.length + (authenticator ? 1 : 0)
  const isLast = factors === 1
  const lastWords = required ? strings.youWillHaveToSet : strings.yourPasswordAloneWillOpen
  return (
    <div className="stack">
      {factors > 0 && <p>{fillCount(left, strings.recoveryCodesLeft)}</p>}
      {authenticator ? (
        <ul className="setting-rows">
          <li>
            <div className="setting-rows__words">
              {strings.authenticatorApp} <Tag tone="success">{strings.on}</Tag>
              <Usage {...authenticator} />
            </div>
            <Button size="small" look="danger" onClick={() => setRemoval({ path: 'authenticator' })}>
              {strings.turnOff}
            </Button>
          </li>
        </ul>
      ) : (
        <div>
          <Button look={factors === 0 ? 'primary' : 'secondary'} onClick={onStart}>
            {strings.addAnAuthenticatorApp}
          </Button>
        </div>
      )}
      {passkeys.length > 0 && (
        <ul className="setting-rows" aria-label={strings.passkeys}>
          {passkeys.map(({ id, name, ...usage }) => (
            <li key={id}>
              <div className="setting-rows__words">
                {fill(strings.passkeyName, { name })}
                <Usage {...usage} />
              </div>
              <Button
                size="small"
                look="danger"
                aria-label={fill(strings.removeName, { name })}
                onClick={() => setRemoval({ path: 'passkey', passkeyId: id, name })}
              >
                {strings.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys && (
        <div>
          <Button onClick={onAddPasskey}>{strings.addAPasskey}</Button>
        </div>
      )}
      {factors > 0 && left <= 2 && <Banner tone="warning">{strings.youAreRunningOutOf}</Banner>}
      <Dialog
        open={removal !== undefined}
        onClose={() => setRemoval(undefined)}
        title={
          isLast
            ? strings.turnOffTwoStepVerification
            : removal?.path === 'passkey'
              ? fill(strings.removeThePasskey, { name: removal.name })
              : strings.removeTheAuthenticatorApp
        }
        description={isLast ? lastWords : strings.yourOtherWaysOfTwo}
        actions={
          <>
            <Button onClick={() => setRemoval(undefined)}>{strings.keepIt}</Button>
            <Button
              look="danger"
              busy={removeApp.isPending || removeKey.isPending}
              onClick={() =>
                removal?.path === 'passkey' ? removeKey.mutate({ passkeyId: removal.passkeyId }) : removeApp.mutate({})
              }
            >
              {isLast ? strings.turnOff : strings.remove}
            </Button>
          </>
        }
      />
    </div>
  )
}

function Usage({ since, lastUsedAt }: { since: Date; lastUsedAt: Date | null }) {
  return (
    <small>
      {fillElements(lastUsedAt ? strings.sinceLastUsed : strings.since, {
        since: <DateText on={since} />,
        lastUsed: lastUsedAt && <AgoText at={lastUsedAt} />,
      })}
    </small>
  )
}

function NewPasskey({ onCancel, onAdded }: { onCancel: () => void; onAdded: (recoveryCodes: string[]) => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [declined, setDeclined] = useState<string>()
  const add = useAction(addPasskey, {
    onSuccess: ({ recoveryCodes }) => {
      toast.success(strings.passkeyAdded)
      onAdded(recoveryCodes)
    },
  })
  const start = useAction(startPasskey, {
    async onSuccess(options) {
      try {
        add.mutate({ name, passkey: await makePasskey(options) })
      } catch (error) {
        setDeclined(error instanceof NoPasskey ? error.message : sentence(error))
      }
    },
  })
  const problem = start.error ?? add.error
  const errors = { ...fieldErrors(start.error), ...fieldErrors(add.error) }
  const words =
    declined ??
    (problem && errors['password'] === undefined && errors['name'] === undefined ? sentence(problem) : undefined)
  return (
    <Form
      className="stack"
      problems={problem}
      onSubmit={() => {
        setDeclined(undefined)
        add.reset()
        start.mutate({ password })
      }}
    >
      <p>{strings.aPasskeyIsKeptBy}</p>
      {words && <Banner tone="danger">{words}</Banner>}
      <TextField
        label={strings.nameOfTheDevice}
        name="name"
        placeholder={strings.myPhone}
        maxLength={60}
        required
        value={name}
        onChange={setName}
        error={errors['name']}
        autoFocus
      />
      <PasswordField
        label={strings.yourPassword}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors['password']}
      />
      <div className="row">
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" look="primary" busy={start.isPending || add.isPending}>
          {strings.continueText}
        </Button>
      </div>
    </Form>
  )
}

function AskPassword({
  isShared,
  onCancel,
  onStarted,
}: {
  isShared: boolean
  onCancel: () => void
  onStarted: (started: { key: string; uri: string }) => void
}) {
  const [password, setPassword] = useState('')
  const start = useAction(startAuthenticator, { onSuccess: onStarted })
  const errors = fieldErrors(start.error)
  return (
    <Form className="stack" problems={start.error} onSubmit={() => start.mutate({ password })}>
      {isShared && <Banner tone="info">{strings.thisLoginBelongsToThe}</Banner>}
      {start.error && errors['password'] === undefined && <Banner tone="danger">{sentence(start.error)}</Banner>}
      <PasswordField
        label={strings.yourPassword}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors['password']}
        autoFocus
      />
      <div className="row">
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" look="primary" busy={start.isPending}>
          {strings.continueText}
        </Button>
      </div>
    </Form>
  )
}

function Scan({
  started: { key, uri },
  onCancel,
  onConfirmed,
}: {
  started: { key: string; uri: string }
  onCancel: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}) {
  const [code, setCode] = useState('')
  const confirm = useAction(confirmAuthenticator, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
  const errors = fieldErrors(confirm.error)
  return (
    <Form className="stack" problems={confirm.error} onSubmit={() => confirm.mutate({ code })}>
      {confirm.error && errors['code'] === undefined && <Banner tone="danger">{sentence(confirm.error)}</Banner>}
      <div className="two-step__scan">
        <QrCode text={uri} label={strings.qrCodeForYourAuthenticator} />
        <div className="stack">
          <p>{strings.scanThisWithAnAuthenticator}</p>
          <p>{fillElements(strings.onThisPhoneOrType, { link: <a href={uri}>{strings.openYourApp}</a> })}</p>
          <p className="two-step__key number">{key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </div>
      <TextField
        label={strings.digitCode}
        hint={strings.theCodeThatTheApp}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        value={code}
        onChange={setCode}
        error={errors['code']}
      />
      <div className="row">
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" look="primary" busy={confirm.isPending}>
          {strings.turnOn}
        </Button>
      </div>
    </Form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="stack">
      <Banner tone="success" title={strings.twoStepVerificationIsOn}>
        {strings.yourOtherSessionsWereEnded}
      </Banner>
      <ul className="two-step__codes number" aria-label={strings.recoveryCodes2}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button
          icon={copied ? Check : Copy}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {copied ? strings.copied : strings.copy}
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          {strings.print}
        </Button>
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'ajose-recovery-codes.txt')}
        >
          {strings.download}
        </Button>
        <Button look="primary" onClick={onDone}>
          {strings.iHaveSavedThem}
        </Button>
      </div>
    </div>
  )
}
