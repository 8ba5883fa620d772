import { useQuery } from '@tanstack/react-query'
import { removeMemberDocument, listMemberDocuments } from '#features/members/documents/contract.ts'
import { useState } from 'react'
import type { MemberId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { AddPaper } from '#ui/AddPaper.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PaperList } from '#ui/PaperList.tsx'
import { RemovePaperDialog } from '#ui/RemovePaperDialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import './MemberPapers.css'
import { type Paper, savePaper, sendPaper } from './papers-api.ts'

/** The papers of a member. */
export function MemberPapers({ memberId }: { memberId: MemberId }) {
  const asked = useQuery(query(listMemberDocuments, { memberId }))
  const [removing, setRemoving] = useState<Paper>()
  if (asked.isError) return <LoadProblem title="Failed to load the papers" of={asked} />
  if (!asked.data) return <SkeletonLines lines={4} />
  return (
    <div className="member-papers">
      <p className="muted">
        An identity card, a letter of employment, the signed form: read by the officers and the member only.
      </p>
      {asked.data.length > 0 && (
        <PaperList
          papers={asked.data}
          save={(paper) => savePaper(memberId, paper)}
          {...(may('member.update') && { onRemove: setRemoving })}
        />
      )}
      {may('member.update') && (
        <AddPaper
          label="Add a paper"
          hint="PDF, JPEG or PNG, at most 5 MB, or a photograph"
          done="Paper added"
          send={(file, onProgress) => sendPaper(memberId, file, onProgress)}
        />
      )}
      {removing && <RemovePaper memberId={memberId} paper={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  )
}

function RemovePaper({ memberId, paper, onClose }: { memberId: MemberId; paper: Paper; onClose: () => void }) {
  const remove = useAction(removeMemberDocument)
  return (
    <RemovePaperDialog
      fileName={paper.fileName}
      remove={remove}
      onRemove={(gone) => remove.mutate({ memberId, documentId: paper.id }, { onSuccess: gone })}
      onClose={onClose}
    />
  )
}
