import { useState } from 'react'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { plural } from '#ui/format.ts'
import type { Import } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

/** Employers in the file that were not added yet. An officer confirms before they are created, because each has an account in the books. */
export function UnknownEmployers({ found }: { found: Import }) {
  const update = useUpdateImport(found.id)
  const [ticked, setTicked] = useState(found.createsEmployers)
  const names = found.employersUnknown
  const shown = names.slice(0, 10).join(', ')
  return (
    <Card
      title={names.length === 1 ? '1 new employer' : `${plural(names.length, 'new employer')}`}
      description={`${shown}${names.length > 10 ? ' and more' : ''}. Go back to correct a name or to leave the employer column out.`}
    >
      {update.error && <RefusedBanner error={update.error} title="Could not save" />}
      <Checkbox
        label={names.length === 1 ? 'Create this employer' : `Create these ${plural(names.length, 'employer')}`}
        checked={ticked}
        onChange={(createsEmployers) => {
          setTicked(createsEmployers)
          update.mutate({ createsEmployers }, { onError: () => setTicked(!createsEmployers) })
        }}
      />
    </Card>
  )
}
