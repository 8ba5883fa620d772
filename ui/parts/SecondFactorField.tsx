import { type InputHTMLAttributes, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import * as strings from './strings.ts'

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, 'autoFocus'> & {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
}

/** A code of the authenticator app or, for somebody without their phone, one of their recovery codes. */
export function SecondFactorField({ value, onChange, error, ...rest }: Props) {
  const [recovers, setRecovers] = useState(false)
  const look = recovers
    ? ({
        label: strings.recoveryCode,
        hint: strings.oneOfTheCodesThat,
        inputMode: 'text',
        autoComplete: 'off',
        autoCapitalize: 'characters',
        placeholder: '7K2M9-QX4TD',
      } as const)
    : ({
        label: strings.digitCode,
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        placeholder: '123456',
      } as const)
  return (
    <div className="stack">
      <TextField
        key={look.label}
        name="code"
        spellCheck={false}
        maxLength={32}
        value={value}
        onChange={onChange}
        error={error}
        {...look}
        {...rest}
      />
      <div>
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            setRecovers(!recovers)
            onChange('')
          }}
        >
          {recovers ? strings.useTheAuthenticatorApp : strings.useARecoveryCode}
        </Button>
      </div>
    </div>
  )
}
