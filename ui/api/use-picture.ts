import { useQuery } from '@tanstack/react-query'

/** The picture at a path of the API, as text; what reads it comes with the first one that there is. */
export function usePicture(path: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['picture', path],
    queryFn: async ({ signal }) => (await import('./read-picture.ts')).readPicture(path ?? '', signal),
    enabled: path !== null,
    meta: { ofFrame: true },
    // Its address changes with it.
    staleTime: Infinity,
  })
  return (path !== null && data) || null
}

/** The path of a member's photo where the society keeps one; other pictures that a caller of the API may have named are not ours to show. */
export function memberPhoto(profilePicture: string | null | undefined): string | null {
  return profilePicture?.startsWith('/financial/members/') ? profilePicture : null
}
