import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateText } from '#ui/DateText.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import type { SimilarMember } from './register-api.ts'

const whys: Record<SimilarMember['why'], string> = {
  phone: 'same phone',
  name: 'a name that reads alike',
  birth: 'same birthday, one name the same',
}

/** Members who may be the person that is about to be added, to be looked at first. */
export function SimilarMembers({ members }: { members: readonly SimilarMember[] }) {
  const taken = members.some(({ why }) => why === 'phone')
  return (
    <Banner tone="warning" title={taken ? 'This phone belongs to a member already' : 'Is it one of these?'}>
      <ul className="stack" aria-label="Members who may be the same person">
        {members.map(({ memberId, membershipno, name, phone, registrationDate, status, why }) => (
          <li key={memberId}>
            <Link to="/coop/member/$memberId" params={{ memberId }}>
              {name}
            </Link>{' '}
            <span className="number">{membershipno.split('/').at(-1)}</span>
            <br />
            <span className="muted">
              {phoneText(phone)} · joined <DateText on={registrationDate} />
              {status === 'active' ? '' : ` · ${status}`} · {whys[why]}
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
