import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#web/api/send.ts'

/** Only the own people may see a logo, so it is fetched with their token; as text it is kept for reading offline too. */
export function usePicture(path: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => send({ method: 'GET', path: `/api${path}`, signal }, async (response) => textOf(await response.blob())),
    enabled: path !== null,
    // Its address changes with it.
    staleTime: Infinity,
  })
  return (path !== null && data) || null
}

function textOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(picture)
  })
}

/** A member's picture and logo, from a record that the frame does not need; its file comes after the page. */
export const ownPictures = queryOptions({
  queryKey: ['members', 'own-profile', 'pictures'],
  queryFn: async ({ client }) => {
    const { memberQueries } = await import('#web/features/members/api.ts')
    const profile = await client.fetchQuery(memberQueries.ownProfile())
    return { picture: profile.profilePicture, logo: profile.personalInfo.cooperative.logo }
  },
})

/** The page's own policy lets in no picture from elsewhere; such a one falls back to the next. */
export function shownPicture(source: string | null | undefined): string | null {
  return source && /^(?:\/(?!\/)|data:image\/)/.test(source) ? source : null
}
