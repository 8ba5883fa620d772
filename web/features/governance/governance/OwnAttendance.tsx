import { useState } from 'react'
import { attendMeeting } from '#contract/governance/governance.ts'
import { attendanceCodeFrom, isAttendanceCode } from '#domain/governance/governance/attendance-code.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { useSearch } from '#web/router/place.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Meeting } from './api.ts'

/** A member says that they are here, by the code that the officers show; a scanned code is filled in already. */
export function OwnAttendance({ meeting: { id, ownAttendance } }: { meeting: Meeting }) {
  const { code: scanned = '' } = useSearch()
  const [code, setCode] = useState(() => (isAttendanceCode(scanned) ? attendanceCodeFrom(scanned) : ''))
  const [tries, setTries] = useState(0)
  const attend = useAction(attendMeeting, { onSuccess: () => toast.success('You are recorded as present') })
  if (ownAttendance) return <Banner tone="success">You are recorded as present at this meeting.</Banner>
  const problem = isAttendanceCode(code) ? undefined : 'Enter the 6 letters and digits that are shown at the meeting'
  const refused = attend.error ? fieldErrors(attend.error)['attendanceCode'] : undefined
  function submit() {
    setTries(tries + 1)
    if (!problem) attend.mutate({ id, attendanceCode: code })
  }
  return (
    <Card
      title="Are you at the meeting?"
      description="Scan the code that the officers show, or enter it here. You are then recorded as present."
    >
      <Form className="stack" problems={tries > 0 && problem ? tries : attend.error} onSubmit={submit}>
        {attend.error && !refused && <RefusedBanner error={attend.error} title="Your attendance was not recorded" />}
        <TextField
          label="Attendance code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={code}
          onChange={setCode}
          error={tries > 0 && problem ? problem : refused}
        />
        <div>
          <Button look="primary" type="submit" busy={attend.isPending}>
            I am here
          </Button>
        </div>
      </Form>
    </Card>
  )
}
