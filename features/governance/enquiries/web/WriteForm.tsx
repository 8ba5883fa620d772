import { useState } from 'react'
import { answerEnquiry, writeEnquiry } from '#features/governance/enquiries/contract.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { Enquiry } from './api.ts'

/** An officer's answer, or what the asker writes more. */
export function WriteForm({ enquiry: { id }, as }: { enquiry: Enquiry; as: 'officer' | 'asker' }) {
  const [text, setText] = useState('')
  const [isMore, setIsMore] = useState(false)
  const [tries, setTries] = useState(0)
  const answer = useAction(answerEnquiry)
  const write = useAction(writeEnquiry)
  const { error, isPending, reset } = as === 'officer' ? answer : write
  const isMissing = text.trim() === ''
  const problem = tries > 0 && isMissing ? 'Write your message' : fieldErrors(error)['text']
  const onSuccess = () => {
    setText('')
    setTries(0)
    toast.success(as === 'officer' ? 'Answer sent' : 'Sent to the officers')
  }
  function submit() {
    setTries(tries + 1)
    if (isMissing) return
    if (as === 'officer') answer.mutate({ id, text, isFinal: !isMore }, { onSuccess })
    else write.mutate({ id, text }, { onSuccess })
  }
  return (
    <Card title={as === 'officer' ? 'Answer' : 'Write more'}>
      <Form className="stack" problems={problem ? tries : error} onSubmit={submit}>
        {error && !problem && <RefusedBanner error={error} title="It was not sent" />}
        <TextAreaField
          label="Message"
          rows={5}
          maxLength={2000}
          value={text}
          onChange={(next) => {
            setText(next)
            if (error) reset()
          }}
          error={problem}
        />
        {as === 'officer' && (
          <Checkbox label="There is more to come: keep it in progress" checked={isMore} onChange={setIsMore} />
        )}
        <div className="row">
          <Button type="submit" look="primary" busy={isPending}>
            {as === 'officer' ? 'Send answer' : 'Send'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
