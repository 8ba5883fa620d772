import { roleName } from '#core/actor.ts'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import type { Register } from './api.ts'

/** Where the rights in the admin area and the register differ; nothing where they agree. */
export function Differences({ differences }: { differences: Register['differences'] }) {
  if (differences.length === 0) return null
  return (
    <Banner tone="warning" title="The register and the rights in the admin area differ">
      <ul>
        {differences.map(({ kind, memberId, name, office, post }) => (
          <li key={`${kind} ${memberId} ${office} ${post}`}>
            <Link to="/coop/member/$memberId" params={{ memberId }}>
              {name}
            </Link>{' '}
            {kind === 'not_in_register'
              ? `holds the rights of ${roleName(office).toLowerCase()}, not in the register.`
              : `holds the post ${post} without the rights of ${roleName(office).toLowerCase()}.`}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
