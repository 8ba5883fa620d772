import { useState } from 'react'
import { attendMeeting } from '#features/governance/meetings/attendance.ts'
import { attendanceCodeFrom, isAttendanceCode } from '#features/governance/meetings/rules/attendance-code.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useSearch } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { Meeting } from './api.ts'
import * as strings from './strings.ts'

/** A member says that they are here, by the code that the officers show; a scanned code is filled in already. */
export function OwnAttendance({ meeting: { id, ownAttendance } }: { meeting: Meeting }) {
  const { code: scanned = '' } = useSearch()
  const [code, setCode] = useState(() => (isAttendanceCode(scanned) ? attendanceCodeFrom(scanned) : ''))
  const [tries, setTries] = useState(0)
  const attend = useAction(attendMeeting, { onSuccess: () => toast.success(strings.youAreRecordedAsPresent) })
  if (ownAttendance) return <Banner tone="success">{strings.youAreRecordedAsPresentAt}</Banner>
  const problem = isAttendanceCode(code) ? undefined : strings.enterTheLettersAndDigits
  const refused = attend.error ? fieldErrors(attend.error)['attendanceCode'] : undefined
  function submit() {
    setTries(tries + 1)
    if (!problem) attend.mutate({ id, attendanceCode: code })
  }
  return (
    <Card title={strings.areYouAtTheMeeting} description={strings.scanTheCodeThatThe}>
      <Form className="stack" problems={tries > 0 && problem ? tries : attend.error} onSubmit={submit}>
        {attend.error && !refused && (
          <RefusedBanner error={attend.error} title={strings.yourAttendanceWasNotRecorded} />
        )}
        <TextField
          label={strings.attendanceCode}
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
            {strings.iAmHere}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
