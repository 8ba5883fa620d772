import { useQuery } from '@tanstack/react-query'
import { FileArchive } from 'lucide'
import { useState } from 'react'
import { askForExport } from '#features/society/exports/contract.ts'
import { exportKeptDays } from '#features/society/exports/rules/export.ts'
import { sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { bytesText } from '#ui/format.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { exportQuery, saveExport } from './api.ts'

/** All that is stored of the cooperative as one ZIP, to keep or to take elsewhere. */
export function SocietyExport() {
  const asked = useQuery(exportQuery())
  const ask = useAction(askForExport)
  const [saving, setSaving] = useState(false)
  const { data: made } = asked
  async function save() {
    setSaving(true)
    try {
      await saveExport()
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Card
      title="Export all records"
      description="Members, books, loans, meetings, papers and photos as one ZIP in open formats: to keep, to read with other programs, or to move to another installation of Ajose. Passwords are not in it."
    >
      <div className="stack">
        {asked.isPending && <SkeletonLines lines={2} />}
        {asked.isError && <LoadProblem title="Failed to load the last export" of={asked} />}
        {ask.error && <RefusedBanner error={ask.error} title="The export was not started" />}
        {made?.status === 'failed' && (
          <Banner tone="danger" title="The export could not be made">
            {made.failure}
          </Banner>
        )}
        {made?.status === 'running' && (
          <>
            <ProgressBar
              value={made.progress}
              max={made.steps}
              label={made.steps === 0 ? 'Waiting to start' : `${made.progress} of ${made.steps} tables`}
            />
            <p className="muted">You can leave this page; it goes on by itself.</p>
          </>
        )}
        {made?.status === 'ready' && (
          <p>
            {bytesText(made.bytes ?? 0)}, made by {made.requestedBy} on <DateText on={made.createdAt} />. It is kept for{' '}
            {exportKeptDays} days. It has members’ phones, bank details and papers in it: keep it as safe as the books.
          </p>
        )}
        {asked.data !== undefined && made?.status !== 'running' && (
          <div className="row">
            {made?.status === 'ready' && (
              <Button look="primary" icon={FileArchive} busy={saving} onClick={() => void save()}>
                Download ZIP
              </Button>
            )}
            <Button
              look={made?.status === 'ready' ? 'secondary' : 'primary'}
              busy={ask.isPending}
              onClick={() => ask.mutate({})}
            >
              {made?.status === 'ready' ? 'Make a new export' : 'Make an export'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
