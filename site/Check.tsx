import { Frame, type PageProps } from './Frame.tsx'

/** The frame of the page that confirms a statement; the server puts its words in (`platform/http/check-page.ts`). */
export function Check({ assets }: PageProps) {
  return (
    <Frame
      assets={assets}
      path="/check"
      title="Check a statement · Ajose"
      description="A page that confirms the figures a cooperative society gave out."
      styles={['check']}
      still
    >
      <div className="inside check">{'%CHECKED%'}</div>
    </Frame>
  )
}
