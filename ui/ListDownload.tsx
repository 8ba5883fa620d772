import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { SaveMenu } from './SaveMenu.tsx'
import { saveDownload } from './save-download.ts'

/** Downloads all of a list that is `downloadable`, as it is searched, filtered and sorted. */
export function ListDownload({ endpoint, asked }: { endpoint: Endpoint; asked: object }) {
  return (
    <SaveMenu
      save={(format) =>
        saveDownload<Endpoint>(
          endpoint,
          { ...asked, page: undefined, limit: undefined, format } as Parsed<Endpoint>,
          `list.${format}`,
        )
      }
    />
  )
}
