import { useQuery } from '@tanstack/react-query'

/** The picture at a path of the API, as text; what reads it comes with the first one that there is. */
export function usePicture(path: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['picture', path],
    queryFn: async ({ signal }) => (await import('./read-picture.ts')).readPicture(path ?? '', signal),
    enabled: path !== null,
    // Its address changes with it.
    staleTime: Infinity,
  })
  return (path !== null && data) || null
}
