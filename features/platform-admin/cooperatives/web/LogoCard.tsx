import { useWork } from '#ui/api/use-work.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { deleteLogo, uploadLogo } from '#features/platform-admin/cooperatives/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { upload } from '#ui/api/upload.ts'
import { useAction } from '#ui/api/use-action.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { toast } from '#ui/toast.ts'

/** The picture in the sidebar and the profile menu. `preview` shows it as it is there. */
export function LogoCard({ hasLogo, preview }: { hasLogo: boolean; preview: ReactNode }) {
  const [part, setPart] = useState(0)
  const send = useWork((file: File) => upload(uploadLogo, file, setPart))
  const remove = useAction(deleteLogo, { onError: (error) => toast.error(sentence(error)) })
  return (
    <Card title="Logo" description="Your members and officers see it in the sidebar. It is cropped to a square.">
      <div className="stack">
        <div className="row">
          {preview}
          {hasLogo && (
            <Button
              needs="profile.update"
              size="small"
              busy={remove.isPending}
              onClick={() => remove.mutate({}, { onSuccess: () => toast.success('Logo removed') })}
            >
              Remove logo
            </Button>
          )}
        </div>
        {!may('profile.update') ? null : send.isPending ? (
          <ProgressBar value={part} label={part < 1 ? `Sending, ${Math.floor(part * 100)} %` : 'Cutting the picture'} />
        ) : (
          <FileDrop
            label={hasLogo ? 'Choose another logo' : 'Choose a logo'}
            hint="JPEG, PNG or WebP, at most 5 MB"
            accept=".jpg,.jpeg,.png,.webp,image/jpeg,image/png,image/webp"
            error={send.error ? sentence(send.error) : undefined}
            onFile={(file) => {
              setPart(0)
              send.mutate(file, { onSuccess: () => toast.success('Logo updated') })
            }}
          />
        )}
      </div>
    </Card>
  )
}
