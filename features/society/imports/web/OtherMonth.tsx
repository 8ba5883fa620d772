import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { periodName } from '#ui/format.ts'
import type { Import } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

/** That the file names another month than the one that is chosen. */
export function OtherMonth({ found: { id, namedMonth, period } }: { found: Import }) {
  const update = useUpdateImport(id)
  if (!namedMonth?.isOther || period === null) return null
  const named = periodName(namedMonth.period)
  return (
    <Banner
      tone="warning"
      title={`The file says ${named}, and ${periodName(period)} is chosen`}
      actions={
        <Button size="small" busy={update.isPending} onClick={() => update.mutate({ period: namedMonth.period })}>
          Use {named}
        </Button>
      }
    >
      It has “{namedMonth.text}”. Choose the month that these payments are for.
      {update.error && <RefusedBanner error={update.error} title="This was not saved" />}
    </Banner>
  )
}
