import { queryOptions } from '@tanstack/react-query'
import { whenSettled } from '#ui/idle.ts'

/** A member's picture and logo, from a record that the frame does not need; its file comes after the page. */
export const ownPictures = queryOptions({
  queryKey: ['members', 'own-profile', 'pictures'],
  meta: { ofFrame: true },
  queryFn: async ({ client, signal }) => {
    await whenSettled()
    const { portalQueries } = await import('#features/members/members/web/portal-api.ts')
    // By now the member may have gone over to the admin area, where this would be refused.
    signal.throwIfAborted()
    const profile = await client.fetchQuery(portalQueries.ownProfile())
    return { picture: profile.profilePicture, logo: profile.personalInfo.cooperative.logo }
  },
})

/** The page's own policy lets in no picture from elsewhere; such a one falls back to the next. */
export function shownPicture(source: string | null | undefined): string | null {
  return source && /^(?:\/(?!\/)|data:image\/)/.test(source) ? source : null
}
