import { useState } from 'react'
import { openEnquiry } from '#features/governance/enquiries/contract.ts'
import { type EnquiryKind, enquiryKindNames, type memberKinds } from '#features/governance/enquiries/rules/enquiry.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { Enquiry } from './api.ts'
import { saveEnquiry } from './kept-api.ts'
import * as strings from './strings.ts'

/** Sends something to the officers: with the name of the person who is logged in, or for members without it. */
export function EnquiryDrawer({
  kinds,
  pass,
  isUnproved,
  onClose,
  onSent,
  onSentWithoutName,
}: {
  kinds: readonly EnquiryKind[]
  /** By which it can be sent without a name. */
  pass?: string | undefined
  /** Whether the member confirms their login first, which officers can read. */
  isUnproved?: boolean
  onClose: () => void
  onSent: (enquiry: Enquiry) => void
  onSentWithoutName?: (kept: { reference: string; isKept: boolean }) => void
}) {
  const [values, setValues] = useState({ kind: kinds[0] ?? 'complaint', subject: '', text: '', isNameless: false })
  const [tries, setTries] = useState(0)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const send = useAction(openEnquiry)
  const isQuery = values.kind === 'audit_query'
  const set = (changes: Partial<typeof values>) => {
    setValues({ ...values, ...changes })
    setFailure(undefined)
    if (send.error) send.reset()
  }
  const problems: Record<string, string> = {
    ...(values.subject.trim() === '' && { subject: 'Say in a few words what it is about' }),
    ...(values.text.trim() === '' && { text: 'Write your message' }),
  }
  const error = failure ?? send.error
  const shown: Record<string, string> = { ...fieldErrors(error), ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0

  async function sendWithoutName(given: string) {
    const { kind, subject, text } = values
    setSending(true)
    try {
      const { sendWithoutName } = await import('./token-api.ts')
      const reference = await sendWithoutName({
        ...{ pass: given, kind: kind as (typeof memberKinds)[number], subject, text },
      })
      if (reference === undefined) throw new Error(strings.youHaveSentAllYour)
      onSentWithoutName?.({ reference, isKept: saveEnquiry({ reference, subject }) })
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setSending(false)
    }
  }

  function submit() {
    setTries(tries + 1)
    if (!isReady) return
    if (values.isNameless && pass) return void sendWithoutName(pass)
    const { kind, subject, text } = values
    send.mutate(
      { kind, subject, text },
      {
        onSuccess: (enquiry) => {
          toast.success('Sent to the officers')
          onSent(enquiry)
        },
      },
    )
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={isQuery ? 'Raise a query' : 'Write to the officers'}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="enquiry" busy={send.isPending || sending}>
          Send
        </CancelOr>
      }
    >
      <Form id="enquiry" className="stack" problems={tries > 0 && !isReady ? tries : error} onSubmit={submit}>
        {error !== undefined && error !== null && !shown['subject'] && !shown['text'] && (
          <RefusedBanner error={error as Error} title="It was not sent" />
        )}
        {kinds.length > 1 && (
          <Select
            label="Kind"
            value={values.kind}
            options={optionsOf(kinds, enquiryKindNames)}
            onChange={(kind) => kind && set({ kind })}
          />
        )}
        <TextField
          label="Subject"
          maxLength={120}
          hint={isQuery ? 'The voucher, entry or member that it is about' : undefined}
          value={values.subject}
          onChange={(subject) => set({ subject })}
          error={shown['subject']}
          data-autofocus
        />
        <TextAreaField
          label="Message"
          rows={7}
          maxLength={2000}
          value={values.text}
          onChange={(text) => set({ text })}
          error={shown['text']}
        />
        {pass && (
          <>
            <Checkbox
              label="Send without my name"
              checked={values.isNameless}
              onChange={(isNameless) => set({ isNameless })}
            />
            {values.isNameless && (
              <Banner>
                Officers see the message from tomorrow morning on, with its day and without who sent it. Each device
                sends three a month. Only a code on this device leads to their answer. Do not write anything that only
                you can know. Those who run the server could still see the address from which it comes while it arrives.
                {isUnproved && ` ${strings.youConfirmYourLoginFirst}`}
              </Banner>
            )}
          </>
        )}
      </Form>
    </Drawer>
  )
}
