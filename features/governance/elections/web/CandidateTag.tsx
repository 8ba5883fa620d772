import { type CandidateStatus, candidateStatusNames } from '#features/governance/elections/rules/words.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'

const tones: Record<CandidateStatus, TagTone> = {
  asked: 'warning',
  accepted: 'info',
  declined: 'neutral',
  withdrawn: 'neutral',
  excluded: 'danger',
  elected: 'success',
  not_elected: 'neutral',
}

/** How far a candidacy is. */
export function CandidateTag({ status }: { status: CandidateStatus }) {
  return <Tag tone={tones[status]}>{candidateStatusNames[status]}</Tag>
}
