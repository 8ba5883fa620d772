import { useState } from 'react'
import { proveLogin, sendLoginCode } from '#features/access/login/own-login.ts'
import { fill } from '#core/fill.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import * as strings from './strings.ts'

/** Sends a code to the member's phone and takes it, before what needs a proved login goes on. */
export function LoginProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const [code, setCode] = useState('')
  const send = useAction(sendLoginCode)
  const prove = useAction(proveLogin, { onSuccess: () => onAnswer(true) })
  const errors = fieldErrors(prove.error)
  const cancel = () => onAnswer(false)
  const phoneEnd = send.data?.phoneEnd
  return (
    <Dialog
      open
      onClose={cancel}
      title={strings.confirmYourLogin}
      description={
        phoneEnd === undefined ? strings.yourLoginWasOpenedWithA : fill(strings.weSentACodeToThe, { phoneEnd })
      }
      actions={
        <CancelOr
          onCancel={cancel}
          type="submit"
          form="login-proof"
          look="primary"
          busy={phoneEnd === undefined ? send.isPending : prove.isPending}
        >
          {phoneEnd === undefined ? strings.sendTheCode : strings.confirm}
        </CancelOr>
      }
    >
      <Form
        id="login-proof"
        className="stack"
        problems={prove.error}
        onSubmit={() => (phoneEnd === undefined ? send.mutate({}) : prove.mutate({ code: code.trim() }))}
      >
        {send.error ? (
          <Banner tone="danger">{sentence(send.error)}</Banner>
        ) : (
          prove.error && errors['code'] === undefined && <Banner tone="danger">{sentence(prove.error)}</Banner>
        )}
        {phoneEnd !== undefined && (
          <>
            <TextField
              label={strings.codeFromTheSms}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={32}
              placeholder="12345678"
              value={code}
              onChange={setCode}
              error={errors['code']}
              autoFocus
            />
            <div>
              <Button look="quiet" size="small" busy={send.isPending} onClick={() => send.mutate({})}>
                {strings.sendANewCode}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
