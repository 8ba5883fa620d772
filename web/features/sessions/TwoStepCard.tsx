import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Download, Printer } from 'lucide'
import { useState } from 'react'
import { encode } from 'uqr'
import { confirmAuthenticator, getSecondFactor, removeAuthenticator, startAuthenticator } from '#contract/second-factors.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { session, useCurrentUser } from '#web/session/session.ts'
import { AgoText } from '#web/ui/AgoText.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import './TwoStepCard.css'

const secondFactorAsked = queryOptions({ queryKey: ['sessions', 'second-factor'], queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }) })

type Step = 'overview' | 'password' | { key: string; uri: string } | { recoveryCodes: string[] }

/** Two-step verification of the own login: turned on in three steps on the card itself, so that the codes can be printed. */
export function TwoStepCard() {
  const [step, setStep] = useState<Step>('overview')
  const queries = useQueryClient()
  const user = useCurrentUser()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['sessions'] })
  const isShared = user.role === 'coop_admin' && user.memberId === null
  return (
    <Card title="Two-step verification" description="After your password, Ajose asks for a code from an app on your phone. Somebody who only knows your password can’t log in.">
      {step === 'overview' && <Overview onStart={() => setStep('password')} onRemoved={refresh} />}
      {step === 'password' && <AskPassword isShared={isShared} onCancel={() => setStep('overview')} onStarted={setStep} />}
      {typeof step === 'object' && 'uri' in step && (
        <Scan
          started={step}
          onCancel={() => setStep('overview')}
          onConfirmed={(recoveryCodes) => {
            setStep({ recoveryCodes })
            refresh()
          }}
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

function Overview({ onStart, onRemoved }: { onStart: () => void; onRemoved: () => void }) {
  const asked = useQuery(secondFactorAsked)
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(removeAuthenticator, {
    onSuccess: () => {
      toast.success('Two-step verification is off')
      onRemoved()
    },
    onError: (error) => toast.error(sentence(error)),
    onSettled: () => setAsking(false),
  })
  if (asked.isError && !asked.data) return <LoadProblem title="Failed to load two-step verification" error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <SkeletonLines />
  const { authenticator, required } = asked.data
  if (!authenticator) {
    return (
      <Button look="primary" onClick={onStart}>
        Turn on
      </Button>
    )
  }
  const { since, lastUsedAt, recoveryCodesLeft: left } = authenticator
  return (
    <div className="stack">
      <ul className="setting-rows">
        <li>
          <div className="setting-rows__words">
            Authenticator app <Tag tone="success">On</Tag>
            <small>
              Since <DateText on={since} />
              {lastUsedAt && (
                <>
                  , last used <AgoText at={lastUsedAt} />
                </>
              )}
              . {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
            </small>
          </div>
          <Button size="small" look="danger" onClick={() => setAsking(true)}>
            Turn off
          </Button>
        </li>
      </ul>
      {left <= 2 && <Banner tone="warning">You are running out of recovery codes. Turn two-step verification off and on again to get ten new ones.</Banner>}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Turn off two-step verification?"
        description={required ? 'You will have to set it up again before you can go on.' : 'Your password alone will open your login, and your recovery codes will stop working.'}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it on</Button>
            <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate({})}>
              Turn off
            </Button>
          </>
        }
      />
    </div>
  )
}

function AskPassword({ isShared, onCancel, onStarted }: { isShared: boolean; onCancel: () => void; onStarted: (started: { key: string; uri: string }) => void }) {
  const [password, setPassword] = useState('')
  const start = useAction(startAuthenticator, { onSuccess: onStarted })
  const errors = fieldErrors(start.error)
  return (
    <Form className="stack" problems={start.error} onSubmit={() => start.mutate({ password })}>
      {isShared && <Banner tone="info">This login belongs to the cooperative. Everybody who uses it will need the code, so let each of them scan the next step with their own phone.</Banner>}
      {start.error && errors['password'] === undefined && <Banner tone="danger">{sentence(start.error)}</Banner>}
      <PasswordField label="Your password" name="password" autoComplete="current-password" value={password} onChange={setPassword} error={errors['password']} autoFocus />
      <div className="row">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={start.isPending}>
          Continue
        </Button>
      </div>
    </Form>
  )
}

function Scan({ started: { key, uri }, onCancel, onConfirmed }: { started: { key: string; uri: string }; onCancel: () => void; onConfirmed: (recoveryCodes: string[]) => void }) {
  const [code, setCode] = useState('')
  const confirm = useAction(confirmAuthenticator, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
  const errors = fieldErrors(confirm.error)
  return (
    <Form className="stack" problems={confirm.error} onSubmit={() => confirm.mutate({ code })}>
      {confirm.error && errors['code'] === undefined && <Banner tone="danger">{sentence(confirm.error)}</Banner>}
      <div className="two-step__scan">
        <QrCode text={uri} />
        <div className="stack">
          <p>Scan this with an authenticator app, such as Google Authenticator or Microsoft Authenticator.</p>
          <p>
            On this phone, <a href={uri}>open your app</a>, or type this key into it:
          </p>
          <p className="two-step__key number">{key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </div>
      <TextField
        label="6-digit code"
        hint="The code that the app shows now."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        value={code}
        onChange={setCode}
        error={errors['code']}
      />
      <div className="row">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={confirm.isPending}>
          Turn on
        </Button>
      </div>
    </Form>
  )
}

/** Dark on white in both themes: not every camera reads it the other way round. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="two-step__qr" viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label="QR code for your authenticator app" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="stack">
      <Banner tone="success" title="Two-step verification is on">
        Your other sessions were ended. Save these recovery codes now: each logs you in once without your phone, and they are not shown again.
      </Banner>
      <ul className="two-step__codes number" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button icon={copied ? Check : Copy} onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
        <Button icon={Download} onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'ajose-recovery-codes.txt')}>
          Download
        </Button>
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
